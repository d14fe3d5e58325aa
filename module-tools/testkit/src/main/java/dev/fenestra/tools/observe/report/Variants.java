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
        variants.lengths();
        variants.keys();
        return variants.rows;
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
            add(TYPE_ONE, access, like("type-1 window", key.rights(), null));
        }
        if (!key.rights().contains(access.right())) {
            List<String> more = Stream.concat(key.rights().stream(), Stream.of(access.right()))
                    .toList();
            add(GRANTED, access, like(key.object(), more, key.qp()));
        }
    }

    private void add(String what, AccessRow wanted, KeyRow entry) {
        rows.add(new VariantRow(what, AccessChecks.refusal(wanted, entry, region)));
    }

    private AccessRow with(String by, long length, int qp) {
        return new AccessRow(by, access.address(), length, access.right(), qp, access.pd());
    }

    private KeyRow like(String object, List<String> rights, @Nullable Integer qp) {
        return new KeyRow(
                key.key(),
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
