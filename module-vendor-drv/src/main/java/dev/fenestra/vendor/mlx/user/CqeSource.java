package dev.fenestra.vendor.mlx.user;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static java.nio.ByteOrder.BIG_ENDIAN;

import dev.fenestra.hw.sim.manual.Cqe;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.WcFlag;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Where a received message came from, out of its CQE. After an inline receive of 32 bytes these bytes are payload and mean nothing. */
final class CqeSource {
    private static final ValueLayout.OfInt BE32 = JAVA_INT_UNALIGNED.withOrder(BIG_ENDIAN);
    private static final ValueLayout.OfShort BE16 = JAVA_SHORT_UNALIGNED.withOrder(BIG_ENDIAN);
    private static final int PATH_OFFSET = 0x11;
    private static final int LID_OFFSET = 0x16;
    /** Bits 29..28: the message has a GRH. 27..24: service level. 23..0: source QP. */
    private static final int SOURCE_OFFSET = 0x18;

    private CqeSource() {}

    /** {@link WcFlag#GRH} or 0. */
    static int flags(MemorySegment memory, long base) {
        return (memory.get(BE32, base + SOURCE_OFFSET) >>> 28 & 0x3) != 0 ? WcFlag.GRH : 0;
    }

    static void read(MemorySegment memory, long base, Completions into) {
        int word = memory.get(BE32, base + SOURCE_OFFSET);
        into.source(
                word & 0xffffff,
                word >>> 24 & 0xf,
                memory.get(BE16, base + LID_OFFSET) & 0xffff,
                memory.get(JAVA_BYTE, base + PATH_OFFSET) & 0x7f,
                Cqe.IMMEDIATE.get(memory, base) & 0xffff);
    }
}
