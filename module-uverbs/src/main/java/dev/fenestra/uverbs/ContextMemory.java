package dev.fenestra.uverbs;

import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.memory.ProcessMemory;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MapOptions;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;

/** The part of a {@link Context} that allocates and maps memory, which the program can register. */
abstract sealed class ContextMemory extends OpenDevice permits Context {
    private final ProcessMemory memory;

    ContextMemory(KernelContext kernel, ProcessMemory memory) {
        super(kernel);
        this.memory = memory;
    }

    /**
     * {@return zeroed memory of the program, page-aligned} ENOMEM when the host has no frames left.
     *
     * @param bytes rounded up to whole pages
     */
    public Memory allocate(long bytes) {
        checkOpen();
        return new Memory(memory, memory.allocate(bytes), bytes);
    }

    /**
     * {@return zeroed memory of the program ({@code mmap})} A page takes a frame of the host when it is first touched.
     * So the memory may be larger than the host's.
     *
     * @param bytes rounded up to whole pages
     * @param options page size, and whether it may be locked
     * @throws VerbsException EINVAL for no bytes, ENOMEM at the end of the address space
     */
    public Memory map(long bytes, MapOptions options) {
        checkOpen();
        return new Memory(memory, memory.map(bytes, options), bytes, options);
    }

    /**
     * Maps native memory of this Java program into the process, without a copy. It can be registered and used like
     * other memory. It has the segment's offset in a page, so aligned bytes stay aligned; the other bytes of its first
     * and last page are not mapped. A read-only segment is mapped read-only. Memory of a mapped file is allowed.
     *
     * <p>The segment stays reachable while it is mapped or registered. When its arena is closed nevertheless, local
     * requests that use it complete with LOC_PROT_ERR, and requests of peers are refused as remote access errors. Bytes
     * that a device moves at that moment are lost.
     *
     * @param segment native memory of this Java program
     * @return the memory
     * @throws VerbsException EINVAL for a segment on the heap, of a confined or closed arena, or of 0 bytes; ENOMEM
     *     when the host has no bus addresses left for it. The host has as many for segments as for its own memory, at
     *     least 1 GiB, and a segment takes them in units of 2 MiB
     */
    public Memory map(MemorySegment segment) {
        checkOpen();
        return new Memory(memory, memory.map(segment), segment.byteSize());
    }

    /**
     * {@return memory in contiguous frames if the host has such a run, else in any frames}
     *
     * @param bytes rounded up to whole pages
     */
    Memory allocateContiguous(long bytes) {
        try {
            return new Memory(memory, memory.allocateContiguous(bytes), bytes);
        } catch (VerbsException noRun) {
            if (noRun.errno() != Errno.ENOMEM) {
                throw noRun;
            }
            return allocate(bytes);
        }
    }

    /**
     * Maps memory of another device into the program (PeerDirect). It can be registered, but not reregistered, and no
     * window can be bound to it.
     *
     * @param segment as {@link dev.fenestra.ib.core.memory.ProcessMemory#map(MemorySegment)} takes it, else EINVAL
     * @return the memory
     */
    public Memory mapPeer(MemorySegment segment) {
        checkOpen();
        return new Memory(memory, memory.mapPeer(segment), segment.byteSize());
    }

    /**
     * {@return zeroed memory of the program at an address of its choice, for example to replay another program}
     *
     * @param address page-aligned, in the user half of the address space, else EINVAL
     * @param bytes rounded up to whole pages
     * @throws VerbsException EEXIST where something is mapped, ENOMEM when the host has no frames left
     */
    public Memory allocateAt(long address, long bytes) {
        checkOpen();
        memory.allocateAt(address, bytes);
        return new Memory(memory, address, bytes);
    }
}
