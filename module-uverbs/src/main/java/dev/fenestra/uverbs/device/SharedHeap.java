package dev.fenestra.uverbs.device;

import dev.fenestra.ib.core.kernel.host.Process;
import dev.fenestra.ib.core.memory.DmaBuf;
import dev.fenestra.uverbs.BufferAllocator;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Allocates memory that a confidential guest shares with its devices. Each allocation is a dma-buf that is mapped and
 * has a file descriptor.
 */
final class SharedHeap implements BufferAllocator {
    private final Process process;
    /** The buffers by address. The map is its own lock. */
    private final Map<Long, Integer> descriptors = new HashMap<>();

    SharedHeap(Process process) {
        this.process = process;
    }

    @Override
    public long allocate(long bytes, long alignment) {
        DmaBuf buffer = process.allocateShared(bytes);
        try {
            long address = process.memory().map(buffer);
            synchronized (descriptors) {
                descriptors.put(address, process.files().open(buffer));
            }
            return address;
        } finally {
            buffer.release();
        }
    }

    @Override
    public void free(long address) {
        Integer descriptor;
        synchronized (descriptors) {
            descriptor = descriptors.remove(address);
        }
        process.memory().free(address);
        if (descriptor != null) {
            process.files().close(descriptor);
        }
    }

    /** The descriptor of the dma-buf that begins at an address. */
    OptionalInt descriptor(long address) {
        synchronized (descriptors) {
            Integer descriptor = descriptors.get(address);
            return descriptor == null ? OptionalInt.empty() : OptionalInt.of(descriptor);
        }
    }
}
