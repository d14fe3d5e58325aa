package dev.fenestra.tools.observe.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.FaultRates;
import dev.fenestra.hw.sim.fabric.fault.FaultStage;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.CapturedFrames;
import dev.fenestra.tools.testing.CapturedFrames.Captured;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.AtomicFetchAndAdd;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.WorkRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Comments of captures beside what the journal knows. */
class CommentTruthTest {
    private static final int BYTES = 16384;
    private static final int QPS = 3;
    private static final int DEPTH = 8;
    private static final AccessFlag[] ALL = {
        AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC
    };

    private final TestBench bench = TestBench.twoHosts(7);
    private final Journal journal = Journal.of(bench);
    private final JournalTruth truth = new JournalTruth();
    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private final Peer alice = new Peer("alice");
    private final Peer bob = new Peer("bob");
    private long lastWrId;

    private final class Peer {
        private final String name;
        private final ProtectionDomain pd;
        private final CompletionQueue cq;
        private final MemoryRegion region;

        Peer(String name) {
            this.name = name;
            Context context = bench.host(name).open();
            pd = context.allocPd();
            cq = context.createCq(256);
            Memory memory = context.allocate(BYTES);
            region = pd.regMr(memory, ALL);
        }

        QueuePair qp() {
            return pd.createQp(QpSpec.rc(cq, cq).maxSend(DEPTH).maxRecv(DEPTH));
        }
    }

    @AfterEach
    void close() {
        journal.close();
        bench.close();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldNameTheRequestOfEachPacketWhenTheLinkFailsAndQpsComeAndGo(long seed) throws IOException {
        Random random = new Random(seed);
        FaultRates rates = new FaultRates(0.03, 0.03, 0.03, 0.03, 0.03, 400_000);
        bench.fabric().through(new FaultStage(FaultPlan.of(seed, rates)));
        List<Captured> packets = captured(() -> {
            for (int round = 0; round < 4; round++) {
                talk(random);
            }
        });

        assertTrue(packets.stream().anyMatch(it -> it.comment().contains(", sent again")), "repeated packets");
        assertTrue(packets.stream().anyMatch(it -> it.comment().contains(" answers ")), "answers");
        assertEachIsRight(packets);
    }

    @Test
    void shouldNameTheRequestWhenThePlaceOfItsWqeIsUsedAgain() throws IOException {
        QueuePair one = alice.qp();
        QueuePair other = bob.qp();
        connect(one, other);
        List<Captured> packets = captured(() -> {
            RemoteBuffer target = bob.region.slice(0, 8).remote();
            for (int posted = 0; posted < 0x10010; posted++) {
                one.post(RdmaWrite.of(++lastWrId, target, alice.region.slice(0, 8)));
                alice.cq.await(lastWrId, Patience.LIMIT).orThrow();
            }
        });

        assertEquals(2 * 0x10010, packets.size());
        assertEquals("alice QP 0x000040 WQE 3 RDMA_WRITE wr_id=" + 4, JournalTruth.causeIn(packets.get(6)));
        assertEquals(
                "alice QP 0x000040 WQE 3 RDMA_WRITE wr_id=" + 0x10004, JournalTruth.causeIn(packets.get(2 * 0x10003)));
        assertEquals(
                "bob QP 0x000040 answers alice QP 0x000040 WQE 3 RDMA_WRITE wr_id=" + 0x10004,
                JournalTruth.causeIn(packets.get(2 * 0x10003 + 1)));
    }

    /** What this captures while it runs. */
    private List<Captured> captured(Runnable work) throws IOException {
        journal.addSink(truth);
        try (PcapTap tap = PcapTap.on(bench, journal, file, Long.MAX_VALUE)) {
            work.run();
            assertEquals(0, tap.skipped());
        }
        return CapturedFrames.packets(file.toByteArray());
    }

    private void assertEachIsRight(List<Captured> packets) {
        journal.mark();
        for (Captured packet : packets) {
            String host = packet.interfaceNumber() == 0 ? "alice" : "bob";
            assertEquals(truth.causes(host, packet), List.of(JournalTruth.causeIn(packet)), packet.comment());
        }
    }

    /** Three pairs of QPs, in another order on each side, are made, used, connected again, used and closed. */
    private void talk(Random random) {
        List<QueuePair> ones = new ArrayList<>();
        List<QueuePair> others = new ArrayList<>();
        for (int i = 0; i < QPS; i++) {
            ones.add(alice.qp());
            others.addFirst(bob.qp());
        }
        for (int i = 0; i < QPS; i++) {
            connect(ones.get(i), others.get(i));
        }
        use(random, ones, others);
        for (int i = 0; i < QPS; i++) {
            ones.get(i).reset();
            others.get(i).reset();
        }
        for (int i = 0; i < QPS; i++) {
            connect(ones.get(i), others.get(i));
        }
        use(random, ones, others);
        ones.forEach(QueuePair::close);
        others.forEach(QueuePair::close);
    }

    private void connect(QueuePair one, QueuePair other) {
        bench.connectPair(one, other);
        truth.connected("alice", one.number(), "bob", other.number());
    }

    private void use(Random random, List<QueuePair> ones, List<QueuePair> others) {
        for (int turn = 0; turn < 3; turn++) {
            List<Long> ofAlice = new ArrayList<>();
            List<Long> ofBob = new ArrayList<>();
            for (int i = 0; i < QPS; i++) {
                post(random, ones.get(i), alice, others.get(i), bob, ofAlice, ofBob);
                post(random, others.get(i), bob, ones.get(i), alice, ofBob, ofAlice);
            }
            ofAlice.forEach(wrId -> alice.cq.await(wrId, Patience.LIMIT).orThrow());
            ofBob.forEach(wrId -> bob.cq.await(wrId, Patience.LIMIT).orThrow());
        }
    }

    private void post(
            Random random,
            QueuePair from,
            Peer sender,
            QueuePair to,
            Peer receiver,
            List<Long> sent,
            List<Long> received) {
        for (int i = random.nextInt(DEPTH) + 1; i > 0; i--) {
            int bytes = 1 + random.nextInt(BYTES - 8);
            MemorySlice here = sender.region.slice(0, bytes);
            RemoteBuffer there = receiver.region.slice(0, bytes).remote();
            WorkRequest request = switch (random.nextInt(4)) {
                case 0 -> RdmaWrite.of(++lastWrId, there, here);
                case 1 -> RdmaRead.of(++lastWrId, there, here);
                case 2 ->
                    AtomicFetchAndAdd.of(
                            ++lastWrId,
                            new RemoteBuffer(there.address(), 8, there.rkey()),
                            1,
                            sender.region.slice(0, 8));
                default -> {
                    to.postRecv(++lastWrId, receiver.region.slice(0, BYTES));
                    received.add(lastWrId);
                    yield Send.of(++lastWrId, here);
                }
            };
            from.post(request);
            sent.add(request.wrId());
        }
    }
}
