package dev.fenestra.tools.measure.perf;

/** Which thread drives the devices. */
public enum PerfMode {
    /** The thread that polls. */
    INLINE,
    /** A thread of their own, in real time. */
    AGENT
}
