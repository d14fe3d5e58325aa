package acme.rdma;

import dev.fenestra.ib.core.spi.DriverPd;

/** A protection domain: only its identity counts. */
final class Pd implements DriverPd {}
