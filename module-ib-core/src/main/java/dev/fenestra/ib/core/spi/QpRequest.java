package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel half is asked to create, after ib-core's checks.
 *
 * @param type transport service
 * @param sendCq where send completions go
 * @param recvCq where receive completions go
 * @param srq where receives come from in place of a queue of the QP's own, or null
 * @param capacity room asked for
 * @param signalAll every send request makes a completion
 * @param bound on a device with type-2A windows the QP's ledger cell, which lives until the QP is destroyed; else null
 */
public record QpRequest(
        QpType type,
        DriverCq sendCq,
        DriverCq recvCq,
        @Nullable DriverSrq srq,
        QpCapacity capacity,
        boolean signalAll,
        @Nullable LedgerCell bound) {}
