package dev.fenestra.hw.sim.hca.protection;

/**
 * Binds and invalidates that execute one after the other, while nothing else executes. So no key is created or
 * destroyed between them: a region is read once, and the place of its cell in the binding ledger is looked up once.
 */
public final class WindowBatch {
    private static final int NONE = -1;

    /** Binds and invalidates change its count only, which is no part of what is read. */
    private final Mkey region;

    private final BindingLedger ledger;
    private final BindingLedger.Cell cell = new BindingLedger.Cell();
    /** Index of the region that was read last. */
    private int known = NONE;

    WindowBatch(Mkey region, BindingLedger ledger) {
        this.region = region;
        this.ledger = ledger;
    }

    /** Begins a batch: forgets what was read before. */
    public void begin() {
        known = NONE;
        cell.forget();
    }

    /** {@return the entry of a region; the next call moves it} */
    Mkey region(int index) {
        if (index != known) {
            region.at(index);
            known = index;
        }
        return region;
    }

    /** Counts windows of a region: 1 for one more, -1 for one less. */
    void count(int index, int change) {
        ledger.count(region(index), change, cell);
    }
}
