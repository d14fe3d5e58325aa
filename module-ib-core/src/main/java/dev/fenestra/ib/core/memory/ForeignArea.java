package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.List;

/**
 * A part of the memory of a process that is another program, mapped in one way.
 *
 * @param from its first byte
 * @param to behind its last page
 * @param readable the process can read it
 * @param writable the process can store there
 * @param kind of its pages
 * @param end behind the last page that exists; less than {@code to} for a file that is shorter than its mapping
 * @param name of the file or object, for messages
 */
public record ForeignArea(long from, long to, boolean readable, boolean writable, Kind kind, long end, String name) {
    /** What the pages of an area are. */
    public enum Kind {
        /** They are the process's own. */
        OWN,
        /** They are of an object that other programs may have mapped, too. The server has it. */
        OBJECT,
        /** They are of an object that the server cannot open. */
        UNKNOWN_OBJECT,
        /** They are registers or memory of a device. */
        DEVICE
    }

    /**
     * Checks that devices can use a range.
     *
     * @param areas that the range touches, by address
     * @param address of the first page
     * @param end behind the last page
     * @param writable whether devices may write there
     * @param process its name, for messages
     * @throws VerbsException EFAULT where nothing readable is mapped or, to write, nothing writable, for pages behind
     *     the end of a file, and for memory of a device; EOPNOTSUPP for an object that the server cannot open
     */
    public static void check(List<ForeignArea> areas, long address, long end, boolean writable, String process) {
        long next = address;
        for (ForeignArea area : areas) {
            if (area.from > next || !area.readable) {
                break;
            }
            area.check(next, end, writable, process);
            next = area.to;
        }
        if (next < end) {
            throw Pins.forbidden(false, next, end - next, process);
        }
    }

    private void check(long start, long wanted, boolean write, String process) {
        long last = Math.min(to, wanted);
        if (kind == Kind.DEVICE) {
            throw refused(MemoryRule.NO_DEVICE, start, last, of(process));
        }
        if (write && !writable) {
            throw Pins.forbidden(true, start, last - start, of(process));
        }
        if (kind == Kind.UNKNOWN_OBJECT) {
            throw refused(MemoryRule.OPENED_OBJECT, start, last, of(process));
        }
        if (end < last) {
            throw refused(MemoryRule.FILE_END, Math.max(start, end), last, of(process));
        }
    }

    private String of(String process) {
        return name.isEmpty() ? process : process + ", " + name;
    }

    private static VerbsException refused(MemoryRule rule, long from, long to, String owner) {
        return new VerbsException(rule, MapChecks.range(from, to - from) + " of " + owner);
    }
}
