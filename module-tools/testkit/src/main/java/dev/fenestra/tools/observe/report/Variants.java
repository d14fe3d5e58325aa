package dev.fenestra.tools.observe.report;

import dev.fenestra.tools.observe.report.EventRow.AccessRow;
import dev.fenestra.tools.observe.report.EventRow.KeyRow;
import dev.fenestra.tools.observe.report.EventRow.VariantRow;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What would become of a refused access with one difference. A test has the device carry each of them out. */
final class Variants {
    static final String SHORTER = "one byte less";
    static final String LONGER = "one byte more";
    static final String PRESENT_TAG = "with the present tag";
    static final String BINDER = "from the QP that bound the window";
    static final String TYPE_ONE = "through a window of type 1";
    static final String GRANTED = "if the key granted the right";
    static final String BOUND = "while the window was bound";
    static final String BOUND_LONGER = "while the window was bound, and one byte more";
    static final String BY_REGION = "by the key of the window's region";
    static final String OFFSET = "at offset ";
    static final String NEXT = "at the next multiple of 8";
    static final String BEFORE = "8 bytes before";
    private static final int ATOMIC_BYTES = 8;

    private final AccessRow access;
    private final KeyRow key;
    private final @Nullable KeyRow region;
    private final List<VariantRow> rows = new ArrayList<>();

    private Variants(AccessRow access, KeyRow key, @Nullable KeyRow region) {
        this.access = access;
        this.key = key;
        this.region = region;
    }

    /**
     * The variants that differ from an access.
     *
     * @param key entry that its index names
     * @param region of the window that it names, if there is one
     */
    static List<VariantRow> of(AccessRow access, KeyRow key, @Nullable KeyRow region) {
        Variants variants = new Variants(access, key, region);
        if (access.right().equals(AccessChecks.ATOMIC)) {
            variants.addresses();
        } else {
            variants.lengths();
        }
        variants.keys();
        return variants.rows;
    }

    /**
     * The variants of an access through a window that is not bound. Its length and its QP do not matter; whether the
     * window is bound does.
     *
     * @param key entry of the window
     * @param last the entry when it was last bound
     * @param region of the window at that time, as it is now; null when it is gone
     */
    static List<VariantRow> ofUnbound(AccessRow access, KeyRow key, KeyRow last, @Nullable KeyRow region) {
        Variants variants = new Variants(access, last, region);
        KeyRow bound = variants.like(key.key(), last.object(), last.rights(), last.qp());
        variants.add(BOUND, access, bound);
        if (!access.right().equals(AccessChecks.ATOMIC)) {
            variants.add(BOUND_LONGER, variants.with(access.key(), access.length() + 1, access.qp()), bound);
        }
        if (region != null) {
            variants.add(BY_REGION, variants.with(region.key(), access.length(), access.qp()), region);
        }
        return variants.rows;
    }

    /** An atomic always has 8 bytes. What may differ is its address: one of the eight offsets, or the next 8 bytes. */
    private void addresses() {
        long address = Long.decode(access.address());
        int offset = (int) (address & ATOMIC_BYTES - 1);
        if (offset == 0) {
            add(BEFORE, at(address - ATOMIC_BYTES), key);
        } else {
            for (int other = 0; other < ATOMIC_BYTES; other++) {
                if (other != offset) {
                    add(OFFSET + other, at(address - offset + other), key);
                }
            }
            add(NEXT, at(address - offset + ATOMIC_BYTES), key);
        }
    }

    private AccessRow at(long address) {
        return new AccessRow(
                access.key(),
                "0x" + Long.toHexString(address),
                access.length(),
                access.right(),
                access.qp(),
                access.pd());
    }

    private void lengths() {
        if (access.length() > 1) {
            add(SHORTER, with(access.key(), access.length() - 1, access.qp()), key);
        }
        add(LONGER, with(access.key(), access.length() + 1, access.qp()), key);
    }

    private void keys() {
        if (!access.key().equals(key.key())) {
            add(PRESENT_TAG, with(key.key(), access.length(), access.qp()), key);
        }
        if (key.object().startsWith("type-2")) {
            Integer binder = key.qp();
            if (binder != null && binder != access.qp()) {
                add(BINDER, with(access.key(), access.length(), binder), key);
            }
            add(TYPE_ONE, access, like(key.key(), "type-1 window", key.rights(), null));
        }
        if (!key.rights().contains(access.right())) {
            List<String> more = Stream.concat(key.rights().stream(), Stream.of(access.right()))
                    .toList();
            add(GRANTED, access, like(key.key(), key.object(), more, key.qp()));
        }
    }

    private void add(String what, AccessRow wanted, KeyRow entry) {
        rows.add(new VariantRow(what, AccessChecks.refusal(wanted, entry, region)));
    }

    private AccessRow with(String by, long length, int qp) {
        return new AccessRow(by, access.address(), length, access.right(), qp, access.pd());
    }

    private KeyRow like(String name, String object, List<String> rights, @Nullable Integer qp) {
        return new KeyRow(
                name,
                object,
                key.free(),
                key.pd(),
                key.start(),
                key.length(),
                rights,
                qp,
                key.region(),
                key.windows(),
                key.translation(),
                key.pages(),
                key.pageBytes());
    }
}
