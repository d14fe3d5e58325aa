import org.jspecify.annotations.NullMarked;

/** The acme provider: a driver and the card it drives, in plain Java. It knows the SPI of ib-core and nothing else. */
@NullMarked
module acme.rdma {
    requires static org.jspecify;
    requires dev.fenestra.ib.core;

    provides dev.fenestra.ib.core.spi.RdmaDriver with
            acme.rdma.AcmeDriver;
}
