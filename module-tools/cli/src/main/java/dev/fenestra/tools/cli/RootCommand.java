package dev.fenestra.tools.cli;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command without a subcommand, which prints help. */
@Command(
        name = "fenestra",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "An RDMA verbs stack you can see through, down to a simulated HCA.")
final class RootCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        CommandLine root = Objects.requireNonNull(spec).commandLine();
        root.usage(root.getOut());
        return CommandLine.ExitCode.OK;
    }
}
