package dev.fenestra.tools.cli;

import com.google.common.collect.ImmutableSet;
import dev.fenestra.tools.pingpong.RcOption;
import picocli.CommandLine.Option;

/** Options that only {@code ibv_rc_pingpong} has. */
final class RcPingpongOptions {
    @Option(
            names = {"-o", "--odp"},
            description = "The buffer is paged on demand.")
    private boolean isOnDemand;

    @Option(
            names = {"-O", "--iodp"},
            description = "The same by one region of the whole address space.")
    private boolean isImplicit;

    @Option(
            names = {"-P", "--prefetch"},
            description = "With -o or -O: the pages come in before the first message.")
    private boolean isPrefetched;

    @Option(
            names = {"-t", "--ts"},
            description = "Also prints the device's time between receives.")
    private boolean isTimed;

    @Option(
            names = {"-j", "--dm"},
            description = "The buffer lies in memory of the device.")
    private boolean isOnDevice;

    @Option(
            names = {"-N", "--new_send"},
            description = "Posts by ibv_wr_* in place of ibv_post_send.")
    private boolean isNewSend;

    ImmutableSet<RcOption> chosen() {
        ImmutableSet.Builder<RcOption> chosen = ImmutableSet.builder();
        add(chosen, isOnDemand, RcOption.ON_DEMAND);
        add(chosen, isImplicit, RcOption.IMPLICIT);
        add(chosen, isPrefetched, RcOption.PREFETCH);
        add(chosen, isTimed, RcOption.TIMESTAMPS);
        add(chosen, isOnDevice, RcOption.DEVICE_MEMORY);
        add(chosen, isNewSend, RcOption.NEW_SEND);
        return chosen.build();
    }

    private static void add(ImmutableSet.Builder<RcOption> chosen, boolean isGiven, RcOption option) {
        if (isGiven) {
            chosen.add(option);
        }
    }
}
