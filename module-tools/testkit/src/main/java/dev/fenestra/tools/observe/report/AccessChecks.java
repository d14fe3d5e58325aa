package dev.fenestra.tools.observe.report;

import dev.fenestra.tools.observe.report.EventRow.AccessRow;
import dev.fenestra.tools.observe.report.EventRow.CheckRow;
import dev.fenestra.tools.observe.report.EventRow.KeyRow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The checks of a remote key in the order in which a device makes them, with the values that each compares. They are
 * repeated here from the recorded entries. If they do not lead to the rule by which the device refused, the report
 * shows none.
 */
final class AccessChecks {
    /** The right of an atomic. */
    static final String ATOMIC = "remote-atomic";

    private static final int TAG_DIGITS = 2;
    private static final int ATOMIC_BYTES = 8;

    private final List<CheckRow> rows = new ArrayList<>();
    private final AccessRow access;
    private boolean refused;

    private AccessChecks(AccessRow access) {
        this.access = access;
    }

    /**
     * The checks of an access.
     *
     * @param key entry that its index names; null when there is none
     * @param region of the window that it names, if there is one
     * @param rule by which the device refused
     * @return empty when these checks do not lead to that rule
     */
    static List<CheckRow> of(AccessRow access, @Nullable KeyRow key, @Nullable KeyRow region, String rule) {
        AccessChecks checks = run(access, key, region);
        return checks.refusal().equals(rule) ? checks.rows : List.of();
    }

    /** The rule that would refuse an access; empty when it would be granted. */
    static String refusal(AccessRow access, @Nullable KeyRow key, @Nullable KeyRow region) {
        return run(access, key, region).refusal();
    }

    private static AccessChecks run(AccessRow access, @Nullable KeyRow key, @Nullable KeyRow region) {
        AccessChecks checks = new AccessChecks(access);
        if (access.right().equals(ATOMIC)) {
            checks.alignment();
        }
        checks.check("R1", "index", index(access.key()), key == null ? "nothing" : key.object(), key != null);
        if (key != null) {
            checks.check(
                    "R2",
                    "tag",
                    tag(access.key()),
                    tag(key.key()),
                    tag(access.key()).equals(tag(key.key())));
            if (key.object().endsWith("window")) {
                checks.window(key, region);
            } else {
                checks.region(key);
            }
        }
        return checks;
    }

    private String refusal() {
        return rows.stream()
                .filter(row -> row.verdict().equals("refused"))
                .map(CheckRow::rule)
                .findFirst()
                .orElse("");
    }

    /** A device looks at the address of an atomic before it looks at the key. */
    private void alignment() {
        long offset = Long.decode(access.address()) & ATOMIC_BYTES - 1;
        check("T10", "alignment", access.address(), offset == 0 ? "a multiple of 8" : "8 n + " + offset, offset == 0);
    }

    private void window(KeyRow window, @Nullable KeyRow region) {
        boolean isTypeTwo = window.object().startsWith("type-2");
        check("A2", "PD", "QP of PD " + access.pd(), "window of PD " + window.pd(), access.pd() == window.pd());
        check("A4", "bound", "a bound window", window.free() ? "not bound" : "bound", !window.free());
        if (isTypeTwo) {
            Integer tie = window.qp();
            boolean isTied = tie != null && tie == access.qp();
            String found = tie == null ? "no QP" : String.format("bound through QP 0x%x", tie);
            check("A3", "QP", String.format("QP 0x%x", access.qp()), found, isTied);
        } else {
            check("A3", "QP", String.format("QP 0x%x", access.qp()), "any QP of the PD (type 1)", true);
        }
        right("A5", window);
        String under = region == null ? "none" : region.key();
        String bound = window.region() == null ? "none" : window.region();
        check("A6", "region", bound, under, window.region() != null && under.equals(bound));
        bounds("A7", window);
    }

    private void region(KeyRow region) {
        check(
                "R3",
                "PD",
                "QP of PD " + access.pd(),
                region.object() + " of PD " + region.pd(),
                access.pd() == region.pd());
        check("R5", "in use", "a key in use", region.free() ? "free" : "in use", !region.free());
        right("R4", region);
        bounds("R6", region);
    }

    private void right(String rule, KeyRow key) {
        check(
                rule,
                "right",
                access.right(),
                String.join(" ", key.rights()),
                key.rights().contains(access.right()));
    }

    private void bounds(String rule, KeyRow key) {
        long offset = Long.decode(access.address()) - Long.decode(key.start());
        boolean fits = Long.compareUnsigned(offset, key.length()) <= 0
                && Long.compareUnsigned(access.length(), key.length() - offset) <= 0;
        check(rule, "bounds", access.address() + " + " + access.length(), key.start() + " + " + key.length(), fits);
    }

    private void check(String rule, String what, String asked, String found, boolean holds) {
        String verdict = refused ? "not reached" : holds ? "passed" : "refused";
        rows.add(new CheckRow(rule, what, asked, found, verdict));
        refused |= !holds;
    }

    private static String index(String key) {
        return key.substring(0, key.indexOf(':'));
    }

    private static String tag(String key) {
        return key.substring(key.length() - TAG_DIGITS);
    }
}
