package dev.fenestra.tools.measure.perf;

/** Who lets the devices work. */
public enum PerfMode {
    /** The thread that polls. */
    INLINE,
    /** A thread of their own, in real time. */
    AGENT
}
