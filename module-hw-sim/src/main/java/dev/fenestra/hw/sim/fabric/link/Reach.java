package dev.fenestra.hw.sim.fabric.link;

/** Whether packets to a GID reach somebody, as far as the network can tell before they are sent. */
public enum Reach {
    /** A port has the GID; or, outside of the fabric, nothing speaks against it. */
    ANSWERS,
    /** Nobody answers for the GID. */
    SILENT,
    /** No route leads to the GID. */
    NO_ROUTE
}
