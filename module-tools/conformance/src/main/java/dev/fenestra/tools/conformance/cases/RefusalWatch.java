package dev.fenestra.tools.conformance.cases;

import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.kernel.inspection.HostObserver;
import dev.fenestra.ib.core.spi.Refusal;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs a step when a host's device refuses something for the first time: on the thread that is the device at that
 * moment.
 *
 * @param isOver whether the step was run
 */
record RefusalWatch(Runnable step, AtomicBoolean isOver) implements HostObserver {
    RefusalWatch(Runnable step) {
        this(step, new AtomicBoolean());
    }

    @Override
    public void refused(Refusal refusal) {
        if (isOver.compareAndSet(false, true)) {
            step.run();
        }
    }

    @Override
    public void systemCall(String process, SystemCall call, int errno) {}

    @Override
    public void pinned(String process, long pages) {}

    @Override
    public void unpinned(String process, long pages) {}

    @Override
    public void providerCall(String device, String operation) {}

    @Override
    public void command(String device, int opcode, int status) {}

    @Override
    public void wqeWritten(int qpNumber, int index, long wrId, int opcode, int octowords) {}

    @Override
    public void doorbell(int qpNumber, int counter) {}

    @Override
    public void cqeRead(int qpNumber, int opcode, int syndrome) {}
}
