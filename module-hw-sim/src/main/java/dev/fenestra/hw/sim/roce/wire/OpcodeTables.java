package dev.fenestra.hw.sim.roce.wire;

import org.jspecify.annotations.Nullable;

/** {@link WireOpcode} as flat arrays indexed by opcode. */
final class OpcodeTables {
    /** Header kinds of {@link OpcodeMask}, one per bit of its low nine. */
    static final int HEADERS = 9;

    static final @Nullable WireOpcode[] ROWS = new @Nullable WireOpcode[256];
    static final int[] MASKS = new int[256];
    static final int[] HEADER_BYTES = new int[256];
    /** Index: opcode * {@link #HEADERS} + number of the header's bit. */
    static final int[] OFFSETS = new int[256 * HEADERS];

    private static final int[] BYTES_BY_HEADER = {
        XrcEth.BYTES,
        Deth.BYTES,
        Feth.BYTES,
        Reth.BYTES,
        AtomicEth.BYTES,
        Aeth.BYTES,
        AtomicAckEth.BYTES,
        ImmDt.BYTES,
        Ieth.BYTES
    };

    static {
        for (WireOpcode row : WireOpcode.values()) {
            ROWS[row.number()] = row;
            MASKS[row.number()] = row.mask();
            HEADER_BYTES[row.number()] = layOut(row);
        }
    }

    private OpcodeTables() {}

    private static int layOut(WireOpcode row) {
        int offset = Bth.BYTES;
        for (int header = 0; header < HEADERS; header++) {
            if (row.has(1 << header)) {
                OFFSETS[row.number() * HEADERS + header] = offset;
                offset += BYTES_BY_HEADER[header];
            }
        }
        return offset;
    }
}
