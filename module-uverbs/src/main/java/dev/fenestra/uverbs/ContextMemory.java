package dev.fenestra.uverbs;

import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.memory.ProcessMemory;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MapOptions;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;

/** The part of a {@link Context} that gives the program memory, to be registered and used by requests. */
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
     * {@return zeroed memory of the program, of which each page takes room on the host only when it is touched first
     * ({@code mmap})} It may be larger than the host's memory.
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
     * Native memory of this Java program as memory of the process, without a copy: to be registered and used like any
     * other. It begins at the same place of a page as the segment, so what is aligned stays so; the bytes around it in
     * its first and last page are not mapped. A read-only segment is mapped read-only, and memory of a mapped file is
     * as good as any.
     *
     * <p>While it is mapped or registered the segment stays reachable. When its arena is closed all the same, requests
     * that use it complete with LOC_PROT_ERR, and requests of peers are refused as remote accesses; bytes that were on
     * their way at that moment are lost.
     *
     * @param segment native memory of this Java program
     * @return the memory
     * @throws VerbsException EINVAL for a segment on the heap, of a confined or closed arena, or of 0 bytes; ENOMEM
     *     when the host has no bus addresses left for it: it has as many as for its own memory, at least 1 GiB, and a
     *     segment takes whole 2 MiB of them
     */
    public Memory map(MemorySegment segment) {
        checkOpen();
        return new Memory(memory, memory.map(segment), segment.byteSize());
    }

    /**
     * {@return memory whose pages lie beside each other, if the host has such a run}
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
     * Maps memory of another device into the program (PeerDirect): it can be registered, but not anew, and no window is
     * bound to it.
     *
     * @param segment as {@link dev.fenestra.ib.core.memory.ProcessMemory#map(MemorySegment)} takes it, else EINVAL
     * @return the memory
     */
    public Memory mapPeer(MemorySegment segment) {
        checkOpen();
        return new Memory(memory, memory.mapPeer(segment), segment.byteSize());
    }

    /**
     * {@return zeroed memory of the program at an address of its choice, to replay what another program did there}
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
