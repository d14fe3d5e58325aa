package dev.fenestra.hw.sim.engine.port;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.fenestra.hw.sim.device.SegmentBus;
import dev.fenestra.hw.sim.fabric.Packet;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The 8 bytes of an atomic on their way to or from host memory, where they stand in the host's byte order, as
 * payload to be moved like any other.
 */
public final class AtomicValue {
    public static final int BYTES = 8;
    private static final ValueLayout.OfLong HOST_ORDER = JAVA_LONG.withOrder(LITTLE_ENDIAN);

    private final MemorySegment memory = Arena.ofAuto().allocate(BYTES, BYTES);
    private final Packet carrier = new Packet(new SegmentBus(memory));

    public long get() {
        return memory.get(HOST_ORDER, 0);
    }

    public void set(long value) {
        memory.set(HOST_ORDER, 0, value);
    }

    public MemorySegment memory() {
        return memory;
    }

    /** The value as payload, to be taken once. */
    public Packet asPayload() {
        carrier.clear();
        carrier.addPayload(0, BYTES);
        return carrier;
    }
}
