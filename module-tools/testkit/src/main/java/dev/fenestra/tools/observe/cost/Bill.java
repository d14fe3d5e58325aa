package dev.fenestra.tools.observe.cost;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Charges added up. */
public final class Bill {
    private final Map<CostItem, Long> counts = new EnumMap<>(CostItem.class);

    /** Makes an empty bill. */
    public Bill() {}

    /**
     * Adds charges.
     *
     * @param charges the charges
     * @return this
     */
    public Bill add(List<Charge> charges) {
        charges.forEach(charge -> add(charge.item(), charge.count()));
        return this;
    }

    /**
     * Adds a number of items of one kind.
     *
     * @param item the kind
     * @param count how many of it
     * @return this
     */
    public Bill add(CostItem item, long count) {
        if (count != 0) {
            counts.merge(item, count, Long::sum);
        }
        return this;
    }

    /**
     * How often an item was charged.
     *
     * @param item the item
     * @return the sum of its charges
     */
    public long count(CostItem item) {
        return counts.getOrDefault(item, 0L);
    }

    /**
     * The time that all charges take. Work that overlaps on a real host is added up as if it did not.
     *
     * @param model the prices
     * @return nanoseconds
     */
    public double nanos(CostModel model) {
        double sum = 0;
        for (Map.Entry<CostItem, Long> entry : counts.entrySet()) {
            sum += model.nanos(entry.getKey(), entry.getValue());
        }
        return sum;
    }

    /**
     * Whether nothing was charged.
     *
     * @return whether all sums are 0
     */
    public boolean isEmpty() {
        return counts.isEmpty();
    }

    /** For example {@code kernel_transition 1, pin_page 256}. */
    @Override
    public String toString() {
        return counts.entrySet().stream()
                .map(entry -> entry.getKey().key() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bill bill && counts.equals(bill.counts);
    }

    @Override
    public int hashCode() {
        return counts.hashCode();
    }
}
