package dev.fenestra.tools.observe.report;

import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.tools.observe.journal.BrokenDuty;
import dev.fenestra.tools.observe.report.EventRow.AccessRow;
import dev.fenestra.tools.observe.report.EventRow.KeyRow;
import dev.fenestra.tools.observe.report.EventRow.RefusalRow;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Decodes refusals. */
final class Refusals {
    private static final Pattern ACCESS = Pattern.compile(
            "rkey=(0x[0-9a-f]+:[0-9a-f]+) address=(0x[0-9a-f]+) length=(\\d+) QP=0x([0-9a-f]+) PD=(\\d+)");
    private static final int HEX = 16;
    /** The rule by which a window that is not bound is refused. */
    private static final String UNBOUND = "A4";

    private Refusals() {}

    /**
     * A refusal with the checks that led to it.
     *
     * @param header of the packet that the device was processing, if there was one
     * @param keys of the host, by their index
     * @param bound its windows, each as it was last bound, by their index
     */
    static RefusalRow of(
            Refusal refusal, byte @Nullable [] header, Map<Integer, KeyRow> keys, Map<Integer, KeyRow> bound) {
        Matcher matcher = ACCESS.matcher(refusal.values());
        if (header == null || !matcher.find()) {
            return row(refusal, null, List.of(), null);
        }
        AccessRow access = new AccessRow(
                matcher.group(1),
                matcher.group(2),
                Long.parseLong(matcher.group(3)),
                PacketRows.right(header),
                Integer.parseInt(matcher.group(4), HEX),
                Integer.parseInt(matcher.group(5)));
        KeyRow key = keys.get(index(access.key()));
        KeyRow region = region(key, keys);
        List<EventRow.CheckRow> checks = AccessChecks.of(access, key, region, refusal.ruleId());
        if (key == null || checks.isEmpty()) {
            return row(refusal, access, checks, null);
        }
        KeyRow last = refusal.ruleId().equals(UNBOUND) ? bound.get(index(key.key())) : null;
        List<EventRow.VariantRow> variants = last == null
                ? Variants.of(access, key, region)
                : Variants.ofUnbound(access, key, last, region(last, keys));
        return row(refusal, access, checks, variants);
    }

    /** A finding stands beside the refusals: what a program did was granted, and should not have been asked for. */
    static RefusalRow of(BrokenDuty broken) {
        return new RefusalRow(
                broken.duty(),
                broken.violation(),
                broken.level(),
                String.join("; ", broken.facts()),
                null,
                List.of(),
                null);
    }

    /** The region of a window, as it is now. */
    private static @Nullable KeyRow region(@Nullable KeyRow window, Map<Integer, KeyRow> keys) {
        return window == null || window.region() == null ? null : keys.get(index(window.region()));
    }

    private static int index(String key) {
        return Integer.decode(key.substring(0, key.indexOf(':')));
    }

    private static RefusalRow row(
            Refusal refusal,
            @Nullable AccessRow access,
            List<EventRow.CheckRow> checks,
            @Nullable List<EventRow.VariantRow> variants) {
        return new RefusalRow(
                refusal.ruleId(), refusal.violation(), refusal.outcome(), refusal.values(), access, checks, variants);
    }
}
