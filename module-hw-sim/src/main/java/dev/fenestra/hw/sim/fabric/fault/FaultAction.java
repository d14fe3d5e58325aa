package dev.fenestra.hw.sim.fabric.fault;

/** The action of a faulty link on a packet. */
public enum FaultAction {
    /** The packet never arrives. */
    DROP,
    /** It arrives at once, and once more after the delay. */
    DUPLICATE,
    /** It arrives after the delay; those behind it overtake it. */
    DELAY,
    /** It arrives behind the next packet of the same sender, or after the delay when none comes. */
    REORDER,
    /** One bit of it is flipped on the way: the receiving port finds a wrong ICRC and drops it. */
    CORRUPT
}
