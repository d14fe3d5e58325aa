package dev.fenestra.tools.bench;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.FabricAgent;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.FaultStage;
import dev.fenestra.hw.sim.hca.limits.KeyPolicy;
import dev.fenestra.hw.sim.roce.udp.UdpConfig;
import dev.fenestra.hw.sim.roce.udp.UdpStage;
import dev.fenestra.ib.core.vocabulary.Gid;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A host of its own on a real network: one HCA in real time, whose port is a UDP socket, and usually a thread that
 * keeps it going.
 */
public final class NetworkHost implements AutoCloseable {
    private static final String NAME = "local";

    private final TestBench bench;
    private final UdpStage udp;
    private final @Nullable FabricAgent agent;

    private NetworkHost(TestBench bench, UdpStage udp, @Nullable FabricAgent agent) {
        this.bench = bench;
        this.udp = udp;
        this.agent = agent;
    }

    /**
     * Puts a host on the network.
     *
     * @param config the address and port of the host
     * @return the host, to be closed
     * @throws IOException when the address is not ours or the port is taken
     * @throws MissingProviderException when no driver claims the HCA
     */
    public static NetworkHost open(UdpConfig config) throws IOException {
        return open(config, FaultPlan.NONE, new KeyPolicy.ByLink());
    }

    /**
     * Puts a host on the network that loses and corrupts packets.
     *
     * @param config the address and port of the host
     * @param faults what goes wrong with the packets that the host sends
     * @param keys how it picks keys; {@link KeyPolicy.ByLink} picks random ones from a strong source
     * @return the host, to be closed
     * @throws IOException when the address is not ours or the port is taken
     * @throws MissingProviderException when no driver claims the HCA
     */
    public static NetworkHost open(UdpConfig config, FaultPlan faults, KeyPolicy keys) throws IOException {
        return open(config, faults, bench -> ours(bench, config, keys), true);
    }

    /**
     * Puts a host with the card of another provider on the network.
     *
     * @param config the address and port of the host
     * @param faults what goes wrong with the packets that the host sends
     * @param provider name of the driver, whose cards lie on a fabric of hw-sim
     * @return the host, to be closed
     * @throws IOException when the address is not ours or the port is taken
     * @throws MissingProviderException when there is no such driver
     */
    public static NetworkHost open(UdpConfig config, FaultPlan faults, String provider) throws IOException {
        return open(
                config,
                faults,
                bench -> bench.provider(provider)
                        .address(NAME, new Gid(config.gid().high(), config.gid().low())),
                true);
    }

    /**
     * Puts a host on the network that works only while its program polls or waits.
     *
     * @param config the address and port of the host
     * @return the host, to be closed
     * @throws IOException when the address is not ours or the port is taken
     * @throws MissingProviderException when no driver claims the HCA
     */
    public static NetworkHost openWithoutAgent(UdpConfig config) throws IOException {
        return open(config, FaultPlan.NONE, bench -> ours(bench, config, new KeyPolicy.ByLink()), false);
    }

    private static TestBenchBuilder ours(TestBenchBuilder bench, UdpConfig config, KeyPolicy keys) {
        return bench.hcaConfig(
                hca -> hca.withGid(config.gid().high(), config.gid().low())
                        .withLinkLocal(false)
                        .withKeys(keys));
    }

    private static NetworkHost open(
            UdpConfig config, FaultPlan faults, UnaryOperator<TestBenchBuilder> card, boolean hasAgent)
            throws IOException {
        Fabric fabric = Fabric.inRealTime();
        if (!faults.equals(FaultPlan.NONE)) {
            fabric.through(new FaultStage(faults));
        }
        UdpStage udp = UdpStage.open(fabric, config);
        boolean opened = false;
        try {
            TestBenchBuilder hosts =
                    TestBench.builder().fabric(fabric).hosts(NAME).seed(new SecureRandom().nextLong());
            TestBench bench = card.apply(hosts).build();
            opened = true;
            return new NetworkHost(bench, udp, hasAgent ? FabricAgent.start(fabric) : null);
        } finally {
            if (!opened) {
                udp.close();
            }
        }
    }

    /** {@return the bench of the one host} */
    public TestBench bench() {
        return bench;
    }

    /** {@return the host} */
    public BenchHost host() {
        return bench.host(NAME);
    }

    /** {@return the link to the network, with its counters} */
    public UdpStage udp() {
        return udp;
    }

    /** Ends the thread, the host and the socket, in this order. */
    @Override
    public void close() {
        if (agent != null) {
            agent.close();
        }
        try {
            bench.close();
        } finally {
            closeSocket();
        }
    }

    private void closeSocket() {
        try {
            udp.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
