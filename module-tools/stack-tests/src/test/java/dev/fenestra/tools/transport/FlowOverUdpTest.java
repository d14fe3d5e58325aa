package dev.fenestra.tools.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.roce.udp.Addresses;
import dev.fenestra.hw.sim.roce.udp.IcrcCheck;
import dev.fenestra.hw.sim.roce.udp.UdpConfig;
import dev.fenestra.hw.sim.roce.wire.Aeth;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.PortGid;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.NetworkHost;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Long messages over UDP: a sender never has more on its way than the peer's socket holds without a reader, so nothing
 * is lost.
 */
class FlowOverUdpTest {
    private static final int MESSAGE = 1 << 20;
    private static final int MESSAGES = 4;
    private static final int PACKETS = MESSAGE / 4096;

    private End near;
    private End far;

    /** One host on a socket of its own, driven by this test's thread. */
    private static final class End {
        final NetworkHost network;
        final Memory memory;
        final MemoryRegion region;
        final CompletionQueue cq;
        final QueuePair qp;
        final Completions found = new Completions(MESSAGES);
        int completed;

        End(int last) throws IOException {
            InetAddress address = InetAddress.getByAddress(new byte[] {127, 0, 79, (byte) last});
            network = NetworkHost.openWithoutAgent(
                    UdpConfig.at(new InetSocketAddress(address, 0)).withCheck(IcrcCheck.STRICT));
            Context context = network.host().open();
            ProtectionDomain pd = context.allocPd();
            memory = context.allocate((long) MESSAGES * MESSAGE);
            region = pd.regMr(memory, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ);
            cq = context.createCq(2 * MESSAGES);
            qp = pd.createQp(QpSpec.rc(cq, cq));
        }

        void connect(End peer) throws IOException {
            InetAddress address = Addresses.address(new PortGid(
                    peer.qp.endpoint().gid().high(), peer.qp.endpoint().gid().low()));
            network.udp()
                    .peer(
                            Addresses.gid(address),
                            new InetSocketAddress(address, peer.network.udp().port()));
            qp.connect(peer.qp.endpoint(), ConnectOptions.DEFAULT.withMtu(Mtu.MTU_4096));
        }

        void poll() {
            int polled = cq.poll(found);
            for (int i = 0; i < polled; i++) {
                assertEquals(WcStatus.SUCCESS, found.status(i));
            }
            completed += polled;
        }
    }

    /** What the near host has on its way: packets of requests, and READs that wait for data. */
    private final class Flow {
        private int sent;
        private int acknowledged;
        private int most;
        private int reads;
        private int mostReads;

        void see(Packet packet) {
            int psn = Bth.psn(packet.header, 0);
            int mask = WireOpcode.maskOf(Bth.opcode(packet.header, 0));
            if (packet.fromOutside) {
                boolean isRefused = (mask & OpcodeMask.ACK) != 0
                        && !Aeth.isAck(Aeth.syndrome(
                                packet.header, WireOpcode.offsetOf(Bth.opcode(packet.header, 0), OpcodeMask.AETH)));
                assertTrue(!isRefused, "something got lost");
                acknowledged = psn + 1;
                reads -= (mask & OpcodeMask.READ_RESPONSE) != 0 && (mask & OpcodeMask.END) != 0 ? 1 : 0;
            } else {
                sent = psn + 1;
                most = Math.max(most, sent - acknowledged << Byte.SIZE >> Byte.SIZE);
                reads += (mask & OpcodeMask.READ_REQUEST) != 0 ? 1 : 0;
                mostReads = Math.max(mostReads, reads);
            }
        }

        void from(int psn) {
            sent = psn;
            acknowledged = psn;
            near.network.bench().fabric().tap((packet, now) -> see(packet));
        }
    }

    @BeforeEach
    void open() throws IOException {
        near = new End(1);
        far = new End(2);
        near.connect(far);
        far.connect(near);
    }

    @AfterEach
    void close() {
        near.network.close();
        far.network.close();
    }

    private Flow run(End from, End to, boolean read) {
        byte[] data = new byte[MESSAGES * MESSAGE];
        new Random(7).nextBytes(data);
        from.memory.put(0, data);
        Flow flow = new Flow();
        flow.from(near.qp.endpoint().psn());
        for (int i = 0; i < MESSAGES; i++) {
            long offset = (long) i * MESSAGE;
            var builder = near.qp.builder().start().request(i, SendFlag.SIGNALED);
            var remote = read
                    ? builder.rdmaRead(far.region.rkey(), far.memory.address() + offset)
                    : builder.rdmaWrite(far.region.rkey(), far.memory.address() + offset);
            remote.sge(near.region, near.memory.address() + offset, MESSAGE);
            assertEquals(0, builder.complete());
        }
        Patience.until("all " + MESSAGES + " messages complete", () -> {
            near.poll();
            far.poll();
            return near.completed >= MESSAGES;
        });
        assertArrayEquals(data, to.memory.get(0, data.length));
        return flow;
    }

    @Test
    void shouldNotSendMoreThanTheWindowAtOnce() {
        Flow flow = run(near, far, false);
        int window = near.network.udp().window();
        assertTrue(window >= 16 && window <= 128, "window=" + window);
        assertEquals(window, flow.most);
        assertEquals(MESSAGES * PACKETS, near.network.udp().counters().sent);
    }

    @Test
    void shouldNotAskForMoreThanTheWindowBesidesOneRead() {
        Flow flow = run(far, near, true);
        assertEquals(1, flow.mostReads);
    }
}
