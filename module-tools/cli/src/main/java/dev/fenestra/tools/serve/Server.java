package dev.fenestra.tools.serve;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.roce.udp.UdpStage;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.tools.bridge.BridgeServer;
import dev.fenestra.tools.observe.snapshot.Attach;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.Consumer;

/** A bridge, the hosts behind it, their observers, and their link to other machines. */
public final class Server implements Closeable {
    private final BridgeServer bridge;
    private final Attach attach;

    private Server(BridgeServer bridge, Attach attach) {
        this.bridge = bridge;
        this.attach = attach;
    }

    /**
     * Starts hosts, and lets programs in as the last step.
     *
     * @param hardware begins the hosts, with the drivers that were found
     * @param log gets a line when a program is turned away or cut, and one about each file at the end
     * @throws IOException when the place, the address or a file cannot be used
     * @throws dev.fenestra.tools.bench.MissingProviderException when no driver claims the hardware
     * @throws IllegalArgumentException when the hardware does not support its description
     */
    public static Server start(ServeOptions options, TestBenchBuilder hardware, Consumer<String> log)
            throws IOException {
        ServeConfig config = options.config();
        TestBenchBuilder hosts = config.bench(hardware);
        options.udp()
                .ifPresent(network -> hosts.address(
                        config.names().getFirst(),
                        new Gid(network.gid().high(), network.gid().low())));
        BridgeServer bridge = BridgeServer.start(
                options.place(),
                hosts,
                options.check(),
                log,
                bench -> {
                    config.applyTo(bench);
                    return () -> {};
                },
                bench -> network(bench, options),
                bench -> ServerRecording.begin(bench, options.records(), log));
        boolean started = false;
        try {
            Server server = new Server(
                    bridge,
                    Attach.listen(bridge.bench().hosts(), options.place().attach(), bridge.watchdog()::text));
            started = true;
            return server;
        } finally {
            if (!started) {
                bridge.close();
            }
        }
    }

    private static Closeable network(TestBench bench, ServeOptions options) throws IOException {
        if (options.udp().isEmpty()) {
            return () -> {};
        }
        Fabric fabric = bench.wire()
                .orElseThrow(() -> new IllegalArgumentException(
                        "the card of the first host is its driver's own: it has no way to the network"));
        UdpStage stage = UdpStage.open(fabric, options.udp().get());
        return stage::close;
    }

    public TestBench bench() {
        return bridge.bench();
    }

    @Override
    public void close() throws IOException {
        try (bridge) {
            attach.close();
        }
    }
}
