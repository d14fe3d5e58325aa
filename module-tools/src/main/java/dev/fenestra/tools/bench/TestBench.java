package dev.fenestra.tools.bench;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.ib.core.kernel.host.HostConfig;
import dev.fenestra.uverbs.Context;
import dev.fenestra.uverbs.QueuePair;
import dev.fenestra.uverbs.XrcTarget;
import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Hosts with one card each, all on one wire: HCAs of hw-sim, or hardware that the chosen driver brings along. The
 * drivers are those that ServiceLoader finds.
 *
 * {@snippet lang = java :
 * try (TestBench bench = TestBench.twoHosts()) {
 *     Context alice = bench.host("alice").open();
 *     Context bob = bench.host("bob").open();
 * }
 * }
 */
public final class TestBench implements AutoCloseable {
    private final BenchHardware hardware;
    private final SequencedMap<String, BenchHost> hosts;

    private final long seed;
    private final Function<UnaryOperator<HostConfig>, TestBench> alike;

    /**
     * @param alike builds such hosts once more, with a change of their configuration
     */
    TestBench(
            BenchHardware hardware,
            SequencedMap<String, BenchHost> hosts,
            long seed,
            Function<UnaryOperator<HostConfig>, TestBench> alike) {
        this.alike = alike;
        this.hardware = hardware;
        this.seed = seed;
        this.hosts = Collections.unmodifiableSequencedMap(hosts);
    }

    /** Hosts "alice" (10.0.0.1) and "bob" (10.0.0.2). */
    public static TestBench twoHosts() {
        return builder().build();
    }

    /** The same, with a seed of one's own. */
    public static TestBench twoHosts(long seed) {
        return builder().seed(seed).build();
    }

    /** Begins with two hosts "alice" and "bob", default configurations and seed 0. */
    public static TestBenchBuilder builder() {
        return new TestBenchBuilder();
    }

    /**
     * Hosts like these, of the same seed and on a wire of their own, with a change of their configuration. They are the
     * caller's to close.
     */
    @SuppressWarnings("exports") // the kernel is exported to uverbs and to the tools only
    public TestBench alike(UnaryOperator<HostConfig> change) {
        return alike.apply(change);
    }

    /** The host of this name; {@link IllegalArgumentException} when there is none. */
    public BenchHost host(String name) {
        BenchHost host = hosts.get(name);
        if (host == null) {
            throw new IllegalArgumentException("no host " + name + " on this bench, only " + hosts.keySet());
        }
        return host;
    }

    /** All hosts, in the order they were named. */
    public Collection<BenchHost> hosts() {
        return hosts.sequencedValues();
    }

    /** What connects the hosts. {@link IllegalStateException} when that is the driver's own and no fabric of hw-sim. */
    public Fabric fabric() {
        return hardware.fabric()
                .orElseThrow(() -> new IllegalStateException("the wire of this bench is no fabric of hw-sim"));
    }

    /**
     * What of the cards' own state contradicts itself, such as more outstanding READs than a QP may have; empty when
     * nothing does, or when the cards cannot tell. Only for the thread that drives the fabric, or while nobody does.
     */
    public Optional<String> contradiction() {
        return hardware.contradiction();
    }

    /** What decides everything random here. */
    public long seed() {
        return seed;
    }

    /**
     * Two connected QPs, each with a PD, a CQ and a region.
     *
     * @param one an open device of a host of this bench, else {@link IllegalArgumentException}; it stays the caller's
     * @param other may be of the same host
     */
    public QpPair pair(Context one, Context other) {
        return new QpPair(this, new Peer(hostOf(one), one), new Peer(hostOf(other), other));
    }

    private BenchHost hostOf(Context context) {
        return hosts().stream()
                .filter(host -> host.opened(context))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the context is of no host of this bench"));
    }

    /** Connects two QPs in RESET with each other, with default options: both are in RTS then. */
    public void connectPair(QueuePair one, QueuePair other) {
        one.connect(other.endpoint());
        other.connect(one.endpoint());
    }

    /** Connects an XRC initiator and a target in RESET with each other, with default options: both are in RTS then. */
    public void connectPair(QueuePair initiator, XrcTarget target) {
        target.connect(initiator.endpoint());
        initiator.connect(target.endpoint());
    }

    /** Takes two QPs, in whatever state, through RESET to RTS again, connected with each other. */
    public void reconnectPair(QueuePair one, QueuePair other) {
        one.reset();
        other.reset();
        connectPair(one, other);
    }

    /** Ends all processes and hosts, then the hardware. */
    @Override
    public void close() {
        hosts.values().forEach(host -> host.kernel().close());
        hardware.close();
    }
}
