import org.jspecify.annotations.NullMarked;

/** The mlx5-like driver: mkeys, commands, WQE segments, doorbells and CQEs for the simulated HCA. */
@NullMarked
module dev.fenestra.vendor.mlx {
    requires static transitive org.jspecify;
    requires transitive dev.fenestra.ib.core;
    requires dev.fenestra.hw.sim;

    exports dev.fenestra.vendor.mlx.dv;

    provides dev.fenestra.ib.core.spi.RdmaDriver with
            dev.fenestra.vendor.mlx.MlxDriver;
}
