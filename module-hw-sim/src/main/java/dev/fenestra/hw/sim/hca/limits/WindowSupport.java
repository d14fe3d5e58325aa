package dev.fenestra.hw.sim.hca.limits;

/** Which memory windows a device offers: it may have one form of type 2, never both. */
public enum WindowSupport {
    /** None, as on a virtual function. */
    NONE,
    /** Type 2 is tied to its QP alone; a QP with bound windows cannot be destroyed or reset. */
    TYPES_1_AND_2A,
    /** Type 2 is tied to its PD and its QP; the QP may go while windows are bound. */
    TYPES_1_AND_2B
}
