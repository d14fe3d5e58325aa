package dev.fenestra.tools.windows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.tools.bench.Peer;
import dev.fenestra.tools.junit.Fenestra;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.request.BindMw;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

@Fenestra
class NullWindowTest {
    private static final String NO_WINDOW = "the window to bind is null: allocate one with ProtectionDomain.allocMw";

    /** A program that forgot to allocate its window has a null, whatever the checker says. */
    @SuppressWarnings({"NullAway", "DataFlowIssue"})
    private static MemoryWindow forgotten() {
        return null;
    }

    @SuppressWarnings({"NullAway", "DataFlowIssue"})
    private static MemorySlice nothing() {
        return null;
    }

    @Test
    void shouldSayThatTheWindowToBindIsNull(Peer alice) {
        assertRefused(
                NO_WINDOW,
                () -> alice.qp().bindMw(1, forgotten(), alice.region().all()));
        assertRefused(NO_WINDOW, () -> alice.qp().unbindMw(1, forgotten()));
        assertRefused(
                NO_WINDOW, () -> BindMw.of(1, forgotten(), 0, alice.region().all()));
        assertRefused(
                "the range of the bind is null: take a slice of a region, or unbindMw",
                () -> alice.qp().bindMw(1, forgotten(), nothing()));
    }

    private static void assertRefused(String sentence, Executable bind) {
        assertEquals(sentence, assertThrows(NullPointerException.class, bind).getMessage());
    }
}
