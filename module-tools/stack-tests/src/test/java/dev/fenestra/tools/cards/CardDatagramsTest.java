package dev.fenestra.tools.cards;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.CompletionChannel;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.CqSpec;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.AddressHandle;
import dev.fenestra.uverbs.request.Datagram;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** Java programs that send datagrams between cards of different vendors, one of which has nothing else. */
@ParameterizedClass
@CsvSource({"efa, efa", "efa, mlx5", "rxe, efa"})
class CardDatagramsTest {
    private static final int PAGE = 4096;
    private static final int GRH = 40;
    private static final int QKEY = 0x11111111;

    @AutoClose
    private final TestBench bench;

    private final End alice;
    private final End bob;

    CardDatagramsTest(String one, String other) {
        bench = TestBench.builder()
                .provider("alice", one)
                .provider("bob", other)
                .build();
        alice = new End(bench.host("alice").open());
        bob = new End(bench.host("bob").open());
    }

    /** A UD QP with room for 8 requests, and 4 pages of memory. */
    private static final class End {
        private final Context context;
        private final ProtectionDomain pd;
        private final CompletionChannel channel;
        private final CompletionQueue cq;
        private final Memory memory;
        private final MemoryRegion region;
        private final QueuePair qp;

        End(Context context) {
            this.context = context;
            pd = context.allocPd();
            channel = context.createCompletionChannel();
            cq = context.createCq(CqSpec.of(64).channel(channel));
            memory = context.allocate(4 * PAGE);
            byte[] pattern = new byte[4 * PAGE];
            for (int i = 0; i < pattern.length; i++) {
                pattern[i] = (byte) (i * 7 + context.hashCode());
            }
            memory.put(0, pattern);
            region = pd.regMr(memory, AccessFlag.LOCAL_WRITE);
            qp = pd.createQp(QpSpec.ud(cq, cq).maxSend(8).maxRecv(8).maxSge(2).maxInline(32));
            qp.bringUp(QKEY);
        }

        Completion await(long wrId) {
            return cq.await(wrId, Patience.LIMIT);
        }

        AddressHandle pathTo(End peer) {
            return pd.createAh(peer.context.gid(0));
        }
    }

    private static void exchange(End from, End to) {
        AddressHandle path = from.pathTo(to);
        // More than the rings have slots.
        for (int i = 0; i < 40; i++) {
            to.qp.postRecv(100 + i, to.region.slice(0, GRH + 7), to.region.slice(2 * PAGE - 5, 100));
            Datagram datagram = Datagram.of(i, path, to.qp.number(), QKEY, from.region.slice(i, 30));
            from.qp.post(i % 2 == 0 ? datagram : datagram.inlined());
            from.await(i).orThrow();
            Completion.Done received = to.await(100 + i).orThrow();
            assertEquals(GRH + 30, received.byteLength());
            assertEquals(from.qp.number(), received.sourceQpNumber().orElseThrow());
            assertArrayEquals(from.memory.get(i, 7), to.memory.get(GRH, 7));
            assertArrayEquals(from.memory.get(i + 7, 23), to.memory.get(2 * PAGE - 5, 23));
        }
    }

    @Test
    void shouldPlaceDatagramsInTwoPiecesInBothDirections() {
        exchange(alice, bob);
        exchange(bob, alice);
    }

    @Test
    void shouldCarryImmediateData() {
        bob.qp.postRecv(1, bob.region.slice(0, GRH + 8));
        alice.qp.post(Datagram.of(2, alice.pathTo(bob), bob.qp.number(), QKEY, alice.region.slice(0, 8))
                .withImmediate(0x01020304));
        alice.await(2).orThrow();
        assertEquals(0x01020304, bob.await(1).orThrow().immediate().orElseThrow());
    }

    @Test
    void shouldTellAChannelOfTheNextDatagram() {
        bob.cq.requestNotify(false);
        bob.qp.postRecv(1, bob.region.slice(0, GRH + 8));
        alice.qp.post(Datagram.of(2, alice.pathTo(bob), bob.qp.number(), QKEY, alice.region.slice(0, 8)));
        alice.await(2).orThrow();
        assertEquals(bob.cq, bob.channel.awaitEvent(Patience.LIMIT));
        bob.cq.ackEvents(1);
        bob.await(1).orThrow();
    }

    @Test
    void shouldRefuseADatagramByTheKeyOfItsMemoryAndGoOnAfterAReset() {
        try (MemoryRegion other = alice.context.allocPd().regMr(alice.memory, AccessFlag.LOCAL_WRITE)) {
            alice.qp.post(Datagram.of(3, alice.pathTo(bob), bob.qp.number(), QKEY, other.slice(0, 8)));
            Completion refused = alice.await(3);
            assertEquals(WcStatus.LOC_PROT_ERR, refused.status());
            assertTrue(((Completion.Failed) refused).vendorError() != 0);
        }
        alice.qp.reset();
        assertEquals(QpState.RESET, alice.qp.state());
        alice.qp.bringUp(QKEY);
        exchange(alice, bob);
    }
}
