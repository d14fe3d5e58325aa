package dev.fenestra.tools.measure.cost;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.fenestra.tools.input.Json;
import dev.fenestra.tools.observe.cost.Bill;
import dev.fenestra.tools.observe.cost.CostItem;
import dev.fenestra.tools.observe.cost.CostModel;
import dev.fenestra.tools.observe.cost.Price;
import dev.fenestra.tools.observe.cost.TimeText;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A {@link CostTable} with the prices of a model, as text or JSON. */
public final class CostTableText {
    private static final String LABEL = "modelled, not measured";
    private static final int STEP = 1024;
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

    private CostTableText() {}

    /** One block for each kind: times for each size, then what was counted. */
    public static String of(CostTable table, CostModel model) {
        StringBuilder text = new StringBuilder();
        notes(table).forEach(note -> text.append(note).append('\n'));
        for (Kind kind : Kind.values()) {
            text.append('\n').append(kind).append('\n');
            times(text, table, kind, model);
            counts(text, table, kind);
        }
        return text.toString();
    }

    /** What a reader must know of the figures, in sentences. */
    static List<String> notes(CostTable table) {
        List<String> notes = new ArrayList<>(List.of(
                "Cost " + LABEL + ": counts of this run times prices of a model (--prices lists them), one after the"
                        + " other.",
                "\"formula\": too large to run; extended from the sizes that ran"
                        + (table.isStraight() ? ", whose counts lie on a straight line." : ".")));
        long most = table.largestRegion();
        if (Long.compareUnsigned(most, CostTable.SIZES.getLast()) < 0) {
            notes.add("One region of this device may have " + size(most)
                    + "; more takes several, each with a fixed part of its own.");
        }
        return notes;
    }

    /** All rows, with the counts. */
    public static String json(CostTable table, CostModel model) {
        return Json.write(new Report(
                        LABEL,
                        table.isStraight(),
                        table.rows().stream().map(row -> Row.of(row, model)).toList()))
                + "\n";
    }

    /** The table as JSON has it. */
    private record Report(String label, boolean straight, List<Row> rows) {}

    /** A row of it. */
    private record Row(
            Kind kind,
            PricedOperation operation,
            long bytes,
            boolean extrapolated,
            @JsonProperty("model_ns") double modelNs,
            Map<CostItem, Long> counts) {

        static Row of(CostRow row, CostModel model) {
            Map<CostItem, Long> counts = new EnumMap<>(CostItem.class);
            for (CostItem item : CostItem.values()) {
                counts.put(item, row.bill().count(item));
            }
            return new Row(
                    row.kind(),
                    row.operation(),
                    row.bytes(),
                    row.isExtended(),
                    row.bill().nanos(model),
                    counts);
        }
    }

    /** Every item of a model with its price and source. */
    public static String prices(CostModel model) {
        StringBuilder text = new StringBuilder("Prices of the model: change them with --costs FILE.\n");
        for (CostItem item : CostItem.values()) {
            Price price = model.price(item);
            text.append(String.format(
                    Locale.ROOT,
                    "%-18s %12s ns  %s%n%35s%s%n",
                    item.key(),
                    number(price.nanos()),
                    item.text(),
                    "",
                    price.source()));
        }
        return text.toString();
    }

    /** The same as JSON. */
    public static String pricesJson(CostModel model) {
        List<Map<String, Object>> items = new ArrayList<>();
        for (CostItem item : CostItem.values()) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("item", item.key());
            members.put("ns", model.price(item).nanos());
            members.put("text", item.text());
            members.put("source", model.price(item).source());
            items.add(members);
        }
        return Json.write(items) + "\n";
    }

    /** For example {@code 64 KiB}. */
    static String size(long bytes) {
        long value = bytes;
        int unit = 0;
        while (value >= STEP && value % STEP == 0 && unit < UNITS.length - 1) {
            value /= STEP;
            unit++;
        }
        return value + " " + UNITS[unit];
    }

    private static void times(StringBuilder text, CostTable table, Kind kind, CostModel model) {
        text.append(String.format("  %8s  %-7s", "size", "how"));
        table.operations(kind).forEach(operation -> text.append(String.format("  %17s", operation)));
        text.append('\n');
        for (long bytes : CostTable.SIZES) {
            StringBuilder cells = new StringBuilder();
            boolean extended = false;
            for (PricedOperation operation : table.operations(kind)) {
                CostRow row = table.find(kind, operation, bytes).orElse(null);
                if (row != null) {
                    cells.append(String.format("  %17s", TimeText.of(row.bill().nanos(model))));
                    extended |= row.isExtended();
                }
            }
            if (!cells.isEmpty()) {
                text.append(String.format("  %8s  %-7s", size(bytes), extended ? "formula" : "run"))
                        .append(cells)
                        .append('\n');
            }
        }
    }

    /** Of the largest region in the table. */
    private static void counts(StringBuilder text, CostTable table, Kind kind) {
        long largest = CostTable.SIZES.getLast();
        text.append(String.format(
                "  %18s  %11s  %12s  %13s  %12s  %8s%n",
                "for " + size(largest) + ":",
                "transitions",
                "pages pinned",
                "pages brought",
                "MTT entries",
                "commands"));
        for (PricedOperation operation : table.operations(kind)) {
            table.find(kind, operation, largest)
                    .ifPresent(row -> text.append(counts(operation, row.bill())).append('\n'));
        }
    }

    private static String counts(PricedOperation operation, Bill bill) {
        return String.format(
                Locale.ROOT,
                "  %18s  %11d  %,12d  %,13d  %,12d  %,8d",
                operation,
                bill.count(CostItem.KERNEL_TRANSITION),
                bill.count(CostItem.PIN_PAGE),
                bill.count(CostItem.BRING_PAGE),
                bill.count(CostItem.MTT_ENTRY),
                bill.count(CostItem.COMMAND));
    }

    static String number(double nanos) {
        return nanos == Math.rint(nanos) ? String.format(Locale.ROOT, "%.0f", nanos) : Double.toString(nanos);
    }
}
