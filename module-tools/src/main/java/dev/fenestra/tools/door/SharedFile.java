package dev.fenestra.tools.door;

import dev.fenestra.hw.sim.hca.host.BarMemory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;

/** The file that holds the memory of cards that programs map. This side maps it once, as a whole. */
final class SharedFile implements BarMemory, AutoCloseable {
    /** Bytes of a page. */
    static final long PAGE = 4096;

    private static final long BYTES = 1L << 30;

    private final Path path;
    private final MemorySegment memory;
    private final Object inode;
    private long used;

    private SharedFile(Path path, MemorySegment memory) throws IOException {
        this.path = path;
        this.memory = memory;
        inode = Files.getAttribute(path, "unix:ino");
    }

    static SharedFile create(Path path) throws IOException {
        try (FileChannel channel =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new SharedFile(path, channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, Arena.ofAuto()));
        }
    }

    Path path() {
        return path;
    }

    /** Pages that are used for the first time. They are never given back, because a program may still map them. */
    @Override
    public synchronized MemorySegment allocate(Arena arena, long bytes) {
        long first = used;
        used += bytes + PAGE - 1 & -PAGE;
        return memory.asSlice(first, bytes);
    }

    /** The place of a piece of its memory in the file; empty for other memory. */
    OptionalLong offsetOf(MemorySegment piece) {
        return memory.asOverlappingSlice(piece).isPresent()
                ? OptionalLong.of(piece.address() - memory.address())
                : OptionalLong.empty();
    }

    /** Whether an area is a mapping of this file. */
    boolean isOf(MemoryArea area) {
        return inode.equals(area.inode()) && area.name().startsWith(path.toString());
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
    }
}
