package dev.fenestra.ib.core.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.spi.KernelBuffer;
import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelMemoryTest {
    private final PhysicalMemory physical = new PhysicalMemory(1 << 20, 1);
    private final KernelMemory memory = new KernelMemory(physical);

    @AfterEach
    void close() {
        physical.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 9, 64, 100, 2049, 4096})
    void shouldGivePiecesThatLieWithinOnePage(int bytes) {
        for (int i = 0; i < 20; i++) {
            KernelBuffer piece = memory.allocate(bytes);

            assertEquals(piece.busAddress() >>> 12, piece.busAddress() + bytes - 1 >>> 12);
            assertEquals(0, piece.busAddress() % 8);
            assertEquals(piece.offset(), physical.bus().offset(piece.busAddress()));
        }
    }

    @Test
    void shouldPackSmallPiecesIntoOnePage() {
        Set<Long> addresses = new HashSet<>();
        for (int i = 0; i < 512; i++) {
            addresses.add(memory.allocate(8).busAddress());
        }

        assertEquals(512, addresses.size());
        assertEquals(1, physical.usedFrames());
    }

    @Test
    void shouldZeroAPieceThatIsUsedAgain() {
        KernelBuffer piece = memory.allocate(4096);
        piece.segment().set(ValueLayout.JAVA_LONG, piece.offset(), -1);
        memory.free(piece);

        KernelBuffer again = memory.allocate(4000);

        assertEquals(piece.busAddress(), again.busAddress());
        assertEquals(0, again.segment().get(ValueLayout.JAVA_LONG, again.offset()));
    }

    @Test
    void shouldRefuseSizesThatDoNotFitAPage() {
        assertThrows(IllegalArgumentException.class, () -> memory.allocate(0));
        assertThrows(IllegalArgumentException.class, () -> memory.allocate(4097));
        assertTrue(physical.usedFrames() == 0);
    }
}
