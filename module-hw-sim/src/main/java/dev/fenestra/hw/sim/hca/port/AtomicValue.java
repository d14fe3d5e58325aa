package dev.fenestra.hw.sim.hca.port;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.host.SegmentBus;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The 8 bytes of an atomic as payload, on their way to or from host memory, in the host's byte order. */
public final class AtomicValue {
    /** Size, bytes. */
    public static final int BYTES = 8;

    private static final ValueLayout.OfLong HOST_ORDER = JAVA_LONG.withOrder(LITTLE_ENDIAN);

    private final MemorySegment memory = Arena.ofAuto().allocate(BYTES, BYTES);
    private final Packet carrier = new Packet(new SegmentBus(memory));

    /** Makes a value of 0. */
    public AtomicValue() {}

    /** {@return the value} */
    public long get() {
        return memory.get(HOST_ORDER, 0);
    }

    /**
     * Sets the value.
     *
     * @param value 64 bits
     */
    public void set(long value) {
        memory.set(HOST_ORDER, 0, value);
    }

    /** {@return the memory of the 8 bytes} */
    public MemorySegment memory() {
        return memory;
    }

    /** {@return the value as payload; only one receiver may take it} */
    public Packet asPayload() {
        carrier.clear();
        carrier.addPayload(0, BYTES);
        return carrier;
    }
}
