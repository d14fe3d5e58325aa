package dev.fenestra.ib.core.memory;

import java.lang.foreign.MemorySegment;

/**
 * The pages of a process that is another program. Pages that devices use lie in one file, at offsets equal to their
 * addresses in the process. A page moves there when it is adopted.
 */
public interface ForeignPages {
    /** Bytes of the part of the file that is mapped at a time. */
    long WINDOW_BYTES = 1L << 21;

    /**
     * Moves pages of the process into the file, with their present contents. Pages that are there already stay.
     *
     * @param address of the first page
     * @param length bytes, whole pages
     * @param writable the process must be able to store there
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EFAULT where nothing is mapped or, to write, nothing
     *     writable; EIO when the process does not answer
     */
    void adopt(long address, long length, boolean writable);

    /**
     * Maps a part of the file.
     *
     * @param address a multiple of {@link #WINDOW_BYTES}, as long a part
     * @return its memory
     */
    MemorySegment window(long address);
}
