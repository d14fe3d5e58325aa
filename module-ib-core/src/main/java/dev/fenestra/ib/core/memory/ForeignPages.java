package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The pages of a process that is another program. Private pages that devices use lie in one file. A page moves there
 * when it is adopted. Shared pages stay in their objects, which have offsets of their own.
 */
public interface ForeignPages {
    /** Bytes of the part of the file that is mapped at a time. */
    long WINDOW_BYTES = 1L << 21;

    /** Offsets from here on are not of the file, but of objects that other programs may have mapped, too. */
    long FIRST_OF_OBJECTS = 1L << 62;

    /**
     * Where pages lie in the file.
     *
     * @param from address of the first page
     * @param to behind the last page
     * @param offset of the first page
     */
    record Place(long from, long to, long offset) {}

    /** Says of a part of the file whether no device has pinned a page there. */
    @FunctionalInterface
    interface Unpinned {
        /**
         * {@return whether no device has pinned a page there}
         *
         * @param offset in the file
         * @param length bytes
         */
        boolean test(long offset, long length);
    }

    /**
     * Moves pages of the process into the file, with their present contents. Pages that are there already stay.
     *
     * @param address of the first page
     * @param length bytes, whole pages
     * @param writable the process must be able to store there
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EFAULT where nothing is mapped or, to write, nothing
     *     writable, behind the end of a file, and for memory of a device; EOPNOTSUPP for an object that cannot be
     *     opened; ENOMEM when there is no room for the pages; EIO when the process does not answer
     */
    void adopt(long address, long length, boolean writable);

    /**
     * The same for a process that may map something else where pages were adopted before. The new pages get another
     * place in the file as long as a device has pinned the old ones.
     *
     * @param address of the first page
     * @param length bytes, whole pages
     * @param writable the process must be able to store there
     * @param unpinned says which places devices have given up
     * @return where all pages of the range lie, by address; at their addresses unless the process says otherwise
     */
    default List<Place> adopt(long address, long length, boolean writable, Unpinned unpinned) {
        adopt(address, length, writable);
        return List.of(new Place(address, address + length, address));
    }

    /**
     * {@return which pages of a range are in the file, by address} Nothing is moved.
     *
     * @param address of the first page
     * @param length bytes, whole pages
     */
    default List<Place> find(long address, long length) {
        return List.of(new Place(address, address + length, address));
    }

    /**
     * {@return the refusal of pages that cannot move into the file, because the process or its machine has no memory or
     * no mapping left}
     *
     * @param address of the first page
     * @param length bytes
     * @param program name of the process
     */
    static VerbsException noRoom(long address, long length, String program) {
        String detail = String.format("address=0x%x, length=0x%x of %s", address, length, program);
        return new VerbsException(MemoryRule.PROGRAM_ROOM, detail);
    }

    /**
     * Makes pages private memory of the process again, with their present contents. No device uses them any more, and
     * the part of the file that they had may be used again. Pages that the process has unmapped only leave the file. A
     * process that does not answer keeps its pages as they are.
     *
     * @param place of the pages; the process may have moved them to another address
     */
    default void giveBack(Place place) {}

    /**
     * Maps a part of the file, or of an object.
     *
     * @param offset a multiple of {@link #WINDOW_BYTES}, as long a part
     * @return its memory; that of an object ends where the object does
     */
    MemorySegment window(long offset);

    /** Gives a window of an object other memory. */
    @FunctionalInterface
    interface Replacement {
        /**
         * Gives a window other memory. It does not wait for the process, nor for devices.
         *
         * @param offset of the window; one that is not in use is ignored
         * @param memory at least as long as what it had
         */
        void replace(long offset, MemorySegment memory);
    }

    /**
     * Learns how windows get other memory, when the file behind them has become shorter.
     *
     * @param replacement gives it to them
     */
    default void onCut(Replacement replacement) {}

    /**
     * Gives a window of an object back that no device uses any more.
     *
     * @param offset from {@link #FIRST_OF_OBJECTS} on
     */
    default void release(long offset) {}
}
