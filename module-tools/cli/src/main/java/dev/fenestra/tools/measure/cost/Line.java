package dev.fenestra.tools.measure.cost;

import dev.fenestra.tools.observe.cost.Bill;
import dev.fenestra.tools.observe.cost.CostItem;
import java.util.Map;
import java.util.SortedMap;

/**
 * A straight line through the bills of an operation at two sizes: a fixed part, and one for each byte.
 *
 * @param size bytes of the smaller region
 * @param bill of the smaller region
 * @param largeSize bytes of the larger one
 * @param largeBill of the larger one
 */
record Line(long size, Bill bill, long largeSize, Bill largeBill) {

    /** Through the smallest and the largest region that ran. */
    static Line through(SortedMap<Long, Bill> bills) {
        return new Line(
                bills.firstKey(),
                bills.firstEntry().getValue(),
                bills.lastKey(),
                bills.lastEntry().getValue());
    }

    /** The bill of a region of this size. */
    Bill at(long bytes) {
        Bill extended = new Bill();
        for (CostItem item : CostItem.values()) {
            extended.add(item, at(item, bytes));
        }
        return extended;
    }

    /** Whether all known bills lie on the line. */
    boolean fits(Map<Long, Bill> bills) {
        return bills.entrySet().stream().allMatch(entry -> at(entry.getKey()).equals(entry.getValue()));
    }

    private long at(CostItem item, long bytes) {
        long small = bill.count(item);
        long more = largeBill.count(item) - small;
        return more == 0 ? small : small + Math.round((double) more * (bytes - size) / (largeSize - size));
    }
}
