package dev.fenestra.tools.cli;

import dev.fenestra.tools.measure.perf.PerfProcess;
import dev.fenestra.tools.pingpong.LocalAddress;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a measurement between two processes. */
final class PerfPeerOptions {
    private static final int MAX_PORT = 0xffff;
    private static final int SECONDS_PER_DAY = 86_400;

    @Option(
            names = "--listen",
            description = "Is the server of one client, which chooses all options; only TEST must be the same.")
    private boolean isServer;

    @Option(
            names = {"-p", "--port"},
            paramLabel = "PORT",
            description = "TCP port to listen on or connect to; default: ${DEFAULT-VALUE}.")
    @Within(least = 0, most = MAX_PORT)
    private int port = 18515;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            description = "Own IP address, for packets and, as a server, for TCP; default: the one that reaches HOST,"
                    + " or the machine's first.")
    private @Nullable InetAddress bind;

    @Option(
            names = "--patience",
            paramLabel = "SECONDS",
            description = "How long to wait for the other process; default: ${DEFAULT-VALUE}.")
    @Within(least = 1, most = SECONDS_PER_DAY)
    private int patience = 60;

    boolean isServer() {
        return isServer;
    }

    /** The other side of a measurement. */
    PerfProcess process(Optional<String> server) {
        return new PerfProcess(bind == null ? LocalAddress.towards(server) : bind, port, Duration.ofSeconds(patience));
    }
}
