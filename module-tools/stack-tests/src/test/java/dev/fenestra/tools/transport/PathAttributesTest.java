package dev.fenestra.tools.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.roce.wire.FlowLabel;
import dev.fenestra.hw.sim.roce.wire.IpFields;
import dev.fenestra.hw.sim.roce.wire.RoceFrame;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.journal.PcapTap;
import dev.fenestra.tools.testing.CapturedFrames;
import dev.fenestra.uverbs.handles.Grh;
import dev.fenestra.uverbs.request.Datagram;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The attributes of a path in the query of its QP and in the headers of its packets. */
class PathAttributesTest {
    private static final int QKEY = 0x22;
    private static final int CLASS = 0x6a;
    private static final int LABEL = 0x12345;

    @AutoClose
    private final TestBench bench = TestBench.twoHosts();

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();

    private static AhAttributes path(End to, int gidIndex) {
        return new AhAttributes(to.context.gid(gidIndex), 1, gidIndex, LABEL, 9, CLASS, 5, 16);
    }

    private static void connect(End end, End peer, AhAttributes path) {
        end.qp.modify(QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).access(AccessFlag.REMOTE_WRITE));
        end.qp.modify(QpAttributes.to(QpState.RTR)
                .path(path)
                .pathMtu(Mtu.MTU_1024)
                .destinationQpn(peer.qp.number())
                .rqPsn(0)
                .maxDestRdAtomic(1)
                .minRnrTimer(1));
        end.qp.modify(QpAttributes.to(QpState.RTS)
                .sqPsn(0)
                .timeout(14)
                .retryCount(7)
                .rnrRetry(7)
                .maxRdAtomic(1));
    }

    /** The request and the ACK of a WRITE: alice's path has attributes, bob's has none. */
    private List<RoceFrame> write(End alice, End bob) throws IOException {
        try (Journal journal = Journal.of(bench);
                PcapTap _ = PcapTap.on(bench, journal, file, Long.MAX_VALUE)) {
            alice.qp.post(RdmaWrite.of(1, bob.region.slice(64, 8).remote(), alice.slice(0, 8)));
            alice.awaitSent(1).orThrow();
        }
        return CapturedFrames.packets(file.toByteArray()).stream()
                .map(packet -> packet.frame().orElseThrow())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldShowTheAttributesOfAConnectedQpOnTheWireAndInItsQuery(int gidIndex) throws IOException {
        End alice = new End(bench.host("alice"), QpType.RC);
        End bob = new End(bench.host("bob"), QpType.RC);
        AhAttributes path = path(bob, gidIndex);
        connect(alice, bob, path);
        connect(bob, alice, AhAttributes.to(alice.context.gid(gidIndex)).from(gidIndex));

        List<RoceFrame> frames = write(alice, bob);

        RoceFrame request = frames.getFirst();
        boolean isIpv4 = gidIndex == 0;
        assertEquals(CLASS, request.ip().trafficClass());
        assertEquals(64, request.ip().hopLimit(), "of the route");
        assertEquals(isIpv4 ? 0 : LABEL, request.ip().flowLabel());
        assertEquals(FlowLabel.udpSourcePort(LABEL), request.sourcePort());
        assertTrue(request.icrcValid());
        RoceFrame answer = frames.getLast();
        assertEquals(isIpv4 ? IpFields.DEFAULT : new IpFields(0, 0, 64, 0, 0), answer.ip());
        assertEquals(path.withHopLimit(64), alice.qp.query().path());
        assertEquals(
                AhAttributes.to(alice.context.gid(gidIndex)).from(gidIndex),
                bob.qp.query().path());
    }

    /** core/uverbs_cmd.c modify_qp: the attributes of a new path replace all of those of the old one. */
    @Test
    void shouldTakeANewPathInSqd() throws IOException {
        End alice = new End(bench.host("alice"), QpType.RC);
        End bob = new End(bench.host("bob"), QpType.RC);
        connect(alice, bob, path(bob, 0));
        connect(bob, alice, AhAttributes.to(alice.context.gid(0)));
        alice.qp.modify(QpAttributes.to(QpState.SQD));
        alice.qp.modify(QpAttributes.unchangedState()
                .path(AhAttributes.to(bob.context.gid(0)).withTrafficClass(0x10)));
        alice.qp.modify(QpAttributes.to(QpState.RTS));

        RoceFrame request = write(alice, bob).getFirst();

        assertEquals(0x10, request.ip().trafficClass());
        assertEquals(0, alice.qp.query().path().flowLabel());
        assertEquals(0, alice.qp.query().path().rate());
    }

    /** The rate of a path is one that the device has a code for (mlx5 ib_rate_to_mlx5, mlx5_to_ib_rate_map). */
    @ParameterizedTest
    @ValueSource(ints = {0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 17, 20, 21})
    void shouldTellTheRateOfAPath(int rate) {
        End alice = new End(bench.host("alice"), QpType.RC);
        End bob = new End(bench.host("bob"), QpType.RC);
        connect(alice, bob, new AhAttributes(bob.context.gid(0), 1, 0, 0, 64, 0, 0, rate));
        assertEquals(rate, alice.qp.query().path().rate());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldShowTheAttributesOfAnAddressHandleOnTheWireAndToTheReceiver(int gidIndex) throws IOException {
        End alice = new End(bench.host("alice"), QpType.UD);
        End bob = new End(bench.host("bob"), QpType.UD);
        alice.qp.bringUp(QKEY);
        bob.qp.bringUp(QKEY);
        bob.qp.postRecv(1, bob.slice(0, 200));
        try (Journal journal = Journal.of(bench);
                PcapTap _ = PcapTap.on(bench, journal, file, Long.MAX_VALUE)) {
            alice.qp.post(
                    Datagram.of(2, alice.pd.createAh(path(bob, gidIndex)), bob.qp.number(), QKEY, alice.slice(0, 8)));
            bob.awaitReceived(1).orThrow();
        }

        RoceFrame frame =
                CapturedFrames.packets(file.toByteArray()).getFirst().frame().orElseThrow();
        int label = gidIndex == 0 ? 0 : LABEL;
        assertEquals(CLASS, frame.ip().trafficClass());
        assertEquals(9, frame.ip().hopLimit());
        assertEquals(label, frame.ip().flowLabel());
        assertEquals(FlowLabel.udpSourcePort(LABEL), frame.sourcePort());
        assertTrue(frame.icrcValid());
        Grh grh = Grh.parse(bob.memory.get(0, Grh.BYTES));
        assertEquals(CLASS, grh.trafficClass());
        assertEquals(9, grh.hopLimit());
        assertEquals(label, grh.flowLabel());
        assertTrue(!alice.qp.query().has(QpAttribute.AV), "the requests of a UD QP have their own paths");
    }
}
