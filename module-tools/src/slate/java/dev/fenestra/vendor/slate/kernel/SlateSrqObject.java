package dev.fenestra.vendor.slate.kernel;

import dev.fenestra.ib.core.spi.DriverSrq;
import dev.fenestra.ib.core.spi.PinnedPages;

/** A shared receive queue. Its ring is another after a resize; ib-core lets one call at a time change it. */
final class SlateSrqObject implements DriverSrq {
    private final SlateContext context;
    private final int number;
    private volatile Ring ring;

    /**
     * Where its descriptors lie.
     *
     * @param pages pinned
     * @param entries a power of two
     */
    record Ring(PinnedPages pages, int entries) {}

    SlateSrqObject(SlateContext context, int number, Ring ring) {
        this.context = context;
        this.number = number;
        this.ring = ring;
    }

    static SlateSrqObject of(DriverSrq srq) {
        return (SlateSrqObject) srq;
    }

    SlateContext context() {
        return context;
    }

    @Override
    public int number() {
        return number;
    }

    Ring ring() {
        return ring;
    }

    void ring(Ring other) {
        ring = other;
    }
}
