package dev.fenestra.vendor.rxe.user;

import dev.fenestra.hw.sim.rxe.RxeQueue;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.vendor.common.RegisterPage;
import dev.fenestra.vendor.common.user.PollRing;
import java.lang.foreign.MemorySegment;

/** A queue of completions: the process moves the consumer's index. */
final class RxePollRing implements PollRing {
    private final RxeQueue queue;
    private final MappedPage registers;
    private final long number;
    private int next;

    RxePollRing(RxeQueue queue, MappedPage registers, long number) {
        this.queue = queue;
        this.registers = registers;
        this.number = number;
        next = queue.consumer();
    }

    @Override
    public int capacity() {
        return queue.mask();
    }

    @Override
    public boolean isNew(int ahead) {
        return ahead < (queue.producer() - next & queue.mask());
    }

    @Override
    public MemorySegment segment(int ahead) {
        return queue.memory();
    }

    @Override
    public long offset(int ahead) {
        return queue.at(next + ahead);
    }

    @Override
    public void take() {
        next = next + 1 & queue.mask();
    }

    @Override
    public void publish() {
        queue.consumer(next);
    }

    @Override
    public void arm(boolean solicitedOnly) {
        registers.write64(RegisterPage.ARM, number << 1 | (solicitedOnly ? 1 : 0));
    }
}
