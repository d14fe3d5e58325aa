package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Chooses the addresses of mappings: never an address that was mapped before, and always with an unmapped page between
 * two mappings. Processes that are started one after another have other addresses, so that an address of one is none of
 * the other. The addresses come again after {@value #APART} processes.
 */
final class AddressChoice {
    private static final long PAGE = PhysicalMemory.FRAME_BYTES;
    private static final long FIRST_ADDRESS = 0x1000_0000_0000L;
    private static final int BYTES_PER_PROCESS_SHIFT = 40;
    private static final int APART = 64;

    /** End of each range that was ever mapped at a fixed address, by its start. */
    private final SortedMap<Long, Long> fixed = new TreeMap<>();

    private long next;

    /**
     * @param number of the process on its host, from 0
     */
    AddressChoice(int number) {
        next = FIRST_ADDRESS + ((long) (number % APART) << BYTES_PER_PROCESS_SHIFT);
    }

    /** The state with which a forked child continues. */
    AddressChoice(AddressChoice parent) {
        next = parent.next;
        fixed.putAll(parent.fixed);
    }

    /** An address for a mapping of whole pages. ENOMEM at the end of the user half. */
    long find(long bytes, long alignment) {
        long address = behindFixed(next + alignment - 1 & -alignment, bytes, alignment);
        if (address < 0 || bytes > AddressSpace.USER_BYTES - PAGE - address) {
            throw new VerbsException(MemoryRule.ADDRESSES_LEFT, String.format("length=0x%x", bytes));
        }
        return address;
    }

    /** Notes that the range is mapped, so that it is not found again. */
    void taken(long address, long bytes) {
        next = address + bytes + PAGE;
    }

    /** The first address from here on with a number of bytes, and a page on either side, never fixed by a program. */
    private long behindFixed(long from, long bytes, long alignment) {
        long at = from;
        for (Map.Entry<Long, Long> range : fixed.entrySet()) {
            if (range.getKey() - at < bytes + PAGE && at < range.getValue() + PAGE) {
                at = range.getValue() + PAGE + alignment - 1 & -alignment;
            }
        }
        return at;
    }

    /** Notes a range that the process has chosen. */
    void chosen(long from, long to) {
        fixed.merge(from, to, Math::max);
    }
}
