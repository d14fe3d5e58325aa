package dev.fenestra.tools.door;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of a program's memory that is mapped in one way; proc_pid_maps(5).
 *
 * @param from its first byte
 * @param to the first byte after it
 * @param rights such as {@code rw-p}
 * @param offset of its first byte in the file
 * @param inode of the file, or 0
 */
record MemoryArea(long from, long to, String rights, long offset, long inode) {
    private static final int HEX = 16;
    private static final int READ = 1;
    private static final int WRITE = 2;
    private static final int EXECUTE = 4;

    private static final Pattern LINE =
            Pattern.compile("(\\p{XDigit}+)-(\\p{XDigit}+) (\\S{4}) (\\p{XDigit}+) \\S+ (\\d+) *.*");

    /** The areas that a range touches, in order. Lines that describe no area are skipped. */
    static List<MemoryArea> read(ByteBuffer text, long from, long to) {
        List<MemoryArea> found = new ArrayList<>();
        for (String line : StandardCharsets.ISO_8859_1.decode(text).toString().split("\n")) {
            Matcher parts = LINE.matcher(line);
            if (parts.matches()) {
                MemoryArea area = new MemoryArea(
                        number(parts, 1),
                        number(parts, 2),
                        parts.group(3),
                        number(parts, 4),
                        Long.parseUnsignedLong(parts.group(5)));
                if (area.from < to && area.to > from) {
                    found.add(area);
                }
            }
        }
        return found;
    }

    private static long number(Matcher parts, int group) {
        return Long.parseUnsignedLong(parts.group(group), HEX);
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
