package dev.fenestra.tools.windows;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.Side;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.BindMw;
import dev.fenestra.uverbs.request.LocalInvalidate;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.SendWithInvalidate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Steps 4 and 5 of the demo. */
class DeregistrationTest {
    @AutoClose
    private final Pair pair = new Pair();

    private final Side alice = pair.alice();
    private final Side bob = pair.bob();
    private final MemoryWindow window = bob.pd().allocMw(MwType.TYPE_2);
    private final RemoteBuffer bound = bind();

    @Test
    void shouldRefuseToDeregisterWhileAWindowIsBoundAndNameIt() {
        byte[] before = bob.bytes();

        VerbsException refusal =
                assertThrows(VerbsException.class, () -> bob.region().close());

        String values = refusal.values();
        assertAll(
                () -> assertEquals(Errno.EBUSY, refusal.errno()),
                () -> assertEquals(KernelRule.UNBOUND, refusal.rule()),
                () -> assertTrue(values.contains(window.name()), values),
                () -> assertTrue(values.contains(MemoryKey.text(bound.rkey())), values),
                () -> assertTrue(
                        values.contains(String.format("QP 0x%x", bob.qp().number())), values),
                () -> assertEquals(
                        KernelRule.UNBOUND.id(),
                        bob.host().kernel().refusals().refusals().getLast().ruleId()),
                () -> assertTrue(bob.region().isOpen()),
                () -> assertArrayEquals(before, bob.bytes(), "bob's memory"));
    }

    @Test
    void shouldChangeNothingWhenItRefuses() {
        long pinned = bob.host().process().memory().pinnedPages();
        assertThrows(VerbsException.class, () -> bob.region().close());

        alice.perform(RdmaWrite.of(2, bound, alice.region().all()));

        assertEquals(pinned, bob.host().process().memory().pinnedPages());
        assertArrayEquals(alice.bytes(), bob.bytes());
    }

    @Test
    void shouldDeregisterOnceTheOwnerInvalidatedTheWindow() {
        long pinned = bob.host().process().memory().pinnedPages();
        bob.perform(LocalInvalidate.of(2, bound.rkey()));

        bob.region().close();

        assertFalse(bob.region().isOpen());
        assertEquals(pinned - 3, bob.host().process().memory().pinnedPages());
    }

    @Test
    void shouldDeregisterOnceThePeerInvalidatedTheWindow() {
        bob.qp().postRecv(2);
        alice.perform(SendWithInvalidate.of(3, bound.rkey()));

        bob.region().close();

        assertFalse(bob.region().isOpen());
    }

    @Test
    void shouldKeepWhatWasWrittenInMemoryOfTheProgram() {
        alice.perform(RdmaWrite.of(2, bound, alice.region().all()));
        bob.perform(LocalInvalidate.of(3, bound.rkey()));

        bob.region().close();

        assertArrayEquals(alice.bytes(), bob.bytes());
    }

    @Test
    void shouldRefuseTheKeyOfARegionThatIsGone() {
        RemoteBuffer region = bob.region().remote();
        bob.perform(LocalInvalidate.of(2, bound.rkey()));
        bob.region().close();

        pair.assertRefused(
                HcaRule.R1, region, RdmaWrite.of(3, region, alice.region().slice(0, 100)));
    }

    private RemoteBuffer bind() {
        int key = window.nextKey();
        bob.perform(BindMw.of(1, window, key, bob.region().all(), AccessFlag.REMOTE_WRITE));
        window.rkey(key);
        return window.remote(bob.region().address(), bob.region().length());
    }
}
