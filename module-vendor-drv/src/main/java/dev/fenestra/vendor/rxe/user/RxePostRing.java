package dev.fenestra.vendor.rxe.user;

import dev.fenestra.hw.sim.rxe.RxeQueue;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.vendor.common.RegisterPage;
import dev.fenestra.vendor.common.user.PostRing;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A queue that the process fills: it moves the producer's index. */
final class RxePostRing implements PostRing {
    private final RxeQueue queue;
    private final @Nullable MappedPage registers;
    private final int qpn;
    /** The slot of the request with count 0. */
    private int origin;

    /**
     * @param registers say that there are send requests; null for receives, of which nobody is told
     */
    RxePostRing(RxeQueue queue, @Nullable MappedPage registers, int qpn) {
        this.queue = queue;
        this.registers = registers;
        this.qpn = qpn;
        origin = queue.producer();
    }

    @Override
    public int room() {
        return queue.mask();
    }

    @Override
    public boolean isFull(int count) {
        return (origin + count + 1 & queue.mask()) == queue.consumer();
    }

    @Override
    public MemorySegment segment(int count) {
        return queue.memory();
    }

    @Override
    public long offset(int count) {
        return queue.at(origin + count);
    }

    @Override
    public int bytes() {
        return queue.elementBytes();
    }

    @Override
    public void publish(int end) {
        queue.producer(origin + end);
        if (registers != null) {
            registers.write64(RegisterPage.POST, qpn);
        }
    }

    @Override
    public void reset() {
        origin = queue.producer();
    }
}
