package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.spi.DriverObserver;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reports the work of a send queue to the observer.
 *
 * @param observer returns the observer or null; called for each event
 */
record SendWatch(Supplier<@Nullable DriverObserver> observer) {
    /** Reports the WQE last ended, which begins at this block, for the request of this wr_id. */
    void written(SendRing ring, int block, long wrId) {
        DriverObserver watching = observer.get();
        if (watching != null) {
            watching.wqeWritten(ring.qpn(), block & 0xffff, wrId, ring.opcode(), ring.units(), ring::copy);
        }
    }

    void rung(SendRing ring) {
        DriverObserver watching = observer.get();
        if (watching != null) {
            watching.doorbell(ring.qpn(), ring.posted & 0xffff);
        }
    }
}
