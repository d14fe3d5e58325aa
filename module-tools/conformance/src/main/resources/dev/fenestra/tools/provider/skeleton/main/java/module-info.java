import org.jspecify.annotations.NullMarked;

/**
 * The acme provider: formats of queues as tables, and how its queues are made. All else is what the drivers of all
 * cards have in common. Its windows are of type 2A.
 */
@NullMarked
module acme.rdma {
    requires static transitive org.jspecify;
    requires dev.fenestra.vendor.mlx;

    provides dev.fenestra.ib.core.spi.RdmaDriver with
            acme.rdma.AcmeDriver;
}
