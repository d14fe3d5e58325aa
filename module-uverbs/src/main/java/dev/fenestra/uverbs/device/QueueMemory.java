package dev.fenestra.uverbs.device;

import dev.fenestra.ib.core.kernel.host.Process;
import dev.fenestra.ib.core.memory.MemoryCopier;
import dev.fenestra.ib.core.memory.ProcessMemory;
import dev.fenestra.ib.core.memory.SegmentationFault;
import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.BufferAllocator;
import dev.fenestra.uverbs.VerbsRule;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The memory of a process in which a parent domain's allocator places queues and buffers. */
public final class QueueMemory implements UserMemory {
    private static final long ALIGNMENT = 4096;

    private final ProcessMemory memory;
    private final @Nullable BufferAllocator allocator;
    private final Set<Long> ofAllocator = new HashSet<>();
    private int queues;
    private int buffers;

    /**
     * Memory without queues and buffers.
     *
     * @param memory of the process
     * @param allocator chooses addresses; null for new pages
     */
    public QueueMemory(ProcessMemory memory, @Nullable BufferAllocator allocator) {
        this.memory = memory;
        this.allocator = allocator;
    }

    /**
     * Memory that a confidential guest shares with its devices.
     *
     * @param process whose memory it is
     */
    public QueueMemory(Process process) {
        this(process.memory(), new SharedHeap(process));
    }

    /**
     * {@return the file descriptor of the dma-buf that begins at an address; empty for ordinary memory}
     *
     * @param address of a buffer
     */
    public OptionalInt descriptor(long address) {
        return allocator instanceof SharedHeap heap ? heap.descriptor(address) : OptionalInt.empty();
    }

    /** {@return the number of queues with memory of it} */
    public synchronized int queues() {
        return queues;
    }

    /** {@return the number of buffers with memory of it} */
    public synchronized int buffers() {
        return buffers;
    }

    @Override
    public synchronized long allocate(long bytes) {
        long address = place(bytes);
        queues++;
        return address;
    }

    /**
     * Allocates memory for a buffer of the program.
     *
     * @param bytes of the buffer
     * @return address of its first byte
     */
    public synchronized long takeBuffer(long bytes) {
        long address = place(bytes);
        buffers++;
        return address;
    }

    private long place(long bytes) {
        long chosen = allocator == null ? BufferAllocator.USE_DEFAULT : allocator.allocate(bytes, ALIGNMENT);
        long address = chosen == BufferAllocator.USE_DEFAULT ? memory.allocate(bytes) : zeroed(chosen, bytes);
        if (chosen == address) {
            ofAllocator.add(address);
        }
        return address;
    }

    private long zeroed(long address, long bytes) {
        if (address == BufferAllocator.NONE) {
            throw new VerbsException(VerbsRule.ALLOCATOR_MEMORY, "bytes=" + bytes);
        }
        if (address % ALIGNMENT != 0) {
            throw new VerbsException(VerbsRule.ALLOCATOR_ALIGNED, String.format("address=0x%x", address));
        }
        try {
            new MemoryCopier(memory).fill(address, bytes, (byte) 0);
        } catch (SegmentationFault unmapped) {
            throw new VerbsException(VerbsRule.ALLOCATOR_MAPPED, String.format("address=0x%x+0x%x", address, bytes));
        }
        return address;
    }

    @Override
    public synchronized void free(long address) {
        queues--;
        giveBack(address);
    }

    /**
     * Frees the memory of a buffer.
     *
     * @param address what {@link #takeBuffer} returned
     */
    public synchronized void freeBuffer(long address) {
        giveBack(address);
        buffers--;
    }

    private void giveBack(long address) {
        if (ofAllocator.remove(address) && allocator != null) {
            allocator.free(address);
        } else {
            memory.free(address);
        }
    }

    @Override
    public long load(long address, MemorySegment target, long to, long length) {
        return memory.load(address, target, to, length);
    }

    @Override
    public long store(long address, MemorySegment source, long from, long length) {
        return memory.store(address, source, from, length);
    }

    @Override
    public MemorySegment segment(long address) {
        return memory.segment(address);
    }

    @Override
    public MemorySegment writableSegment(long address) {
        return memory.writableSegment(address);
    }

    @Override
    public long offset(long address) {
        return memory.offset(address);
    }

    @Override
    public long contiguous(long address) {
        return memory.contiguous(address);
    }
}
