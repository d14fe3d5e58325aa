import org.jspecify.annotations.NullMarked;

/**
 * A second vendor, as an example: a card of its own around the simulator's engine, with a queue format, doorbells, a
 * control path and udata that have nothing in common with those of the mlx5-like driver. Its windows are of type 2A.
 */
@NullMarked
module dev.fenestra.vendor.slate {
    requires static transitive org.jspecify;
    requires dev.fenestra.ib.core;
    requires dev.fenestra.hw.sim;

    provides dev.fenestra.ib.core.spi.RdmaDriver with
            dev.fenestra.vendor.slate.SlateDriver;
}
