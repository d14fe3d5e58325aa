package dev.fenestra.hw.sim.engine.protection;

/** A QP as the rules of memory protection see it. */
public interface QpView {
    /** Its QP number. */
    int number();

    /** A number that no other QP of the device ever has, not even a later one with the same QP number. */
    int serial();

    /** The PD that keys must belong to: of an XRC target, the PD of the SRQ that the request in progress names. */
    int pd();

    /** The transport service, as the QP context numbers it. */
    int service();

    /** The pages it waits for. */
    FaultSlots faults();

    /**
     * Counts type-2A windows that were bound through it, or that are so no longer.
     *
     * @return how many are bound now
     */
    int countWindows(int change);

    /** Bus address of its cell in the binding ledger; 0 for none. */
    long ledger();
}
