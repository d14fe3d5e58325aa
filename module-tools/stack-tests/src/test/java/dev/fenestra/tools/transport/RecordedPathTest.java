package dev.fenestra.tools.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.roce.wire.RoceFrame;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.capture.CaptureCheck;
import dev.fenestra.tools.observe.capture.CaptureReader;
import dev.fenestra.tools.observe.capture.CapturedFrame;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.journal.PcapTap;
import dev.fenestra.tools.testing.FrameRoundTrip;
import dev.fenestra.uverbs.request.AtomicFetchAndAdd;
import dev.fenestra.uverbs.request.Datagram;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.RdmaWriteWithImmediate;
import dev.fenestra.uverbs.request.SendWithImmediate;
import dev.fenestra.uverbs.request.WorkRequest;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Captures of other addresses and of paths with attributes: clean, and written back byte for byte. */
class RecordedPathTest {
    private static final int QKEY = 0x1111_1111;
    private static final int LONG = 2 * 1024 + 7;

    /** Addresses of alice; bob has the next one. */
    enum Address {
        PRIVATE(Gid.ofIpv4(0xc0a8_fe01)),
        HIGH(Gid.ofIpv4(0xdfff_ff01)),
        UNIQUE_LOCAL(new Gid(0xfd09_0000_0000_0000L, 1)),
        GLOBAL(new Gid(0x2001_0db8_ffff_ffffL, 0xffff_ffff_8000_0001L));

        private final Gid first;

        Address(Gid first) {
            this.first = first;
        }

        TestBench bench() {
            return TestBench.builder()
                    .hosts("alice", "bob")
                    .hcaConfig(config -> config.withGid(first.high(), first.low() + (config.gidLow() & 0xf) - 1))
                    .build();
        }
    }

    private record Path(int trafficClass, int flowLabel, int hopLimit) {
        AhAttributes to(End peer) {
            return AhAttributes.to(peer.context.gid(0))
                    .withTrafficClass(trafficClass)
                    .withFlowLabel(flowLabel)
                    .withHopLimit(hopLimit);
        }
    }

    private static final List<Path> PATHS =
            List.of(new Path(0, 0, 64), new Path(0x6a, 0x12345, 1), new Path(0xff, 0xfffff, 255));

    private static void connect(End end, End peer, QpType type, Path path) {
        if (type == QpType.UD) {
            end.qp.bringUp(QKEY);
            return;
        }
        end.qp.modify(QpAttributes.to(QpState.INIT)
                .pkeyIndex(0)
                .port(1)
                .access(AccessFlag.mask(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC)));
        QpAttributes rtr = QpAttributes.to(QpState.RTR)
                .path(path.to(peer))
                .pathMtu(Mtu.MTU_1024)
                .destinationQpn(peer.qp.number())
                .rqPsn(0xffffff);
        QpAttributes rts = QpAttributes.to(QpState.RTS).sqPsn(0xffffff);
        if (type == QpType.RC) {
            rtr.maxDestRdAtomic(1).minRnrTimer(1);
            rts.timeout(14).retryCount(7).rnrRetry(7).maxRdAtomic(1);
        }
        end.qp.modify(rtr);
        end.qp.modify(rts);
    }

    private static List<WorkRequest> requests(End alice, End bob, QpType type, Path path) {
        if (type == QpType.UD) {
            var to = alice.pd.createAh(path.to(bob));
            return List.of(
                    Datagram.of(1, to, bob.qp.number(), QKEY, alice.slice(0, 61)),
                    Datagram.of(2, to, bob.qp.number(), QKEY, alice.slice(0, 8)).withImmediate(0x8000_0001));
        }
        var remote = bob.slice(0, LONG).remote();
        List<WorkRequest> all = new ArrayList<>(List.of(
                RdmaWrite.of(1, remote, alice.slice(0, LONG)),
                RdmaWriteWithImmediate.of(2, remote, -1, alice.slice(0, 61)),
                SendWithImmediate.of(3, 0x8000_0000, alice.slice(0, 5))));
        if (type == QpType.RC) {
            all.add(RdmaRead.of(4, remote, alice.slice(0, LONG)));
            all.add(AtomicFetchAndAdd.of(5, bob.slice(0, 8).remote(), -1, alice.slice(0, 8)));
        }
        return all;
    }

    private static byte[] captured(TestBench bench, QpType type, Path path) throws Exception {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        End alice = new End(bench.host("alice"), type);
        End bob = new End(bench.host("bob"), type);
        connect(alice, bob, type, path);
        connect(bob, alice, type, path);
        for (int i = 0; i < 2; i++) {
            bob.qp.postRecv(i, bob.slice(4096, 4096));
        }
        try (Journal journal = Journal.of(bench);
                PcapTap _ = PcapTap.on(bench, journal, file, Long.MAX_VALUE)) {
            for (WorkRequest request : requests(alice, bob, type, path)) {
                alice.qp.post(request);
                alice.awaitSent(request.wrId()).orThrow();
            }
        }
        return file.toByteArray();
    }

    @ParameterizedTest
    @MethodSource("services")
    void shouldWriteBackWhatIsRecorded(Address address, QpType type) throws Exception {
        for (Path path : PATHS) {
            FrameRoundTrip trip = new FrameRoundTrip();
            try (TestBench bench = address.bench()) {
                List<CapturedFrame> frames = CaptureReader.frames(captured(bench, type, path));
                assertFalse(frames.isEmpty());
                for (CapturedFrame each : frames) {
                    byte[] bytes = each.bytes();
                    RoceFrame frame = RoceFrame.parse(bytes, 0, bytes.length).orElseThrow();
                    assertTrue(frame.icrcValid());
                    assertEquals(address.first.high(), frame.source().high());
                    assertEquals(address.first.high(), frame.destination().high());
                    assertTrue(Set.of(0, 1).contains((int) (frame.source().low() - address.first.low())));
                    assertEquals(path.trafficClass, frame.ip().trafficClass());
                    assertEquals(
                            frame.isOverIpv4() ? 0 : path.flowLabel, frame.ip().flowLabel());
                    assertEquals(
                            type == QpType.UD ? path.hopLimit : 64, frame.ip().hopLimit());
                    trip.check(bytes, address + " " + type + " " + path + " " + each.number());
                }
                assertEquals(List.of(), CaptureCheck.check(frames).findings());
            }
        }
    }

    static List<Arguments> services() {
        List<Arguments> all = new ArrayList<>();
        for (Address address : Address.values()) {
            for (QpType type : List.of(QpType.RC, QpType.UC, QpType.UD)) {
                all.add(Arguments.of(address, type));
            }
        }
        return all;
    }
}
