package dev.fenestra.tools.bridge;

import com.google.common.base.Splitter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a program's memory that is mapped in one way; proc_pid_maps(5).
 *
 * @param from its first byte
 * @param to the first byte after it
 * @param rights such as {@code rw-p}
 * @param offset of its first byte in the file
 * @param device of the file, as stat(2) has it, or 0
 * @param inode of the file, or 0
 * @param name of the file or of what else is mapped, or empty
 */
record MemoryArea(long from, long to, String rights, long offset, long device, long inode, String name) {
    private static final int HEX = 16;
    /** Characters that say the rights. */
    private static final int RIGHTS = 4;

    private static final int READ = 1;
    private static final int WRITE = 2;
    private static final int EXECUTE = 4;

    private static final int MINOR_BITS = 8;
    private static final int MAJOR_BITS = 12;

    /** Range, rights, offset, device and inode; a name may follow. */
    private static final int FIELDS = 5;

    private static final Splitter LINES = Splitter.on('\n');
    private static final Splitter WORDS = Splitter.on(' ').limit(FIELDS + 1);

    /** The areas that a range touches, in order. Lines that describe no area are skipped. */
    static List<MemoryArea> read(ByteBuffer text, long from, long to) {
        List<MemoryArea> found = new ArrayList<>();
        for (String line : LINES.split(StandardCharsets.ISO_8859_1.decode(text))) {
            MemoryArea area = parse(line);
            if (area != null && area.from < to && area.to > from) {
                found.add(area);
            }
        }
        return found;
    }

    private static @Nullable MemoryArea parse(String line) {
        List<String> words = WORDS.splitToList(line);
        int dash = line.indexOf('-');
        if (words.size() < FIELDS || dash < 0 || words.get(1).length() != RIGHTS) {
            return null;
        }
        try {
            return new MemoryArea(
                    Long.parseUnsignedLong(line, 0, dash, HEX),
                    Long.parseUnsignedLong(line, dash + 1, words.getFirst().length(), HEX),
                    words.get(1),
                    Long.parseUnsignedLong(words.get(2), HEX),
                    device(words.get(3)),
                    Long.parseUnsignedLong(words.get(4)),
                    words.size() > FIELDS ? words.get(FIELDS).strip() : "");
        } catch (NumberFormatException | IndexOutOfBoundsException noArea) {
            return null;
        }
    }

    long length() {
        return to - from;
    }

    /** A part of it. */
    MemoryArea part(long first, long end) {
        return new MemoryArea(first, end, rights, offset + first - from, device, inode, name);
    }

    /** The number that makedev(3) makes. */
    private static long device(String text) {
        int colon = text.indexOf(':');
        long major = Long.parseLong(text, 0, colon, HEX);
        long minor = Long.parseLong(text, colon + 1, text.length(), HEX);
        return minor & (1 << MINOR_BITS) - 1
                | (major & (1 << MAJOR_BITS) - 1) << MINOR_BITS
                | minor >> MINOR_BITS << MINOR_BITS + MAJOR_BITS
                | major >> MAJOR_BITS << Integer.SIZE;
    }

    boolean isReadable() {
        return rights.charAt(0) == 'r';
    }

    boolean isWritable() {
        return rights.charAt(1) == 'w';
    }

    boolean isShared() {
        return rights.charAt(3) == 's';
    }

    /** As mmap(2) takes them. */
    int protection() {
        return (isReadable() ? READ : 0) | (isWritable() ? WRITE : 0) | (rights.charAt(2) == 'x' ? EXECUTE : 0);
    }
}
