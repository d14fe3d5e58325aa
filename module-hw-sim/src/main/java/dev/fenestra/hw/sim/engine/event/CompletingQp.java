package dev.fenestra.hw.sim.engine.event;

import dev.fenestra.hw.sim.queue.CompletionRing;
import dev.fenestra.hw.sim.queue.WorkQueues;

/** A QP as its completions need it: its CQs, and the numbers that they carry. */
public interface CompletingQp {
    /** Its QP number. */
    int number();

    WorkQueues queues();

    CompletionRing sendCq();

    /** Where receives complete; of an XRC target, the CQ of the SRQ that the request in progress names. */
    CompletionRing receiveCq();

    /** The number that software gave the QP. */
    int userIndex();

    /** The number that completions of receives name; of an XRC target, that of the SRQ. */
    int receiveUserIndex();
}
