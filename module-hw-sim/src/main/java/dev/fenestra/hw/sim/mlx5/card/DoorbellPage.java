package dev.fenestra.hw.sim.mlx5.card;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.ByteOrder.BIG_ENDIAN;

import dev.fenestra.hw.sim.hca.engine.Engine;
import dev.fenestra.hw.sim.hca.event.EventQueues;
import dev.fenestra.hw.sim.hca.event.Notifications;
import dev.fenestra.hw.sim.mlx5.prm.ControlSegment;
import dev.fenestra.hw.sim.mlx5.prm.CqDoorbell;
import dev.fenestra.hw.sim.mlx5.prm.EqDoorbell;
import dev.fenestra.hw.sim.mlx5.prm.UarPage;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A page of doorbell registers. A write names the queue that has new entries. */
public final class DoorbellPage {
    private static final ValueLayout.OfLong REGISTER = JAVA_LONG.withOrder(BIG_ENDIAN);

    private final MemorySegment memory;
    private final Engine engine;
    private final Notifications notifications;
    private final EventQueues events;

    DoorbellPage(MemorySegment memory, Engine engine, Notifications notifications, EventQueues events) {
        this.memory = memory;
        this.engine = engine;
        this.notifications = notifications;
        this.events = events;
    }

    /** {@return the bytes of the page, which the device writes and software may map} */
    public MemorySegment memory() {
        return memory;
    }

    /**
     * Writes the first 8 bytes of a WQE to a QP's register, or a {@link CqDoorbell} to that of CQs; callable from any
     * thread. A write to another register, or one that is not aligned to 8 bytes of the page, is ignored.
     *
     * @param offset in the page, bytes
     * @param value the 8 bytes, most significant byte first
     */
    public void write64(int offset, long value) {
        if (offset % Long.BYTES != 0 || offset < 0 || offset >= UarPage.BYTES) {
            return;
        }
        memory.set(REGISTER, offset, value);
        if (offset >= UarPage.SEND_DOORBELL) {
            engine.doorbell(ControlSegment.QPN.extract((int) value));
        } else if (offset == UarPage.CQ_DOORBELL) {
            notifications.doorbell(CqDoorbell.CQN.extract((int) value), (int) (value >>> Integer.SIZE));
            engine.wake();
        }
    }

    /**
     * Writes an {@link EqDoorbell} to a register of event queues; callable from any thread.
     *
     * @param offset in the page, bytes; other registers ignore the write
     * @param value the doorbell, most significant byte first
     */
    public void write32(int offset, int value) {
        if (offset == UarPage.EQ_ARM || offset == UarPage.EQ_UPDATE) {
            boolean arm = offset == UarPage.EQ_ARM;
            events.ring(EqDoorbell.EQN.extract(value), EqDoorbell.CONSUMER.extract(value), arm);
            engine.wake();
        }
    }
}
