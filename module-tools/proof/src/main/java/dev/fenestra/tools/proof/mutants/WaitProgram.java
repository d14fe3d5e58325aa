package dev.fenestra.tools.proof.mutants;

/** A program that needs each of its wake-ups. */
public enum WaitProgram {
    /** Posts a WRITE while the agent sleeps, and looks at the peer's memory only. */
    DOORBELL,
    /** Drives the devices for a moment, and then posts such a WRITE. */
    POLLED,
    /** Rings for a device just after the agent has looked at it, and is about to sleep. */
    LATE_DOORBELL,
    /** Defers work while the agent sleeps. */
    DEFER,
    /** The same where the agent waits for datagrams. */
    DATAGRAM,
    /** Does something for which devices have work, and lets others drive afterwards. */
    DRIVE,
    /** Destroys a CQ whose event was read. */
    DESTROY,
    /** Destroys a CQ whose event another thread has taken, which acknowledges it then. */
    ACKNOWLEDGE,
    /** Reads the asynchronous events of a device as a program of rdma-core does. */
    EVENTS,
    /** Closes the device of such a program while an event comes. */
    CLOSE
}
