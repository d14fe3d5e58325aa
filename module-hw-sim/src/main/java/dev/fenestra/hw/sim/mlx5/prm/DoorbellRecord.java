package dev.fenestra.hw.sim.mlx5.prm;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The 8 bytes of host memory in which software publishes the counters of a queue. The record is the truth; a doorbell
 * register only wakes the device to read it.
 */
public final class DoorbellRecord {
    /** Size, bytes. */
    public static final int BYTES = 8;
    /** Records lie a cache line apart. */
    public static final int SPACING = 64;

    private static final Layout.Builder L = Layout.of("doorbell_record", BYTES);

    /** QP: receive WQEs posted, modulo 65536. CQ: entries consumed, modulo 2^24. */
    public static final Field RECEIVE = L.u32("recv", 0x00);
    /** QP: basic blocks of send WQEs posted, modulo 65536. CQ: the arm word. */
    public static final Field SEND = L.u32("send", 0x04);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    private static final VarHandle COUNTER =
            ValueLayout.JAVA_INT.withOrder(BIG_ENDIAN).varHandle();

    private DoorbellRecord() {}

    /**
     * Publishes a counter. All queue bytes written before are visible to a device that reads the counter.
     *
     * @param counter {@link #RECEIVE} or {@link #SEND}
     * @param memory holds the record
     * @param base offset of the record, bytes
     * @param value the new counter
     */
    public static void publish(Field counter, MemorySegment memory, long base, int value) {
        COUNTER.setRelease(memory, base + counter.offset(), value);
    }

    /**
     * {@return a counter} All queue bytes that were written before it are visible afterwards.
     *
     * @param counter {@link #RECEIVE} or {@link #SEND}
     * @param memory holds the record
     * @param base offset of the record, bytes
     */
    public static int observe(Field counter, MemorySegment memory, long base) {
        return (int) COUNTER.getAcquire(memory, base + counter.offset());
    }
}
