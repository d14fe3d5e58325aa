package dev.fenestra.ib.core.kernel.inspection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which waits of a thread are noted. */
class WaitTest {
    /** Something that never comes. */
    private record Never(String object) implements Awaited {
        @Override
        public String what() {
            return "for nothing";
        }

        @Override
        public String debtor() {
            return "nobody";
        }

        @Override
        public boolean isHere() {
            return false;
        }
    }

    private static List<Wait> mine() {
        return Wait.all().stream()
                .filter(wait -> wait.thread() == Thread.currentThread())
                .toList();
    }

    @Test
    void shouldNoteTheInnermostSleepOfAThreadUntilItEnds() {
        Awaited outside = new Never("outside");
        Awaited inside = new Never("inside");
        try (Wait _ = Wait.sleeping(outside)) {
            assertSame(outside, mine().getFirst().awaited());
            try (Wait inner = Wait.sleeping(inside)) {
                assertEquals(List.of(inner), mine());
            }
            assertSame(outside, mine().getFirst().awaited());
        }
        assertEquals(List.of(), mine());
    }

    @Test
    void shouldNoteAThreadThatLooksOnlyAfterAMoment() {
        try (Wait wait = Wait.looking(new Never("a queue"))) {
            assertEquals(List.of(), mine());
            while (mine().isEmpty()) {
                assertFalse(Thread.currentThread().isInterrupted(), "interrupted while it looked for its wait");
                wait.again();
            }
            assertTrue(System.nanoTime() - wait.since() >= 1_000_000);
            wait.again();
            assertEquals(List.of(wait), mine());
        }
        assertEquals(List.of(), mine());
    }
}
