package dev.fenestra.tools.windows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.Side;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Step 2 of the demo. The window starts and ends inside a page, across a page boundary. */
class TypeOneWindowTest {
    private static final int OFFSET = 4000;
    private static final int LENGTH = 300;

    @AutoClose
    private final Pair pair = new Pair();

    private final Side alice = pair.alice();
    private final Side bob = pair.bob();
    private final MemoryWindow window = bob.pd().allocMw(MwType.TYPE_1);

    @Test
    void shouldWriteThroughAWindowWhoseKeyCameByASendRightBehindTheBind() {
        alice.qp().postRecv(1, alice.region().slice(8192, RemoteBuffer.BYTES));
        bob.qp().bindMw(2, window, bob.region().slice(OFFSET, LENGTH), AccessFlag.REMOTE_WRITE);
        bob.memory()
                .put(0, window.remote(bob.region().address() + OFFSET, LENGTH).encode());
        bob.qp().post(Send.of(3, bob.region().slice(0, RemoteBuffer.BYTES)));
        alice.await(1).orThrow();
        RemoteBuffer told = RemoteBuffer.decode(alice.memory().get(8192, RemoteBuffer.BYTES));

        alice.perform(RdmaWrite.of(4, told, data(LENGTH)));

        assertEquals(window.rkey(), told.rkey());
        assertArrayEquals(alice.memory().get(0, LENGTH), bob.memory().get(OFFSET, LENGTH));
        assertEquals((byte) 0xbb, bob.memory().get(OFFSET - 1, 1)[0]);
        assertEquals((byte) 0xbb, bob.memory().get(OFFSET + LENGTH, 1)[0]);
    }

    @Test
    void shouldRefuseAReadThroughAWriteOnlyWindow() {
        RemoteBuffer bound = bind(1);
        pair.assertRefused(HcaRule.A5, bound, RdmaRead.of(2, bound, data(LENGTH)));
    }

    @Test
    void shouldRefuseAWriteOneByteBeyondTheWindow() {
        RemoteBuffer bound = bind(1);
        pair.assertRefused(HcaRule.A7, bound, RdmaWrite.of(2, bound, data(LENGTH + 1)));
    }

    @Test
    void shouldMoveTheTagAndKeepTheIndexWhenItIsBoundAgain() {
        RemoteBuffer first = bind(1);
        RemoteBuffer second = bind(2);

        assertEquals(MemoryKey.next(first.rkey()), second.rkey());
    }

    @Test
    void shouldRefuseTheOldKeyOnceTheWindowIsBoundAgain() {
        RemoteBuffer first = bind(1);
        bind(2);
        pair.assertRefused(HcaRule.R2, first, RdmaWrite.of(3, first, data(LENGTH)));
    }

    @Test
    void shouldWriteThroughTheNewKeyOnceTheQpsAreConnectedAgain() {
        RemoteBuffer first = bind(1);
        RemoteBuffer second = bind(2);
        pair.assertRefused(HcaRule.R2, first, RdmaWrite.of(3, first, data(LENGTH)));
        pair.reconnect();

        alice.perform(RdmaWrite.of(4, second, data(LENGTH)));

        assertArrayEquals(alice.memory().get(0, LENGTH), bob.memory().get(OFFSET, LENGTH));
    }

    @Test
    void shouldRefuseAWriteOnceABindOfLengthZeroUnboundTheWindow() {
        bind(1);
        unbind(2);
        RemoteBuffer unbound = window.remote(bob.region().address() + OFFSET, LENGTH);
        pair.assertRefused(HcaRule.A4, unbound, RdmaWrite.of(3, unbound, data(LENGTH)));
    }

    @Test
    void shouldRefuseTheKeyFromBeforeTheUnbind() {
        RemoteBuffer bound = bind(1);
        unbind(2);
        pair.assertRefused(HcaRule.R2, bound, RdmaWrite.of(3, bound, data(LENGTH)));
    }

    @Test
    void shouldBindAndUnbindWithoutTransitionPinOrMttEntry() {
        long transitions = bob.host().process().transitions().total();
        long pinned = bob.host().process().memory().pinnedPages();
        long mtt = bob.host().hca().counters().mttWritten;
        long binds = bob.host().hca().counters().binds;

        bind(1);
        bind(2);
        unbind(3);

        assertEquals(binds + 2, bob.host().hca().counters().binds);
        assertEquals(transitions, bob.host().process().transitions().total());
        assertEquals(pinned, bob.host().process().memory().pinnedPages());
        assertEquals(mtt, bob.host().hca().counters().mttWritten);
    }

    private RemoteBuffer bind(long wrId) {
        return bob.bind(wrId, window, OFFSET, LENGTH, AccessFlag.REMOTE_WRITE);
    }

    private void unbind(long wrId) {
        bob.qp().unbindMw(wrId, window);
        bob.await(wrId).orThrow();
    }

    private MemorySlice data(int bytes) {
        return alice.region().slice(0, bytes);
    }
}
