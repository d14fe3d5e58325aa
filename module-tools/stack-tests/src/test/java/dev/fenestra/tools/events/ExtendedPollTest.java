package dev.fenestra.tools.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.WcFlag;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.Side;
import dev.fenestra.uverbs.handles.CompletionCursor;
import dev.fenestra.uverbs.request.LocalInvalidate;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.SendWithImmediate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ExtendedPollTest {
    private static final int EMPTY = Errno.ENOENT.code();

    @AutoClose
    private final Pair pair = new Pair();

    private final Side alice = pair.alice();
    private final Side bob = pair.bob();
    private final CompletionCursor cursor = alice.cq().cursor();

    /** Starts a poll that finds something, in a few turns of the device. */
    private static void start(CompletionCursor cursor) {
        int errno = cursor.startPoll();
        for (int i = 0; i < 20 && errno == EMPTY; i++) {
            errno = cursor.startPoll();
        }
        assertEquals(0, errno);
    }

    @Test
    void shouldFindNothingInAnEmptyQueue() {
        assertEquals(EMPTY, cursor.startPoll());
        assertEquals(EMPTY, cursor.startPoll(), "nothing was locked");
    }

    @Test
    void shouldGoFromCompletionToCompletion() {
        bob.qp().postRecv(1, bob.region().slice(0, 64));
        bob.qp().postRecv(2, bob.region().slice(0, 64));
        alice.qp()
                .post(
                        Send.of(10, alice.region().slice(0, 8)),
                        SendWithImmediate.of(11, 0x01020304, alice.region().slice(0, 24)));

        start(cursor);
        assertEquals(10, cursor.wrId());
        assertEquals(WcStatus.SUCCESS, cursor.status());
        assertEquals(WcOpcode.SEND.code(), cursor.opcode());
        assertEquals(alice.qp().number(), cursor.qpNumber());
        assertEquals(0, cursor.nextPoll());
        assertEquals(11, cursor.wrId());
        assertEquals(EMPTY, cursor.nextPoll());
        cursor.endPoll();

        CompletionCursor bobs = bob.cq().cursor();
        start(bobs);
        assertEquals(8, bobs.byteLength());
        assertEquals(0, bobs.flags());
        assertEquals(0, bobs.nextPoll());
        assertEquals(WcOpcode.RECV.code(), bobs.opcode());
        assertEquals(24, bobs.byteLength());
        assertEquals(WcFlag.WITH_IMM, bobs.flags());
        assertEquals(0x01020304, bobs.immediateOrKey());
        bobs.endPoll();
    }

    @Test
    void shouldTellErrors() {
        alice.qp()
                .post(RdmaWrite.of(
                        7, bob.region().slice(0, 8).remote(), alice.region().slice(0, 8)));
        alice.qp().post(LocalInvalidate.of(8, 0x100));

        start(cursor);
        assertEquals(7, cursor.wrId());
        assertEquals(WcStatus.REM_ACCESS_ERR, cursor.status());
        assertEquals(0, cursor.vendorError(), "the peer enforced the rule");
        assertEquals(0, cursor.nextPoll());
        assertEquals(WcStatus.WR_FLUSH_ERR, cursor.status());
        assertTrue(cursor.vendorError() != 0);
        cursor.endPoll();
    }

    @Test
    void shouldBeginWithCompletionsThatWereKeptWhileAnotherWasAwaited() {
        bob.qp().postRecv(1, bob.region().slice(0, 64));
        bob.qp().postRecv(2, bob.region().slice(0, 64));
        alice.qp()
                .post(
                        Send.of(10, alice.region().slice(0, 8)),
                        Send.of(11, alice.region().slice(0, 8)));
        alice.await(11);
        bob.qp().postRecv(3, bob.region().slice(0, 64));
        alice.qp().post(Send.of(12, alice.region().slice(0, 8)));

        start(cursor);
        assertEquals(10, cursor.wrId());
        cursor.endPoll();
        start(cursor);
        assertEquals(12, cursor.wrId());
        cursor.endPoll();
    }
}
