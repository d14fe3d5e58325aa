package dev.fenestra.tools.cards;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.roce.udp.Addresses;
import dev.fenestra.hw.sim.roce.udp.IcrcCheck;
import dev.fenestra.hw.sim.roce.udp.UdpConfig;
import dev.fenestra.hw.sim.roce.wire.PortGid;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.NetworkHost;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cards of two vendors, each in a host of its own, with real UDP between them. */
class CardsOverUdpTest {
    private static final int BYTES = 10_000;

    private static final class End implements AutoCloseable {
        final NetworkHost network;
        final ProtectionDomain pd;
        final Memory memory;
        final MemoryRegion region;
        final CompletionQueue cq;
        final QueuePair qp;

        End(String card, int last) throws IOException {
            InetAddress address = InetAddress.getByAddress(new byte[] {127, 0, 80, (byte) last});
            network = NetworkHost.open(
                    UdpConfig.at(new InetSocketAddress(address, 0)).withCheck(IcrcCheck.STRICT), FaultPlan.NONE, card);
            Context context = network.host().open();
            pd = context.allocPd();
            memory = context.allocate(BYTES);
            region = pd.regMr(memory, AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND);
            cq = context.createCq(16);
            qp = pd.createQp(QpSpec.rc(cq, cq));
        }

        void connect(End peer) throws IOException {
            PortGid gid = new PortGid(
                    peer.qp.endpoint().gid().high(), peer.qp.endpoint().gid().low());
            InetAddress address = Addresses.address(gid);
            network.udp()
                    .peer(
                            Addresses.gid(address),
                            new InetSocketAddress(address, peer.network.udp().port()));
            qp.connect(peer.qp.endpoint());
        }

        @Override
        public void close() {
            network.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"rxe, mlx4", "mlx4, mlx5", "mlx5, rxe", "irdma, mlx5", "hns, mlx5"})
    void shouldWriteThroughAWindowOfTheOtherAndBeRefusedOutsideOfIt(String card, String other) throws IOException {
        try (End near = new End(card, 1);
                End far = new End(other, 2)) {
            near.connect(far);
            far.connect(near);
            byte[] data = new byte[BYTES];
            new Random(1).nextBytes(data);
            near.memory.put(0, data);
            MemoryWindow window = far.pd.allocMw(MwType.TYPE_1);
            far.qp.bindMw(1, window, far.region.slice(0, BYTES - 1), AccessFlag.REMOTE_WRITE);
            far.cq.await(1, Patience.LIMIT).orThrow();
            RemoteBuffer inside = window.remote(far.region.address(), BYTES - 1);

            near.qp.post(RdmaWrite.of(2, inside, near.region.slice(0, BYTES - 1)));
            near.cq.await(2, Patience.LIMIT).orThrow();
            byte[] arrived = far.memory.get(0, BYTES);
            near.qp.post(RdmaWrite.of(3, inside, near.region.slice(0, BYTES)));

            assertEquals(
                    WcStatus.REM_ACCESS_ERR, near.cq.await(3, Patience.LIMIT).status());
            data[BYTES - 1] = 0;
            assertArrayEquals(data, arrived);
        }
    }
}
