package dev.fenestra.hw.sim.hca.event;

import dev.fenestra.hw.sim.hca.queue.CompletionRing;
import dev.fenestra.hw.sim.hca.queue.WorkQueues;

/** A QP as its completions need it: its CQs, and the numbers that they carry. */
public interface CompletingQp {
    /** {@return its QP number} */
    int number();

    /** {@return its queues} */
    WorkQueues queues();

    /** {@return where send requests complete} */
    CompletionRing sendCq();

    /** {@return where receives complete; of an XRC target, the CQ of the SRQ that the request in progress names} */
    CompletionRing receiveCq();

    /** {@return the number that software gave the QP} */
    int userIndex();

    /** {@return the number that completions of receives carry; of an XRC target, that of the SRQ} */
    int receiveUserIndex();
}
