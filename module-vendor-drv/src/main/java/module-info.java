import org.jspecify.annotations.NullMarked;

/**
 * The drivers: that of the mlx5-like HCA, with its mkeys, commands, WQE segments, doorbells and CQEs, and those of
 * other vendors' cards, which share their halves but for the formats.
 */
@NullMarked
module dev.fenestra.vendor.mlx {
    requires static transitive org.jspecify;
    requires transitive dev.fenestra.ib.core;
    requires transitive dev.fenestra.hw.sim;

    exports dev.fenestra.vendor.common;
    exports dev.fenestra.vendor.common.driver;
    exports dev.fenestra.vendor.common.kernel;
    exports dev.fenestra.vendor.common.user;
    exports dev.fenestra.vendor.mlx.dv;

    provides dev.fenestra.ib.core.spi.RdmaDriver with
            dev.fenestra.vendor.mlx.MlxDriver,
            dev.fenestra.vendor.irdma.IrdmaDriver,
            dev.fenestra.vendor.mlx4.Mlx4Driver,
            dev.fenestra.vendor.rxe.RxeDriver,
            dev.fenestra.vendor.efa.EfaDriver,
            dev.fenestra.vendor.hns.HnsDriver;
}
