package dev.fenestra.tools.observe.report;

import dev.fenestra.hw.sim.hca.observe.KeyEntry;
import dev.fenestra.hw.sim.hca.observe.TranslationChange;
import dev.fenestra.hw.sim.mlx5.prm.MttEntry;
import dev.fenestra.ib.core.spi.Invalidation;
import dev.fenestra.tools.observe.report.EventRow.KeyRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The first pages of on-demand regions: a bus address, or why the device has none. */
final class KeyPages {
    /** The page has never been asked for. */
    static final String ABSENT = "absent";

    private static final long PAGE = 4096;
    /** A region of the whole address space has too many pages to be a picture. */
    private static final long MOST_BYTES = 1L << 40;

    private KeyPages() {}

    /** The pages of a new on-demand region; null for one that is too large to be shown. */
    static @Nullable List<String> unknown(long start, long length) {
        if (length <= 0 || length > MOST_BYTES) {
            return null;
        }
        long pages = (start % PAGE + length + PAGE - 1) / PAGE;
        return Collections.nCopies((int) Math.min(pages, KeyEntry.MOST_TRANSLATIONS), ABSENT);
    }

    static boolean isOnDemand(KeyRow key) {
        return key.pages() != null && key.translation() == null;
    }

    static String word(Invalidation reason) {
        return switch (reason) {
            case UNMAP, RELEASE -> "unmapped";
            case CLEAR -> "replaced";
            case PROTECT -> "protected";
            case SWAP -> "swapped";
        };
    }

    /** The entry after a change of its translations. Pages that go have gone for the given reason. */
    static KeyRow translated(KeyRow key, TranslationChange change, String reason) {
        List<String> pages = new ArrayList<>(Objects.requireNonNull(key.pages()));
        for (int i = 0; i < change.values().length && change.first() + i < pages.size(); i++) {
            int page = (int) change.first() + i;
            long value = change.values()[i];
            if (value != 0) {
                pages.set(page, "0x" + Long.toHexString(value & MttEntry.ADDRESS_MASK));
            } else if (pages.get(page).startsWith("0x")) {
                pages.set(page, reason);
            }
        }
        return with(key, pages);
    }

    static KeyRow with(KeyRow key, @Nullable List<String> pages) {
        return new KeyRow(
                key.key(),
                key.object(),
                key.free(),
                key.pd(),
                key.start(),
                key.length(),
                key.rights(),
                key.qp(),
                key.region(),
                key.windows(),
                key.translation(),
                pages,
                key.pageBytes());
    }
}
