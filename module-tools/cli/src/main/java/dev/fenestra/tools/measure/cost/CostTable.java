package dev.fenestra.tools.measure.cost;

import com.google.common.collect.TreeBasedTable;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.tools.observe.cost.Bill;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** The work of a host for each operation, for regions of 4 KiB to 1 TiB. */
public final class CostTable {
    /** Bytes of the regions in the table. */
    public static final List<Long> SIZES =
            List.of(1L << 12, 1L << 16, 1L << 21, 1L << 26, 1L << 30, 1L << 34, 1L << 40);

    private final List<CostRow> rows;
    private final boolean isStraight;
    private final long largestRegion;

    private CostTable(List<CostRow> rows, boolean isStraight, long largestRegion) {
        this.rows = List.copyOf(rows);
        this.isStraight = isStraight;
        this.largestRegion = largestRegion;
    }

    /**
     * Runs the operations on regions that are small enough, and extrapolates the counts to the others.
     *
     * @param largest bytes of the largest region that runs; at least the second of {@link #SIZES}
     */
    public static CostTable run(long largest) {
        return run(TestBench.builder(), largest);
    }

    /**
     * The same on other hosts.
     *
     * @param hosts two hosts, alice and bob
     */
    public static CostTable run(TestBenchBuilder hosts, long largest) {
        if (largest < SIZES.get(1)) {
            throw new IllegalArgumentException("two sizes must run: up to " + SIZES.get(1) + " bytes at least");
        }
        List<CostRow> rows = new ArrayList<>();
        boolean straight = true;
        try (CostRun run = new CostRun(hosts, largest)) {
            for (Kind kind : Kind.values()) {
                TreeBasedTable<PricedOperation, Long, Bill> counted = counted(run, kind, largest);
                for (PricedOperation operation : counted.rowKeySet()) {
                    Line line = Line.through(counted.row(operation));
                    straight &= line.fits(counted.row(operation));
                    rows.addAll(rows(kind, operation, counted.row(operation), line));
                }
            }
            return new CostTable(rows, straight, run.largestRegion());
        }
    }

    public List<CostRow> rows() {
        return rows;
    }

    /** Whether all counts lie on the lines of the extrapolation. */
    public boolean isStraight() {
        return isStraight;
    }

    /** Bytes of the largest region that the device takes ({@code max_mr_size}), unsigned. */
    public long largestRegion() {
        return largestRegion;
    }

    public Optional<CostRow> find(Kind kind, PricedOperation operation, long bytes) {
        return rows.stream()
                .filter(row -> row.kind() == kind && row.operation() == operation && row.bytes() == bytes)
                .findFirst();
    }

    /** The operations of a kind, in order. */
    public List<PricedOperation> operations(Kind kind) {
        return Arrays.stream(PricedOperation.values())
                .filter(operation -> rows.stream().anyMatch(row -> row.kind() == kind && row.operation() == operation))
                .toList();
    }

    private static TreeBasedTable<PricedOperation, Long, Bill> counted(CostRun run, Kind kind, long largest) {
        TreeBasedTable<PricedOperation, Long, Bill> counted = TreeBasedTable.create();
        for (long bytes : SIZES) {
            if (bytes >= kind.smallest() && bytes <= largest) {
                run.run(kind, bytes).forEach((operation, bill) -> counted.put(operation, bytes, bill));
            }
        }
        return counted;
    }

    /** A single size allows no extrapolation. */
    private static List<CostRow> rows(Kind kind, PricedOperation operation, SortedMap<Long, Bill> counted, Line line) {
        return SIZES.stream()
                .filter(bytes -> counted.containsKey(bytes) || bytes >= kind.smallest() && counted.size() > 1)
                .map(bytes -> {
                    Bill bill = counted.get(bytes);
                    return new CostRow(kind, operation, bytes, bill == null ? line.at(bytes) : bill, bill == null);
                })
                .toList();
    }
}
