package dev.fenestra.tools.cli;

import dev.fenestra.tools.measure.perf.PerfException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of perftest that scripts give: those that change nothing here, and those that cannot be had. */
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

    @Option(
            names = {"-e", "--events"},
            description = "Refused: one thread posts and polls for both ends, so none of them could sleep.")
    private boolean isWithEvents;

    @Option(
            names = {"-R", "--rdma_cm"},
            description = "Refused: both ends are in this process. \"fenestra exec\" runs perftest itself with -R.")
    private boolean isWithCm;

    /** Says why an option cannot be had. */
    void check() {
        if (isWithEvents) {
            throw new PerfException("-e sleeps until the next completion, and here one thread posts and polls for both"
                    + " ends; ./fenestra exec -- ib_write_bw -e runs perftest itself");
        }
        if (isWithCm) {
            throw new PerfException("-R connects by RDMA CM, and here both ends are in one process;"
                    + " ./fenestra exec -- ib_write_bw -R runs perftest itself");
        }
    }
}
