package dev.fenestra.hw.sim.hca.core;

import dev.fenestra.hw.sim.hca.queue.CompletionRing;
import dev.fenestra.hw.sim.hca.queue.WorkQueues;

/**
 * A QP to be created.
 *
 * @param service a {@code SERVICE_} of {@link dev.fenestra.hw.sim.mlx5.prm.Qpc}
 * @param pd its PD
 * @param sendCq where send completions go
 * @param receiveCq where receive completions go
 * @param queues its queues, in the vendor's format
 * @param srq number of the SRQ that it takes its receives from; 0 for its own queue
 * @param ledger bus address of its cell in the binding ledger; 0 for none
 */
public record QpSpec(
        int service,
        int pd,
        CompletionRing sendCq,
        CompletionRing receiveCq,
        WorkQueues queues,
        int srq,
        long ledger) {}
