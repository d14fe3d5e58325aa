package dev.fenestra.tools.proof.campaign;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A line of a campaign's file; it has one of the members. Findings of an item come before the line that says that the
 * item is done, so a file that ends between them has not got the item.
 *
 * @param begin the first line, and no other
 */
record LogLine(
        @Nullable Begin begin,
        @Nullable Found finding,
        @Nullable Done done,
        @Nullable End end) {
    /** The format of the lines. */
    static final int FORMAT = 1;

    /** What the file belongs to. */
    record Begin(
            int format,
            String command,
            String version,
            long seed,
            @Nullable Long items,
            Map<String, String> options,
            int shard,
            int of) {

        Identity identity() {
            return new Identity(command, version, seed, items, options);
        }
    }

    /** Something that an item has found. */
    record Found(long item, String rule, String place, String text, String detail, String repeat) {
        Finding finding() {
            return new Finding(rule, place, text, detail, repeat);
        }
    }

    /** An item is done. */
    record Done(long item, Map<String, Long> counts) {}

    /**
     * A run has ended in an orderly way.
     *
     * @param items that are done in the whole file
     */
    record End(Ending why, long items) {}

    static LogLine begin(Identity identity, Shard shard) {
        return new LogLine(
                new Begin(
                        FORMAT,
                        identity.command(),
                        identity.version(),
                        identity.seed(),
                        identity.items(),
                        identity.options(),
                        shard.number(),
                        shard.of()),
                null,
                null,
                null);
    }

    static LogLine finding(long item, Finding found) {
        return new LogLine(
                null,
                new Found(item, found.rule(), found.place(), found.text(), found.detail(), found.repeat()),
                null,
                null);
    }

    static LogLine done(long item, ItemResult result) {
        return new LogLine(null, null, new Done(item, result.counts()), null);
    }

    static LogLine end(Ending why, long items) {
        return new LogLine(null, null, null, new End(why, items));
    }
}
