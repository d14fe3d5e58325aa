package dev.fenestra.tools.duties;

import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** The bytes of a buffer that somebody else keeps and compares, who tells what has changed before the poll is told. */
final class ToldSnapshot implements KeptBytes {
    private final long length;
    private final long content;
    private List<ChangedBytes> changes = List.of();

    /**
     * Bytes that have not changed yet.
     *
     * @param length of the buffer
     * @param content a sum of its bytes; 0 when there is none
     */
    ToldSnapshot(long length, long content) {
        this.length = length;
        this.content = content;
    }

    void changed(List<ChangedBytes> found) {
        changes = List.copyOf(found);
    }

    @Override
    public Optional<Difference> compare(List<AddressRange> placed) {
        for (ChangedBytes change : changes) {
            Optional<Difference> left = change.isOfSum() && !placed.isEmpty() ? Optional.empty() : left(change, placed);
            if (left.isPresent()) {
                return left;
            }
        }
        return Optional.empty();
    }

    /** The first byte of a change that no device has placed. */
    private static Optional<Difference> left(ChangedBytes change, List<AddressRange> placed) {
        long at = change.address();
        long end = at + change.length();
        boolean moves = true;
        while (moves && at < end) {
            moves = false;
            for (AddressRange range : placed) {
                if (range.overlaps(new AddressRange(at, 1))) {
                    at = range.end();
                    moves = true;
                }
            }
        }
        if (at >= end) {
            return Optional.empty();
        }
        AddressRange range = new AddressRange(at, end - at);
        int skipped = (int) Math.min(at - change.address(), change.before().length);
        return Optional.of(new Difference(
                range, shown(change.before(), skipped), shown(change.after(), skipped), change.isSampled()));
    }

    private static String shown(byte[] bytes, int from) {
        return HexFormat.ofDelimiter(" ").formatHex(bytes, from, bytes.length);
    }

    @Override
    public boolean holdsSameAs(KeptBytes other) {
        return other instanceof ToldSnapshot one && content != 0 && content == one.content && length == one.length;
    }
}
