package dev.fenestra.tools.windows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.Side;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.BindMw;
import dev.fenestra.uverbs.request.LocalInvalidate;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.SendWithInvalidate;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Step 3 of the demo. */
class TypeTwoWindowTest {
    private static final int OFFSET = 100;
    private static final int LENGTH = 5000;

    @AutoClose
    private final Pair pair = new Pair();

    private final Side alice = pair.alice();
    private final Side bob = pair.bob();
    private final MemoryWindow window = bob.pd().allocMw(MwType.TYPE_2);

    @Test
    void shouldCarryARegionWindowByWindowWithEachKeySentBehindItsBind() {
        byte[] data = new byte[Side.REGION_BYTES];
        new Random(7).nextBytes(data);
        alice.memory().put(0, data);
        int part = Side.REGION_BYTES / 4;

        for (int i = 0; i < 4; i++) {
            long wrId = 10L * i;
            RemoteBuffer told = bindAndTell(wrId, bob.region().slice((long) i * part, part));
            alice.perform(RdmaWrite.of(wrId + 4, told, alice.region().slice((long) i * part, part)));
            sendWithInvalidate(wrId + 5, told.rkey());
        }

        assertArrayEquals(data, bob.bytes());
    }

    @Test
    void shouldReportTheInvalidatedKeyToTheReceiver() {
        RemoteBuffer bound = bind(1);

        Completion.Done received = sendWithInvalidate(2, bound.rkey());

        assertEquals(OptionalInt.of(bound.rkey()), received.invalidatedKey());
    }

    @Test
    void shouldRefuseAWriteWithAKeyThatThePeerInvalidated() {
        RemoteBuffer bound = bind(1);
        sendWithInvalidate(2, bound.rkey());
        pair.assertRefused(HcaRule.A4, bound, RdmaWrite.of(4, bound, data()));
    }

    @Test
    void shouldRefuseAWriteWithAKeyThatItsOwnerInvalidated() {
        RemoteBuffer bound = bind(1);
        bob.perform(LocalInvalidate.of(2, bound.rkey()));
        pair.assertRefused(HcaRule.A4, bound, RdmaWrite.of(3, bound, data()));
    }

    @Test
    void shouldRefuseTheKeyOfAnEarlierBind() {
        RemoteBuffer first = bind(1);
        sendWithInvalidate(2, first.rkey());
        bind(4);
        pair.assertRefused(HcaRule.R2, first, RdmaWrite.of(5, first, data()));
    }

    @Test
    void shouldBindAndInvalidateWithoutTransitionPinOrMttEntry() {
        long transitions = bob.host().process().transitions().total();
        long pinned = bob.host().process().memory().pinnedPages();
        long mtt = bob.host().hca().counters().mttWritten;

        for (int i = 0; i < 300; i++) {
            bob.perform(LocalInvalidate.of(2L * i + 1, bind(2L * i).rkey()));
        }

        assertEquals(300, bob.host().hca().counters().binds);
        assertEquals(transitions, bob.host().process().transitions().total());
        assertEquals(pinned, bob.host().process().memory().pinnedPages());
        assertEquals(mtt, bob.host().hca().counters().mttWritten);
    }

    private RemoteBuffer bind(long wrId) {
        MemorySlice range = bob.region().slice(OFFSET, LENGTH);
        int key = window.nextKey();
        bob.perform(BindMw.of(wrId, window, key, range, AccessFlag.REMOTE_WRITE));
        window.rkey(key);
        return window.remote(range.address(), range.length());
    }

    private RemoteBuffer bindAndTell(long wrId, MemorySlice range) {
        MemorySlice inbox = alice.region().slice(0, RemoteBuffer.BYTES);
        byte[] before = alice.memory().get(0, RemoteBuffer.BYTES);
        alice.qp().postRecv(wrId, inbox);
        int key = window.nextKey();
        RemoteBuffer told = new RemoteBuffer(range.address(), range.length(), key);
        byte[] overwritten = bob.memory().get(0, RemoteBuffer.BYTES);
        bob.memory().put(0, told.encode());
        bob.qp()
                .post(
                        BindMw.of(wrId + 1, window, key, range, AccessFlag.REMOTE_WRITE),
                        Send.of(wrId + 2, bob.region().slice(0, RemoteBuffer.BYTES)));
        alice.await(wrId).orThrow();
        window.rkey(key);
        bob.memory().put(0, overwritten);
        RemoteBuffer received = RemoteBuffer.decode(alice.memory().get(0, RemoteBuffer.BYTES));
        alice.memory().put(0, before);
        return received;
    }

    /** Uses two numbers for requests; the result is bob's receive. */
    private Completion.Done sendWithInvalidate(long wrId, int rkey) {
        bob.qp().postRecv(wrId + 1);
        alice.perform(SendWithInvalidate.of(wrId, rkey));
        return bob.await(wrId + 1).orThrow();
    }

    private MemorySlice data() {
        return alice.region().slice(0, LENGTH);
    }
}
