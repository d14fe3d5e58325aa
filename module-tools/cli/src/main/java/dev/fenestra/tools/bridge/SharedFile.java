package dev.fenestra.tools.bridge;

import dev.fenestra.hw.sim.hca.host.BarMemory;
import dev.fenestra.ib.core.vocabulary.MappableMemory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The file that holds the memory of cards, and that of the kernel, which programs map. This side maps it once, as a
 * whole.
 */
final class SharedFile implements BarMemory, MappableMemory, AutoCloseable {
    /** Bytes of a page. */
    static final long PAGE = 4096;

    private static final long BYTES = 1L << 30;

    private final Path path;
    private final MemorySegment memory;
    private final Object inode;
    private long used;
    /** Bytes by place: pages that the kernel has given back, and that a program may still have mapped. */
    private final TreeMap<Long, Long> returned = new TreeMap<>();
    /** The same of pages that nobody has mapped. */
    private final TreeMap<Long, Long> free = new TreeMap<>();

    private SharedFile(Path path, MemorySegment memory) throws IOException {
        this.path = path;
        this.memory = memory;
        inode = Files.getAttribute(path, "unix:ino");
    }

    static SharedFile create(Path path) throws IOException {
        return create(path, BYTES);
    }

    static SharedFile create(Path path, long bytes) throws IOException {
        try (FileChannel channel =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new SharedFile(path, channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, Arena.ofAuto()));
        }
    }

    Path path() {
        return path;
    }

    /** Memory of a card lives as long as this file. */
    @Override
    public MemorySegment allocate(Arena arena, long bytes) {
        MemorySegment pages = allocate(bytes);
        if (pages == null) {
            throw new IllegalStateException(path + " has no room for " + bytes + " bytes more");
        }
        return pages.asSlice(0, bytes);
    }

    /** Pages that were never used come first: whether somebody still maps used ones costs a look at all programs. */
    @Override
    public synchronized @Nullable MemorySegment allocate(long bytes) {
        long length = bytes + PAGE - 1 & -PAGE;
        if (length <= memory.byteSize() - used) {
            used += length;
            return memory.asSlice(used - length, length);
        }
        MemorySegment again = reused(length);
        if (again == null && sort()) {
            again = reused(length);
        }
        return again;
    }

    private @Nullable MemorySegment reused(long length) {
        for (Map.Entry<Long, Long> one : free.entrySet()) {
            if (one.getValue() >= length) {
                long from = one.getKey();
                free.remove(from);
                if (one.getValue() > length) {
                    free.put(from + length, one.getValue() - length);
                }
                return memory.asSlice(from, length).fill((byte) 0);
            }
        }
        return null;
    }

    @Override
    public synchronized void free(MemorySegment pages) {
        returned.put(pages.address() - memory.address(), pages.byteSize());
    }

    /**
     * Finds out which of the returned pages no program has mapped any more.
     *
     * @return whether there are such pages
     */
    private boolean sort() {
        TreeMap<Long, Long> kept = new TreeMap<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                keepMapped(process.resolve("maps"), kept);
            }
        } catch (IOException unknown) {
            return false;
        }
        returned.keySet().removeAll(kept.keySet());
        boolean found = !returned.isEmpty();
        returned.forEach(this::join);
        returned.clear();
        returned.putAll(kept);
        return found;
    }

    private void keepMapped(Path maps, Map<Long, Long> kept) {
        ByteBuffer text;
        try {
            text = ByteBuffer.wrap(Files.readAllBytes(maps));
        } catch (IOException goneOrOfAnother) {
            // No program whose files cannot be read is let in.
            return;
        }
        for (MemoryArea area : MemoryArea.read(text, 0, Long.MAX_VALUE)) {
            boolean isOwn = area.length() == memory.byteSize();
            if (isOf(area) && !isOwn) {
                returned.subMap(area.offset(), area.offset() + area.length()).forEach(kept::put);
                Map.Entry<Long, Long> before = returned.lowerEntry(area.offset());
                if (before != null && before.getKey() + before.getValue() > area.offset()) {
                    kept.put(before.getKey(), before.getValue());
                }
            }
        }
    }

    /** Adds pages to those that are free; pages that follow each other become one piece. */
    private void join(long from, long length) {
        long first = from;
        long bytes = length;
        Map.Entry<Long, Long> before = free.lowerEntry(from);
        if (before != null && before.getKey() + before.getValue() == from) {
            first = before.getKey();
            bytes += before.getValue();
        }
        Long after = free.remove(from + length);
        free.put(first, after == null ? bytes : bytes + after);
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
