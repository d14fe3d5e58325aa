package dev.fenestra.tools.cli;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fenestra capture}: the parent of the commands for captures. */
@Command(name = "capture", description = "Works on captures of RoCEv2 packets from any program.")
final class CaptureCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(
                Objects.requireNonNull(spec).commandLine(), "Missing command: fenestra capture check FILE.");
    }
}
