package dev.fenestra.hw.sim.rxe;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.fenestra.hw.sim.format.Structure;
import dev.fenestra.hw.sim.format.Word;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * A queue between kernel and program: a header, then elements (rxe_queue.h {@code rxe_queue_buf}). Indexes stay inside
 * of the mask. The queue is empty when they are equal, and full when the producer is one behind the consumer, so one
 * slot is never used.
 *
 * @param memory whole pages
 * @param slots a power of two
 * @param elementBytes a power of two
 */
public record RxeQueue(MemorySegment memory, int slots, int elementBytes) {
    private static final Structure HEADER = new Structure("rxe_queue_buf", 384, LITTLE_ENDIAN);
    private static final Word LOG_ELEMENT = HEADER.u32("log2_elem_size", 0);
    private static final Word INDEX_MASK = HEADER.u32("index_mask", 4);
    private static final Word PRODUCER = HEADER.u32("producer_index", 128);
    private static final Word CONSUMER = HEADER.u32("consumer_index", 256);
    private static final VarHandle INDEX =
            ValueLayout.JAVA_INT.withOrder(LITTLE_ENDIAN).varHandle();
    private static final int SMALLEST_ELEMENT = 64;
    private static final int PAGE = 4096;

    /**
     * {@return slots of a queue that has room for so many elements}
     *
     * @param elements asked for
     */
    public static int slotsFor(int elements) {
        return powerOfTwo(elements + 1);
    }

    /**
     * {@return bytes of an element}
     *
     * @param used bytes that it has a meaning for
     */
    public static int elementFor(int used) {
        return powerOfTwo(Math.max(SMALLEST_ELEMENT, used));
    }

    /**
     * {@return bytes of the memory of a queue, whole pages}
     *
     * @param slots a power of two
     * @param elementBytes a power of two
     */
    public static long bytes(int slots, int elementBytes) {
        return HEADER.bytes() + (long) slots * elementBytes + PAGE - 1 & -PAGE;
    }

    /**
     * {@return the queue that lies in memory, as its header says}
     *
     * @param memory whole pages, whose header the kernel has written
     */
    public static RxeQueue in(MemorySegment memory) {
        return new RxeQueue(memory, INDEX_MASK.getInt(memory, 0) + 1, 1 << LOG_ELEMENT.getInt(memory, 0));
    }

    private static int powerOfTwo(int atLeast) {
        return atLeast <= 1 ? 1 : Integer.highestOneBit(atLeast - 1) << 1;
    }

    /** Writes the header, of an empty queue. */
    public void format() {
        LOG_ELEMENT.set(memory, 0, Integer.numberOfTrailingZeros(elementBytes));
        INDEX_MASK.set(memory, 0, mask());
        producer(0);
        consumer(0);
    }

    /** {@return the highest index} */
    public int mask() {
        return slots - 1;
    }

    /**
     * {@return where an element begins}
     *
     * @param slot its index; only the bits inside of the mask count
     */
    public long at(int slot) {
        return HEADER.bytes() + (long) (slot & mask()) * elementBytes;
    }

    /** {@return the index of the slot that is written next; what lies before it is visible} */
    public int producer() {
        return (int) INDEX.getAcquire(memory, (long) PRODUCER.offset()) & mask();
    }

    /**
     * Says which slot is written next; what lies before it has been written.
     *
     * @param slot its index
     */
    public void producer(int slot) {
        INDEX.setVolatile(memory, (long) PRODUCER.offset(), slot & mask());
    }

    /** {@return the index of the slot that is read next} */
    public int consumer() {
        return (int) INDEX.getAcquire(memory, (long) CONSUMER.offset()) & mask();
    }

    /**
     * Says which slot is read next; those before it may be written.
     *
     * @param slot its index
     */
    public void consumer(int slot) {
        INDEX.setVolatile(memory, (long) CONSUMER.offset(), slot & mask());
    }

    /** {@return elements that were written and not read} */
    public int filled() {
        return producer() - consumer() & mask();
    }

    /**
     * Copies all elements that were not read to a new queue, from its first slot on.
     *
     * @param other empty, with room for them
     */
    public void moveTo(RxeQueue other) {
        int first = consumer();
        int count = filled();
        int bytes = Math.min(elementBytes, other.elementBytes);
        for (int i = 0; i < count; i++) {
            MemorySegment.copy(memory, at(first + i), other.memory, other.at(i), bytes);
        }
        other.producer(count);
    }
}
