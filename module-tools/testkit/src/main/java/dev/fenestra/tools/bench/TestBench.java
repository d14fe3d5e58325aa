package dev.fenestra.tools.bench;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.fault.Fault;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.FaultRates;
import dev.fenestra.hw.sim.fabric.fault.FaultStage;
import dev.fenestra.ib.core.kernel.host.Host;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.WireFaults;
import dev.fenestra.ib.core.vocabulary.HostConfig;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.XrcTarget;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

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

    /** Null until a test asks for them. */
    private @Nullable Packets packets;

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

    /**
     * Hosts "alice" (10.0.0.1) and "bob" (10.0.0.2).
     *
     * @return the bench, with seed 0
     */
    public static TestBench twoHosts() {
        return builder().build();
    }

    /**
     * The same two hosts with another seed.
     *
     * @param seed the seed of everything random
     * @return the bench
     */
    public static TestBench twoHosts(long seed) {
        return builder().seed(seed).build();
    }

    /**
     * Begins with two hosts "alice" and "bob", default configurations and seed 0.
     *
     * @return a builder
     */
    public static TestBenchBuilder builder() {
        return new TestBenchBuilder();
    }

    /**
     * Builds hosts like these: with the same seed, on a wire of their own, and with a changed configuration. The caller
     * closes them.
     *
     * @param change changes the configuration of each host
     * @return another bench
     */
    public TestBench alike(UnaryOperator<HostConfig> change) {
        return alike.apply(change);
    }

    /**
     * The host of a name.
     *
     * @param name such as {@code alice}
     * @return the host
     * @throws IllegalArgumentException when there is none
     */
    public BenchHost host(String name) {
        BenchHost host = hosts.get(name);
        if (host == null) {
            throw new IllegalArgumentException("no host " + name + " on this bench, only " + hosts.keySet());
        }
        return host;
    }

    /** {@return all hosts, in the order they were named} */
    public Collection<BenchHost> hosts() {
        return hosts.sequencedValues();
    }

    /**
     * The fabric that connects the hosts.
     *
     * @return the fabric
     * @throws IllegalStateException when the driver connects them by something that is no fabric of hw-sim
     */
    public Fabric fabric() {
        return wire().orElseThrow(() -> new IllegalStateException(
                "the driver of this bench brings a wire of its own, and this needs a fabric of hw-sim"));
    }

    private RdmaDevice firstDevice() {
        Host first = hosts.firstEntry().getValue().kernel();
        return first.devices().values().iterator().next();
    }

    /** {@return the fabric that connects the hosts; empty when their wire is something else} */
    public Optional<Fabric> wire() {
        return hardware.fabric();
    }

    /**
     * {@return the clock of the hosts, nanoseconds} That of the fabric; on a wire of the driver's own that of the first
     * device.
     */
    public LongSupplier clock() {
        Optional<Fabric> fabric = wire();
        return fabric.isPresent() ? fabric.get()::now : firstDevice()::now;
    }

    /**
     * What makes the wire fail, on a fabric of hw-sim or on a wire of the driver's own.
     *
     * @return the faults; empty when the wire cannot be told to fail
     */
    public Optional<WireFaults> wireFaults() {
        return hardware.faults();
    }

    /**
     * Adds faults to the link, from now on. Each counts its packets for itself, behind the faults that were there
     * before. Only while no card works.
     *
     * @param faults made by {@link FaultWords} or by hand
     * @throws IllegalStateException when the wire is no fabric of hw-sim
     */
    public void spoil(Fault... faults) {
        fabric().through(new FaultStage(new FaultPlan(seed, List.of(faults), FaultRates.NONE)));
    }

    /**
     * The packets that pass on the link, for verification. The first call begins to count them; bursts then travel as
     * single packets.
     *
     * @return all packets since the first call
     * @throws IllegalStateException when the wire is no fabric of hw-sim
     */
    public synchronized Packets packets() {
        Packets counted = packets;
        if (counted == null) {
            counted = Packets.on(hosts(), fabric());
            packets = counted;
        }
        return counted;
    }

    /**
     * Describes a contradiction in the state of the cards, such as more outstanding READs than a QP may have. Only for
     * the thread that drives the fabric, or while nobody does.
     *
     * @return the contradiction; empty when there is none, or when the cards cannot tell
     */
    public Optional<String> contradiction() {
        return hosts().stream()
                .flatMap(host -> host.simulated().stream())
                .flatMap(card -> Optional.ofNullable(card.contradiction()).stream())
                .findFirst();
    }

    /**
     * Lets all open devices work until this time has passed on their clocks. A virtual clock is there at once.
     *
     * @param time on the clocks of the devices
     */
    public void run(Duration time) {
        List<Context> contexts =
                hosts().stream().flatMap(host -> host.contexts().stream()).toList();
        long[] limits = contexts.stream()
                .mapToLong(context -> context.now() + time.toNanos())
                .toArray();
        for (int i = 0; i < limits.length; i++) {
            Context context = contexts.get(i);
            context.run(Duration.ofNanos(Math.max(0, limits[i] - context.now())));
        }
    }

    /** {@return the seed of everything random} */
    public long seed() {
        return seed;
    }

    /**
     * Connects two new QPs, each with a PD, a CQ and a region.
     *
     * @param one an open device of a host of this bench; it stays the caller's
     * @param other another one; it may be of the same host
     * @return both ends
     * @throws IllegalArgumentException when a device belongs to no host of this bench
     */
    public QpPair pair(Context one, Context other) {
        return pair(one, other, PairOptions.DEFAULT);
    }

    /**
     * Connects two new QPs, each with a PD, a CQ and a region.
     *
     * @param one an open device of a host of this bench; it stays the caller's
     * @param other another one; it may be of the same host
     * @param options QPs, connection, CQs and regions
     * @return both ends
     * @throws IllegalArgumentException when a device belongs to no host of this bench
     */
    public QpPair pair(Context one, Context other, PairOptions options) {
        return new QpPair(
                this,
                new Peer(hosts(), hostOf(one), one, options, this::spoil),
                new Peer(hosts(), hostOf(other), other, options, this::spoil),
                options);
    }

    private BenchHost hostOf(Context context) {
        return hosts().stream()
                .filter(host -> host.opened(context))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the context is of no host of this bench"));
    }

    /**
     * Connects two QPs in RESET with each other, with default options, but 6 retries to a receiver that is not ready:
     * on a virtual clock a receive that a test forgets ends in an error, not in a hang. In real time the receive may
     * come later, and the retries have no end. Both QPs are in RTS afterwards.
     *
     * @param one a QP
     * @param other its peer
     */
    public void connectPair(QueuePair one, QueuePair other) {
        connectPair(one, other, usual());
    }

    /**
     * Connects two QPs in RESET with each other. Both are in RTS afterwards.
     *
     * @param one a QP
     * @param other its peer
     * @param options of both QPs
     */
    public void connectPair(QueuePair one, QueuePair other, ConnectOptions options) {
        one.connect(other.endpoint(options), options);
        other.connect(one.endpoint(options), options);
    }

    /**
     * Connects two RC QPs in RESET by RDMA CM. Both are in RTS afterwards.
     *
     * @param one the QP that asks
     * @param other the QP that accepts
     * @return both ends
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EADDRNOTAVAIL when a device has no RDMA CM, EAGAIN when
     *     RDMA CM comes to no end within 20 minutes of the device's clock
     * @throws IllegalStateException when RDMA CM gives up: no message comes through, up to 20 minutes of that clock
     */
    public CmPair connectByCm(QueuePair one, QueuePair other) {
        return CmHandshake.connect(one, other, usual());
    }

    /**
     * Connects an XRC initiator and a target in RESET with each other, with default options. Both are in RTS
     * afterwards.
     *
     * @param initiator the QP that sends
     * @param target the target of its requests
     */
    public void connectPair(QueuePair initiator, XrcTarget target) {
        target.connect(initiator.endpoint());
        initiator.connect(target.endpoint(), usual());
    }

    private ConnectOptions usual() {
        return wire().filter(Fabric::isRealTime).isPresent() ? ConnectOptions.DEFAULT : PairOptions.FINITE;
    }

    /**
     * Takes two QPs from any state through RESET to RTS, connected with each other.
     *
     * @param one a QP
     * @param other its peer
     */
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
