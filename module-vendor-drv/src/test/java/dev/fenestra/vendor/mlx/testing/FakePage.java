package dev.fenestra.vendor.mlx.testing;

import dev.fenestra.ib.core.spi.MappedPage;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A doorbell page that writes down what is written to it; large enough for registers of any size that a vector names.
 */
public final class FakePage implements MappedPage {
    private static final ValueLayout.OfLong REGISTER = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private final MemorySegment memory = Arena.ofAuto().allocate(1 << 16);
    private final List<Integer> offsets = new ArrayList<>();

    @Override
    public MemorySegment memory() {
        return memory;
    }

    @Override
    public void write64(int offset, long value) {
        memory.set(REGISTER, offset, value);
        offsets.add(offset);
    }

    /** Where registers were written, in order. */
    public List<Integer> offsets() {
        return offsets;
    }

    public byte[] bytes(int offset, int length) {
        return memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
    }
}
