package dev.fenestra.hw.sim.hca;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.ByteOrder.BIG_ENDIAN;

import dev.fenestra.hw.sim.engine.Engine;
import dev.fenestra.hw.sim.manual.ControlSegment;
import dev.fenestra.hw.sim.manual.UarPage;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A page of doorbell registers. A write names the QP whose doorbell record the device is to look at. */
public final class DoorbellPage {
    private static final ValueLayout.OfLong REGISTER = JAVA_LONG.withOrder(BIG_ENDIAN);

    private final MemorySegment memory;
    private final Engine engine;

    DoorbellPage(Arena arena, Engine engine) {
        memory = arena.allocate(UarPage.BYTES, UarPage.BYTES);
        this.engine = engine;
    }

    public MemorySegment memory() {
        return memory;
    }

    /** Writes the first 8 bytes of a WQE to a register; callable from any thread. */
    public void write64(int offset, long value) {
        memory.set(REGISTER, offset, value);
        engine.doorbell(ControlSegment.QPN.in((int) value));
    }
}
