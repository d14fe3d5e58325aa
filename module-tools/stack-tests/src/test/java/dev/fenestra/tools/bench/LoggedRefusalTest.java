package dev.fenestra.tools.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.kernel.inspection.LoggedRefusal;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.WorkCompletionException;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.PostException;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A line of the log says when, whose and which request it was, as far as the host can know. */
class LoggedRefusalTest {
    @AutoClose
    private final TestBench bench = TestBench.twoHosts();

    private Peer alice;
    private Peer bob;

    @BeforeEach
    void connect() {
        QpPair pair = bench.pair(bench.host("alice").open(), bench.host("bob").openIn("server"));
        alice = pair.one();
        bob = pair.other();
    }

    private static LoggedRefusal last(Peer peer) {
        return peer.host().kernel().refusals().contents().last().getLast();
    }

    @Test
    void shouldNameTheProcessOfTheQpWhenTheCardRefusesAPeer() {
        bench.run(Duration.ofNanos(5_000));
        MemoryRegion closed = bob.pd().regMr(bob.context().allocate(64));
        assertThrows(
                WorkCompletionException.class,
                () -> alice.perform(
                        RdmaWrite.of(1, closed.remote(), alice.region().slice(0, 64))));
        LoggedRefusal logged = last(bob);
        assertEquals("server", logged.caller().process());
        assertTrue(logged.caller().isKnown());
        assertTrue(logged.nanos() >= 5_000, logged::toString);
        assertNull(logged.wrId(), "bob cannot know the peer's number");
        assertTrue(
                logged.toString()
                        .endsWith(" s, process server (" + logged.caller().pid() + ")"),
                logged::toString);
    }

    @Test
    void shouldNameTheRequestOnceItsProcessHasSeenItFail() {
        MemoryRegion readOnly = alice.pd().regMr(alice.context().allocate(64), AccessFlag.REMOTE_READ);
        alice.qp().post(RdmaRead.of(42, bob.window(0, 64, AccessFlag.REMOTE_READ), readOnly.slice(0, 64)));
        assertThrows(
                WorkCompletionException.class,
                () -> alice.cq().await(42, Duration.ofMillis(1)).orThrow());
        assertEquals(42, last(alice).wrId());
        assertTrue(last(alice).toString().endsWith(", wr_id 42"), last(alice)::toString);
    }

    @Test
    void shouldNameTheRequestOfARefusedPost() {
        int room = alice.context().deviceAttributes().maxInline();
        MemoryRegion large = alice.pd().regMr(alice.context().allocate(room + 4096));
        assertThrows(
                PostException.class,
                () -> alice.qp().post(Send.of(43, large.slice(0, room + 1)).inlined()));
        assertEquals(43, last(alice).wrId());
        assertEquals(alice.context().process().name(), last(alice).caller().process());
    }

    @Test
    void shouldNameTheProcessOfASystemCall() {
        ProtectionDomain pd = bob.context().allocPd();
        pd.allocMw(MwType.TYPE_1);
        assertThrows(VerbsException.class, pd::close);
        assertEquals("server", last(bob).caller().process());
    }

    @Test
    void shouldCountOnlyWhatCameAfterTheMark() {
        shouldNameTheProcessOfASystemCall();
        RefusalMark mark = RefusalMark.of(bench.hosts());
        assertTrue(mark.since().isEmpty());
        shouldNameTheProcessOfASystemCall();
        RefusalMark.Since fresh = mark.since().getFirst();
        assertEquals("bob", fresh.host().name());
        assertEquals(1, fresh.count());
        assertEquals(last(bob), fresh.kept().getFirst());
    }
}
