package dev.fenestra.ib.core.memory;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.Provokes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a device may use of the memory of another program. */
public class ForeignAreaTest {
    private static final long AT = 0x10000;
    private static final long PAGE = 4096;
    private static final long END = AT + 2 * PAGE;

    private static ForeignArea area(ForeignArea.Kind kind, boolean writable, long end) {
        return new ForeignArea(AT, END, true, writable, kind, end, "/dev/shm/a");
    }

    private static void check(ForeignArea area, boolean writable) {
        ForeignArea.check(List.of(area), AT, END, writable, "program-1");
    }

    @Test
    void shouldAllowOwnPagesAndThoseOfObjects() {
        assertDoesNotThrow(() -> check(area(ForeignArea.Kind.OWN, true, END), true));
        assertDoesNotThrow(() -> check(area(ForeignArea.Kind.OBJECT, false, END), false));
    }

    @Test
    @Provokes("MEM-6")
    void shouldRefuseAHole() {
        ForeignArea before = new ForeignArea(AT, AT + PAGE, true, true, ForeignArea.Kind.OWN, AT + PAGE, "");
        assertRefused(MemoryRule.MAPPED, () -> check(before, false));
        ForeignArea hidden = new ForeignArea(AT, END, false, true, ForeignArea.Kind.OWN, END, "");
        assertRefused(MemoryRule.MAPPED, () -> check(hidden, false));
    }

    @Test
    @Provokes("MEM-17")
    void shouldRefuseToWriteWhatIsReadOnly() {
        assertRefused(MemoryRule.WRITABLE, () -> check(area(ForeignArea.Kind.OBJECT, false, END), true));
    }

    @Test
    @Provokes("MEM-31")
    void shouldNameAnObjectThatTheServerCannotOpen() {
        String refusal = assertRefused(
                        MemoryRule.OPENED_OBJECT, () -> check(area(ForeignArea.Kind.UNKNOWN_OBJECT, true, END), true))
                .values();
        assertTrue(refusal.contains("program-1, /dev/shm/a"), refusal);
    }

    @Test
    @Provokes("MEM-34")
    void shouldRefusePagesBehindTheEndOfAFile() {
        ForeignArea half = area(ForeignArea.Kind.OBJECT, true, AT + PAGE);
        assertRefused(MemoryRule.FILE_END, () -> check(half, true));
        assertDoesNotThrow(() -> ForeignArea.check(List.of(half), AT, AT + PAGE, true, "program-1"));
    }

    @Test
    @Provokes("MEM-33")
    void shouldRefuseMemoryOfADevice() {
        assertRefused(MemoryRule.NO_DEVICE, () -> check(area(ForeignArea.Kind.DEVICE, true, END), false));
    }
}
