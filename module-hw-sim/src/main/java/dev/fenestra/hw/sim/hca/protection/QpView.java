package dev.fenestra.hw.sim.hca.protection;

import dev.fenestra.hw.sim.hca.vocabulary.QpService;

/** A QP as the rules of memory protection see it. */
public interface QpView {
    /** {@return its QP number} */
    int number();

    /** {@return a number that no other QP of the device ever has, not even a later one with the same QP number} */
    int serial();

    /**
     * {@return the PD that keys must belong to: of an XRC target, the PD of the SRQ that the request in progress names}
     */
    int pd();

    /** {@return the transport service} */
    QpService service();

    /** {@return the pages that it waits for; {@link FaultSlots#NONE} before it has waited for any} */
    FaultSlots faults();

    /** {@return the same, made when it is to wait for the first time} */
    FaultSlots ownFaults();

    /**
     * Counts type-2A windows that were bound through it, or are no longer.
     *
     * @param change 1 for one more, -1 for one less
     * @return windows that are bound now
     */
    int countWindows(int change);

    /** {@return bus address of its cell in the binding ledger; 0 for none} */
    long ledger();
}
