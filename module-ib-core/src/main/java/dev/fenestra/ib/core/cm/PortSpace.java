package dev.fenestra.ib.core.cm;

import java.util.Optional;
import java.util.stream.Stream;

/** The port space of an id (rdma_cma.h {@code rdma_port_space}). */
public enum PortSpace {
    /** Datagrams that share the Q_Key of IP over InfiniBand. */
    IPOIB(0x0002),
    /** Reliable connections. */
    TCP(0x0106),
    /** Datagrams. */
    UDP(0x0111),
    /** Any type of QP. */
    IB(0x013f);

    private final int number;

    PortSpace(int number) {
        this.number = number;
    }

    /** {@return the number of rdma_cma.h} */
    public int number() {
        return number;
    }

    /**
     * {@return the service ID of a port in this space (IBA annex A11)}
     *
     * @param port 0 to 65535
     */
    public long serviceId(int port) {
        return (long) number << Short.SIZE | port;
    }

    /**
     * {@return the port space with a number of rdma_cma.h; empty when there is none}
     *
     * @param number of rdma_cma.h
     */
    public static Optional<PortSpace> of(int number) {
        return Stream.of(values()).filter(space -> space.number == number).findFirst();
    }
}
