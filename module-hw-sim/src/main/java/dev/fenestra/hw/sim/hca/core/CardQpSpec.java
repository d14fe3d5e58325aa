package dev.fenestra.hw.sim.hca.core;

import dev.fenestra.hw.sim.hca.queue.CompletionRing;
import dev.fenestra.hw.sim.hca.queue.WorkQueues;
import dev.fenestra.hw.sim.hca.vocabulary.QpService;

/**
 * A QP to be created.
 *
 * @param service its transport service
 * @param pd its PD
 * @param sendCq where send completions go
 * @param receiveCq where receive completions go
 * @param queues its queues, in the vendor's format
 * @param srq number of the SRQ that it takes its receives from; 0 for its own queue
 * @param ledger bus address of its cell in the binding ledger; 0 for none
 */
public record CardQpSpec(
        QpService service,
        int pd,
        CompletionRing sendCq,
        CompletionRing receiveCq,
        WorkQueues queues,
        int srq,
        long ledger) {}
