package dev.fenestra.tools.serve;

import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.mlx5.card.Hca;
import dev.fenestra.hw.sim.roce.udp.UdpStage;
import dev.fenestra.hw.sim.roce.wire.Gid;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.tools.door.DoorServer;
import dev.fenestra.tools.observe.snapshot.Attach;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.Consumer;

/** A door, the hosts behind it, their observers, and their link to other machines. */
public final class Server implements Closeable {
    private final DoorServer door;
    private final Attach attach;

    private Server(DoorServer door, Attach attach) {
        this.door = door;
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
                .ifPresent(network -> hosts.hcaConfigs(
                        (host, card) -> host.equals(config.names().getFirst()) ? at(card, network.gid()) : card));
        DoorServer door = DoorServer.start(
                options.place(),
                hosts,
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
                    door, Attach.listen(door.bench().hosts(), options.place().attach(), door.watchdog()::text));
            started = true;
            return server;
        } finally {
            if (!started) {
                door.close();
            }
        }
    }

    private static HcaConfig at(HcaConfig card, Gid gid) {
        // A socket of one address sends all that this card sends.
        return card.withGid(gid.high(), gid.low()).withLinkLocal(false);
    }

    private static Closeable network(TestBench bench, ServeOptions options) throws IOException {
        if (options.udp().isEmpty()) {
            return () -> {};
        }
        if (!(bench.hosts().iterator().next().card() instanceof Hca)) {
            throw new IllegalArgumentException(
                    "the card of the first host is its driver's own: it has no way to the network");
        }
        UdpStage stage = UdpStage.open(bench.fabric(), options.udp().get());
        return stage::close;
    }

    public TestBench bench() {
        return door.bench();
    }

    @Override
    public void close() throws IOException {
        try (door) {
            attach.close();
        }
    }
}
