package dev.fenestra.tools.routes;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.roce.udp.IcrcCheck;
import dev.fenestra.hw.sim.roce.udp.UdpConfig;
import dev.fenestra.hw.sim.roce.udp.UdpCounters;
import dev.fenestra.hw.sim.roce.udp.UdpStage;
import dev.fenestra.hw.sim.roce.wire.PortGid;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * A host on a fabric of its own, which is a UDP socket to the other one: between two of them each packet is a datagram.
 * The trip is what one of them does with the packet of a WRITE.
 */
final class PacketTrip implements AutoCloseable {
    private static final int FIRST_ADDRESS = 0x0a000001;
    private static final int LAST = Trips.WRITE_BYTES - Long.BYTES;

    private final PortGid gid;
    private final Fabric fabric = new Fabric();
    private final UdpStage socket;
    private final UdpCounters counters;
    private final TestBench bench;
    private final CompletionQueue cq;
    private final QueuePair qp;
    private final Memory memory;
    private final MemoryRegion region;

    /**
     * @param number 0 for the first host
     */
    private PacketTrip(int number) throws IOException {
        gid = PortGid.ofIpv4(FIRST_ADDRESS + number);
        InetSocketAddress own = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        socket = UdpStage.open(fabric, UdpConfig.at(own).withGid(gid).withCheck(IcrcCheck.STRICT));
        counters = socket.counters();
        bench = TestBench.builder()
                .fabric(fabric)
                .hosts("host")
                .hcaConfig(config -> config.withGid(gid.high(), gid.low()).withLinkLocal(false))
                .build();
        Context context = bench.host("host").open();
        ProtectionDomain pd = context.allocPd();
        cq = context.createCq(Trips.PAGE);
        qp = pd.createQp(QpSpec.rc(cq, cq));
        memory = context.allocate(Trips.PAGE);
        region = pd.regMr(memory, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
    }

    /** What the receiver of a WRITE does with its packet. Its effect is that the bytes are in the receiver's memory. */
    static void make(Rounds rounds) {
        try (PacketTrip alice = new PacketTrip(0);
                PacketTrip bob = new PacketTrip(1)) {
            alice.connect(bob);
            bob.connect(alice);
            for (int i = 0; i < rounds.count(); i++) {
                alice.write(bob, i + 1);
                long value = i + 1;
                long before = bob.counters.received;
                rounds.go(() -> bob.receive(before), () -> bob.has(value));
                alice.await(bob);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void connect(PacketTrip other) {
        socket.peer(other.gid, new InetSocketAddress(InetAddress.getLoopbackAddress(), other.socket.port()));
        qp.connect(other.qp.endpoint(ConnectOptions.DEFAULT), ConnectOptions.DEFAULT);
    }

    private void write(PacketTrip other, long value) {
        memory.putLong(LAST, value);
        qp.post(RdmaWrite.of(
                value, other.region.remote().slice(0, Trips.WRITE_BYTES), region.slice(0, Trips.WRITE_BYTES)));
        fabric.progress();
    }

    /** One turn is enough where a datagram is there as soon as it was sent. */
    private void receive(long before) {
        do {
            fabric.progress();
        } while (counters.received == before);
    }

    private boolean has(long value) {
        return memory.getLong(LAST) == value;
    }

    private void await(PacketTrip other) {
        Completions completions = new Completions(1);
        while (cq.poll(completions) == 0) {
            other.fabric.progress();
        }
        Trips.check(completions);
    }

    @Override
    public void close() throws IOException {
        bench.close();
        socket.close();
    }
}
