package dev.fenestra.tools.cli;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fenestra campaign}: the parent of the commands for campaigns. */
@Command(
        name = "campaign",
        description = "Works on what oracle, soak, explore, conformance and mutate write with --out.")
final class CampaignCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(
                Objects.requireNonNull(spec).commandLine(), "Missing command: fenestra campaign merge DIR.");
    }
}
