package dev.fenestra.tools.measure.perf;

/** The link between the two hosts. */
public enum PerfLink {
    /** Packets are handed over, payload as a reference. */
    DIRECT,
    /** Within this process, with every packet encoded and checked with ICRC. */
    WIRE,
    /** Two sockets of this machine, with every packet encoded and checked with ICRC. */
    UDP,
    /** The same, and the system gets several packets as one. */
    UDP_GSO,
    /** Sockets with the other host in another process. */
    REMOTE;

    /** Whether both hosts are here, each with a socket. */
    boolean isUdp() {
        return this == UDP || this == UDP_GSO;
    }

    /** Whether packets travel through sockets, which threads of their own read. */
    public boolean isOverSockets() {
        return isUdp() || this == REMOTE;
    }
}
