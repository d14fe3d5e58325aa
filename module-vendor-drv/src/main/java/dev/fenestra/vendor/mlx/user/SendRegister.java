package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.mlx5.prm.DoorbellRecord;
import dev.fenestra.hw.sim.mlx5.prm.UarPage;
import dev.fenestra.ib.core.spi.MappedPage;
import java.lang.foreign.MemorySegment;

/** The doorbell of a send queue. It publishes the record, then writes one half of the register. */
final class SendRegister {
    private static final int REGISTERS_PER_PAGE = 4;
    private static final int REGISTER_BYTES = 2 * UarPage.HALF_BYTES;

    private final MappedPage page;
    private final int base;
    private final int halfBytes;
    private final int mostUnits;
    private final int mostUnitsInline;
    /** The doorbell record. */
    private final MemorySegment recordMemory;

    private final long recordOffset;
    /** The offset of the next half from the first one. */
    int half;

    /**
     * @param number of the register in the context; number 0 is shared and takes 8 bytes only
     */
    SendRegister(MappedPage page, int number, BlueFlame blueFlame, DoorbellRecords.Record record) {
        this.page = page;
        base = UarPage.SEND_DOORBELL + number % REGISTERS_PER_PAGE * REGISTER_BYTES;
        BlueFlame form = number == 0 ? BlueFlame.none(blueFlame.bytes()) : blueFlame;
        halfBytes = form.bytes();
        mostUnits = form.mostUnits(false);
        mostUnitsInline = form.mostUnits(true);
        recordMemory = record.segment();
        recordOffset = record.offset();
    }

    /**
     * Rings for all posted requests.
     *
     * @param requests posted in this call
     * @param inline whether the last one has inline data
     */
    void ring(SendRing ring, int requests, boolean inline) {
        DoorbellRecord.publish(DoorbellRecord.SEND, recordMemory, recordOffset, ring.posted & 0xffff);
        int offset = base + half;
        if (requests == 1 && takes(ring.units(), inline)) {
            ring.copyTo(page.memory(), offset);
        }
        page.write64(offset, ring.doorbell());
        half ^= halfBytes;
        ring.rung();
    }

    /** Whether the register takes the only WQE of a post as a whole. It never takes a control segment alone. */
    private boolean takes(int units, boolean inline) {
        return units > 1 && units <= (inline ? mostUnitsInline : mostUnits);
    }
}
