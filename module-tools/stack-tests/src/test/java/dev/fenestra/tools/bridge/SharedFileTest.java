package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory of the kernel in a file that programs map. */
class SharedFileTest {
    private static final long PAGE = SharedFile.PAGE;
    private static final long PAGES = 8;

    @TempDir
    private Path folder;

    @AutoClose
    private SharedFile file;

    @BeforeEach
    void create() throws IOException {
        assumeTrue(Files.exists(Path.of("/proc/self/maps")), "there is no /proc, which knows what is mapped");
        file = SharedFile.create(folder.resolve("file"), PAGES * PAGE);
    }

    private long placeOf(MemorySegment pages) {
        return file.offsetOf(pages).orElseThrow();
    }

    @Test
    void shouldGivePagesOutAgainThatNobodyHasMapped() {
        MemorySegment first = file.allocate(3 * PAGE);
        MemorySegment second = file.allocate(5 * PAGE);
        assertNull(file.allocate(1));
        first.fill((byte) 1);
        file.free(first);
        file.free(second);

        MemorySegment all = file.allocate(8 * PAGE);

        assertEquals(0, placeOf(all));
        assertEquals(0, all.get(ValueLayout.JAVA_INT, 0), "a piece is zeroed before others get it");
        assertNull(file.allocate(1));
    }

    @Test
    void shouldGiveOutWhatIsLeftOfALargerPiece() {
        file.free(file.allocate(8 * PAGE));
        assertEquals(0, placeOf(file.allocate(3 * PAGE)));
        assertEquals(3 * PAGE, placeOf(file.allocate(5 * PAGE)));
        assertNull(file.allocate(1));
    }

    @Test
    void shouldKeepPagesThatAProgramStillHasMapped() throws IOException {
        MemorySegment mapped = file.allocate(3 * PAGE);
        MemorySegment other = file.allocate(5 * PAGE);
        file.free(mapped);
        file.free(other);
        try (Arena arena = Arena.ofConfined();
                FileChannel program = FileChannel.open(file.path(), StandardOpenOption.READ)) {
            program.map(FileChannel.MapMode.READ_ONLY, PAGE, PAGE, arena);

            assertNull(file.allocate(6 * PAGE));
            assertEquals(3 * PAGE, placeOf(file.allocate(PAGE)));
            assertEquals(4 * PAGE, placeOf(file.allocate(4 * PAGE)));
            assertNull(file.allocate(1));
        }
        assertEquals(0, placeOf(file.allocate(3 * PAGE)));
    }
}
