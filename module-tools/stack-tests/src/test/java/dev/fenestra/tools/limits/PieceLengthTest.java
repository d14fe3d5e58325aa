package dev.fenestra.tools.limits;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.PlacementType;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.Peer;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.handles.SrqSpec;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.AtomicCompareAndSwap;
import dev.fenestra.uverbs.request.AtomicFetchAndAdd;
import dev.fenestra.uverbs.request.Flush;
import dev.fenestra.uverbs.request.PostException;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.RdmaWriteWithImmediate;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.SendWithImmediate;
import dev.fenestra.uverbs.request.SendWithInvalidate;
import dev.fenestra.uverbs.request.WorkRequest;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pieces of 2^31 bytes and more, whose length says "inline" in a data segment; and inline data for an answer. */
class PieceLengthTest {
    private static final int ANSWER = 12;

    @AutoClose
    private final TestBench bench = TestBench.twoHosts();

    private final QpPair pair =
            bench.pair(bench.host("alice").open(), bench.host("bob").open());
    private final Peer alice = pair.one();
    private final Peer bob = pair.other();
    private final RemoteBuffer remote =
            bob.window(0, 64, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC);

    private MemorySlice piece(long length) {
        return new MemorySlice(alice.region(), alice.region().address(), length);
    }

    private void assertRefused(WorkRequest... requests) {
        PostException refused =
                assertThrows(PostException.class, () -> alice.qp().post(requests));
        assertEquals(Errno.EINVAL, refused.errno());
        assertEquals("MLX-49", refused.rule().id());
        assertEquals(requests.length - 1, refused.badIndex());
    }

    @ParameterizedTest
    @ValueSource(longs = {0x80000000L, 0x8000000cL, 0xffffffffL})
    void shouldRefuseAPieceOfTwoGibibytesAtThePost(long length) {
        byte[] before = bob.memory().get(0, 64);
        MemorySlice piece = piece(length);
        for (WorkRequest request : List.of(
                Send.of(1, piece),
                SendWithImmediate.of(1, 5, piece),
                SendWithInvalidate.of(1, 0x500, piece),
                RdmaWrite.of(1, remote, piece),
                RdmaWriteWithImmediate.of(1, remote, 5, piece),
                RdmaRead.of(1, remote, piece),
                AtomicFetchAndAdd.of(1, remote, 1, piece),
                AtomicCompareAndSwap.of(1, remote, 1, 2, piece))) {
            assertRefused(request);
        }
        assertRefused(RdmaWrite.of(1, remote, piece(8), piece));
        assertArrayEquals(before, bob.memory().get(0, 64));
        assertEquals(
                WcStatus.SUCCESS,
                alice.attempt(RdmaWrite.of(2, remote, piece(8))).status(),
                "the QP goes on");
    }

    @Test
    void shouldPostTheRequestsBeforeTheRefusedOne() {
        assertRefused(RdmaWrite.of(1, remote, piece(8)), RdmaWrite.of(2, remote, piece(0x80000008L)));
        assertEquals(WcStatus.SUCCESS, alice.cq().await(1, Patience.LIMIT).status());
    }

    @Test
    void shouldRefuseReceivesOfTwoGibibytes() {
        MemorySlice piece = new MemorySlice(bob.region(), bob.region().address(), 0x80000010L);
        SharedReceiveQueue srq = bob.pd().createSrq(SrqSpec.of(4));

        for (PostException refused : List.of(
                assertThrows(PostException.class, () -> bob.qp().postRecv(1, piece)),
                assertThrows(PostException.class, () -> srq.post(1, piece)))) {
            assertEquals(Errno.EINVAL, refused.errno());
            assertEquals("MLX-49", refused.rule().id());
        }
        assertEquals(
                Errno.EINVAL.code(),
                srq.post(1, bob.region().lkey(), bob.region().address(), 0x80000000));
        bob.qp().postRecv(2, bob.region().slice(0, 64));
        assertEquals(WcStatus.SUCCESS, alice.attempt(Send.of(3, piece(64))).status(), "the queue goes on");
    }

    /** The sum of two pieces does not wrap around. */
    @Test
    void shouldRefuseAMessageWhosePiecesAreTogetherTooLong() {
        RdmaWrite write = RdmaWrite.of(1, remote, piece(Integer.MAX_VALUE), piece(Integer.MAX_VALUE), piece(10));
        assertEquals(WcStatus.LOC_LEN_ERR, alice.attempt(write).status());
        assertEquals("T5", bench.host("alice").refusals().getLast().ruleId());
    }

    /** 12 inline bytes that spell alice's own key and an address in her region. */
    private void spell() {
        byte[] spelled = ByteBuffer.allocate(ANSWER)
                .putInt(alice.region().lkey())
                .putLong(alice.region().address() + 1024)
                .array();
        alice.memory().put(0, spelled);
        bob.memory().put(0, "well-chosen bytes".getBytes());
    }

    private void assertLocalError(WorkRequest request) {
        byte[] before = alice.memory().get(1024, 64);
        byte[] ofBob = bob.memory().get(0, 64);
        assertEquals(WcStatus.LOC_QP_OP_ERR, alice.attempt(request).status());
        assertEquals("W1", bench.host("alice").refusals().getLast().ruleId());
        assertArrayEquals(before, alice.memory().get(1024, 64), "where the bytes point");
        assertArrayEquals(ofBob, bob.memory().get(0, 64), "nothing was executed");
    }

    @Test
    void shouldRefuseAnInlineRead() {
        spell();
        int flags = SendFlag.SIGNALED | SendFlag.INLINE;
        assertLocalError(new RdmaRead(1, flags, remote, List.of(piece(ANSWER))));
    }

    @Test
    void shouldRefuseInlineAtomics() {
        spell();
        int flags = SendFlag.SIGNALED | SendFlag.INLINE;
        assertLocalError(new AtomicFetchAndAdd(1, flags, remote, 1, piece(ANSWER)));
        pair.reconnect();
        assertLocalError(new AtomicCompareAndSwap(2, flags, remote, 1, 2, piece(ANSWER)));
    }

    @Test
    void shouldSendInlineDataBehindAPieceOfMemory() {
        spell();
        int errno = alice.qp()
                .builder()
                .start()
                .request(1, SendFlag.SIGNALED)
                .rdmaWrite(remote.rkey(), remote.address())
                .sge(alice.region(), alice.region().address(), 8)
                .inline(alice.memory(), 0, ANSWER)
                .complete();
        assertEquals(0, errno);
        assertEquals(WcStatus.SUCCESS, alice.await(1).status());
        assertArrayEquals(alice.memory().get(0, 8), bob.memory().get(0, 8), "the piece of memory");
        assertArrayEquals(alice.memory().get(0, ANSWER), bob.memory().get(8, ANSWER), "the inline data behind it");
    }

    @Test
    void shouldNotFlushLessThanWasAskedFor() {
        RemoteBuffer long4 = new RemoteBuffer(remote.address(), 0x1_0000_0008L, remote.rkey());
        assertThrows(IllegalArgumentException.class, () -> alice.qp().post(Flush.of(1, long4, PlacementType.GLOBAL)));
    }
}
