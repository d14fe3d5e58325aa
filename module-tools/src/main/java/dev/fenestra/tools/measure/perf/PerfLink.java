package dev.fenestra.tools.measure.perf;

/** The link between the two hosts. */
public enum PerfLink {
    /** Packets are handed over, payload as a reference. */
    DIRECT,
    /** Within this process, with every packet encoded and checked with ICRC. */
    WIRE,
    /** Two sockets of this machine, with every packet encoded and checked with ICRC. */
    UDP
}
