package acme.rdma;

import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RegionOperations;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** Regions of pinned pages. What it does not override, such as re-registration, answers EOPNOTSUPP. */
record Regions(RdmaDevice device, Card card) implements RegionOperations {
    @Override
    public DriverMr regMr(DriverPd pd, PinnedPages pages, long iova, int access, LedgerCell bound) {
        synchronized (card.wire()) {
            Region region = new Region((Pd) pd, pages, iova, access, bound);
            card.keys().add(region);
            return region;
        }
    }

    @Override
    public void deregMr(DriverMr mr) {
        synchronized (card.wire()) {
            Region region = (Region) mr;
            // The kernel has looked at its ledger; a bind may have come in between, so the card decides.
            if (region.bound() > 0) {
                throw new VerbsException(AcmeRule.D1, "bound windows=" + region.bound());
            }
            card.keys().remove(region);
        }
    }
}
