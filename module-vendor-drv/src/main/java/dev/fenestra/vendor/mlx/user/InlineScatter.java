package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.mlx5.prm.ControlSegment;
import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.hw.sim.mlx5.prm.SpecialKeys;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import java.lang.foreign.MemorySegment;

/** Copies data that arrived in a CQE to the data segments of its WQE. */
final class InlineScatter {
    private static final int UNIT_BYTES = 16;
    private static final int FIRST_DATA_UNIT = 2;
    /** The answer instead of the number of copied bytes. */
    private static final int NOT_MAPPED = -1;

    private final UserMemory memory;

    InlineScatter(UserMemory memory) {
        this.memory = memory;
    }

    /** Data of a READ or an atomic; the number of a {@link WcStatus}. */
    int toSend(SendRing ring, int block, MemorySegment from, long offset, int length) {
        int at = ring.at(block, 0);
        MemorySegment wqe = ring.buffer().segment(at);
        int units = ControlSegment.DS.get(wqe, ring.buffer().offset(at));
        int first;
        switch (ControlSegment.OPCODE.get(wqe, ring.buffer().offset(at))) {
            case WqeOpcode.RDMA_READ -> first = FIRST_DATA_UNIT;
            case WqeOpcode.ATOMIC_CS, WqeOpcode.ATOMIC_FA -> first = FIRST_DATA_UNIT + 1;
            default -> {
                return WcStatus.REM_INV_REQ_ERR.code();
            }
        }
        int done = 0;
        for (int unit = first + ring.addressUnits(); unit < units && done < length; unit++) {
            int part = segment(ring.buffer(), ring.at(block, unit), from, offset + done, length - done);
            if (part == NOT_MAPPED) {
                return WcStatus.LOC_PROT_ERR.code();
            }
            done += part;
        }
        return status(done, length);
    }

    /** Data of a receive whose data segments begin at a byte of the buffer. */
    int toReceive(QueueBuffer buffer, int at, int segments, MemorySegment from, long offset, int length) {
        int done = 0;
        for (int i = 0; i < segments && done < length; i++) {
            int part = segment(buffer, at + i * UNIT_BYTES, from, offset + done, length - done);
            if (part == NOT_MAPPED) {
                return WcStatus.LOC_PROT_ERR.code();
            }
            done += part;
        }
        return status(done, length);
    }

    private static int status(int done, int length) {
        return (done < length ? WcStatus.LOC_LEN_ERR : WcStatus.SUCCESS).code();
    }

    private int segment(QueueBuffer buffer, int at, MemorySegment from, long offset, int length) {
        MemorySegment wqe = buffer.segment(at);
        long base = buffer.offset(at);
        int count = DataSegment.BYTE_COUNT.get(wqe, base);
        int part = count >= 0 ? Math.min(count, length) : length;
        int lkey = DataSegment.LKEY.get(wqe, base);
        boolean isNowhere = lkey == DataSegment.TERMINATOR_LKEY || lkey == SpecialKeys.NULL_KEY;
        return isNowhere || copy(from, offset, DataSegment.ADDRESS.getLong(wqe, base), part) ? part : NOT_MAPPED;
    }

    /** Returns false where the program may not store any more, or when it has changed the WQE. */
    private boolean copy(MemorySegment from, long offset, long address, int length) {
        int done = 0;
        while (done < length) {
            int part = (int) memory.store(address + done, from, offset + done, length - done);
            if (part == 0) {
                return false;
            }
            done += part;
        }
        return true;
    }
}
