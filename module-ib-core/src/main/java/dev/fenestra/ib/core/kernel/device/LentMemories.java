package dev.fenestra.ib.core.kernel.device;

import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.spi.LentMemory;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.vocabulary.MappableMemory;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The kernel memory that an opened device lends its process, by offsets of mmap. */
public final class LentMemories {
    /** Above all offsets that drivers choose for pages of their devices. */
    private static final long FIRST_OFFSET = 1L << 40;

    private static final long PAGE = 4096;
    private static final long MOST_BYTES = 1L << 40;

    private final MappableMemory source;
    private final Map<Long, Lent> all = new ConcurrentHashMap<>();
    private long next = FIRST_OFFSET;

    /**
     * Lends nothing yet.
     *
     * @param source where the memory comes from
     */
    public LentMemories(MappableMemory source) {
        this.source = source;
    }

    /** One piece, until its object is gone. */
    private final class Lent implements LentMemory, MappedPage {
        private static final ValueLayout.OfLong BIG_ENDIAN =
                ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

        private final long offset;
        private final MemorySegment memory;
        private boolean isMapped;

        private Lent(long offset, MemorySegment memory) {
            this.offset = offset;
            this.memory = memory;
        }

        @Override
        public long offset() {
            return offset;
        }

        @Override
        public long bytes() {
            return memory.byteSize();
        }

        @Override
        public MemorySegment memory() {
            return memory;
        }

        /** Nobody notices a store to kernel memory. */
        @Override
        public void write64(int at, long value) {
            memory.set(BIG_ENDIAN, at, value);
        }

        private synchronized void map() {
            if (isMapped) {
                throw new VerbsException(KernelRule.MAPPED_ONCE, String.format("offset=0x%x", offset));
            }
            isMapped = true;
        }

        @Override
        public void giveBack() {
            if (all.remove(offset, this)) {
                source.free(memory);
            }
        }
    }

    /**
     * {@return zeroed memory to map}
     *
     * @param bytes more than 0; rounded up to whole pages
     * @throws VerbsException ENOMEM when the host has none left
     */
    public LentMemory lend(long bytes) {
        MemorySegment memory = bytes > 0 && bytes <= MOST_BYTES ? source.allocate(bytes + PAGE - 1 & -PAGE) : null;
        if (memory == null) {
            throw new VerbsException(KernelRule.LENT_ROOM, "bytes=" + bytes);
        }
        Lent lent = new Lent(place(memory.byteSize()), memory);
        all.put(lent.offset, lent);
        return lent;
    }

    private synchronized long place(long bytes) {
        long offset = next;
        next += bytes;
        return offset;
    }

    /**
     * Maps a piece, if the offset is one that the kernel has given out.
     *
     * @param offset of mmap
     * @param bytes to map; the process may map less than all
     * @return the piece; empty for an offset of the driver
     * @throws VerbsException EINVAL for a piece that is gone, or mapped already, or shorter
     */
    public Optional<MappedPage> map(long offset, long bytes) {
        if (offset < FIRST_OFFSET) {
            return Optional.empty();
        }
        Lent found = all.get(offset);
        if (found == null) {
            throw new VerbsException(KernelRule.LENT, String.format("offset=0x%x", offset));
        }
        if (bytes > found.bytes()) {
            throw new VerbsException(
                    KernelRule.MAPPED_BYTES, String.format("bytes=0x%x, lent=0x%x", bytes, found.bytes()));
        }
        found.map();
        return Optional.of(found);
    }

    /** The device is closed: takes everything back that the driver has not given back. */
    public void close() {
        new ArrayList<>(all.values()).forEach(Lent::giveBack);
    }
}
