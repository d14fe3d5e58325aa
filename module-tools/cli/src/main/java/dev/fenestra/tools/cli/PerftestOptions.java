package dev.fenestra.tools.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of perftest that scripts give and that change nothing here. */
final class PerftestOptions {
    @Option(
            names = {"-F", "--CPU-freq"},
            description = "Accepted for scripts; the clock of the processor is not looked at.")
    private boolean isFrequencyIgnored;

    @Option(
            names = {"-d", "--ib-dev"},
            paramLabel = "DEV",
            description = "Accepted for scripts; each host has one device.")
    private @Nullable String device;

    @Option(
            names = {"-i", "--ib-port"},
            paramLabel = "PORT",
            description = "Accepted for scripts; the device has port ${DEFAULT-VALUE} only.")
    @Within(least = 1, most = 1)
    private int port = 1;

    @Option(
            names = {"-x", "--gid-index"},
            paramLabel = "INDEX",
            description = "Accepted for scripts; both ends use their first GID.")
    @Within(least = 0, most = 255)
    private int gidIndex;
}
