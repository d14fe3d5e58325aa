package dev.fenestra.vendor.mlx.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class CommandMemoryTest {
    private final CommandMemory memory = new CommandMemory();

    @Test
    void shouldLendEachPieceOnceAtATime() {
        MemorySegment first = memory.take(100);
        MemorySegment second = memory.take(100);

        assertNotEquals(first.address(), second.address());
    }

    @Test
    void shouldLendAPieceAgainAndZeroIt() {
        MemorySegment first = memory.take(5000);
        first.fill((byte) 1);
        memory.give(first);

        MemorySegment again = memory.take(4999);

        assertEquals(first.address(), again.address());
        assertEquals(-1, again.asSlice(0, 4999).mismatch(MemorySegment.ofArray(new byte[4999])));
    }

    @Test
    void shouldNotKeepWhatIsLarge() {
        MemorySegment first = memory.take(CommandMemory.MOST_BYTES + 1);
        memory.give(first);

        MemorySegment second = memory.take(CommandMemory.MOST_BYTES + 1);

        assertEquals(CommandMemory.MOST_BYTES + 1, first.byteSize());
        assertNotEquals(first.address(), second.address());
    }

    @Test
    void shouldHaveRoomForWhatIsAsked() {
        for (long bytes : new long[] {1, 512, 513, 4096, 4097, 2_097_424}) {
            assertTrue(memory.take(bytes).byteSize() >= bytes);
        }
    }

    @Test
    void shouldKeepInputAndOutputApart() {
        try (Command command = new Command(memory, CommandOpcode.ALLOC_PD, 20, 16)) {
            command.in().fill((byte) 1);

            assertEquals(20, command.in().byteSize());
            assertEquals(16, command.out().byteSize());
            assertEquals(0, command.out().get(ValueLayout.JAVA_LONG, 0));
        }
    }
}
