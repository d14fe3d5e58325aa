package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.DmaBus;
import dev.fenestra.hw.sim.fabric.Packet;
import dev.fenestra.hw.sim.table.MttTable;
import java.lang.foreign.MemorySegment;

/** Moves payload between packets and the pages of a region. */
final class Dma {
    private static final int PAGE = 1 << RingMemory.PAGE_SHIFT;

    private final DmaBus bus;
    private final MttTable mtt;

    Dma(DmaBus bus, MttTable mtt) {
        this.bus = bus;
        this.mtt = mtt;
    }

    /** Adds memory of a region to a packet, by reference, page by page. */
    void gather(Packet packet, int firstTranslation, long position, int length) {
        long at = position;
        int left = length;
        while (left > 0) {
            int part = Math.min(left, PAGE - (int) (at & PAGE - 1));
            packet.addPayload(busAddress(firstTranslation, at), part);
            at += part;
            left -= part;
        }
    }

    /** Places the next bytes of a packet's payload into a region, page by page. */
    void scatter(Packet packet, int firstTranslation, long position, int length) {
        long at = position;
        int left = length;
        while (left > 0) {
            int part = Math.min(left, PAGE - (int) (at & PAGE - 1));
            long target = busAddress(firstTranslation, at);
            packet.takePayload(bus.segment(target), bus.offset(target), part);
            at += part;
            left -= part;
        }
    }

    /** Reads memory of a region, page by page. */
    void read(MemorySegment target, int firstTranslation, long position, int length) {
        int done = 0;
        while (done < length) {
            int part = Math.min(length - done, PAGE - (int) (position + done & PAGE - 1));
            long from = busAddress(firstTranslation, position + done);
            MemorySegment.copy(bus.segment(from), bus.offset(from), target, done, part);
            done += part;
        }
    }

    private long busAddress(int firstTranslation, long position) {
        return mtt.busAddress(firstTranslation + (int) (position >>> RingMemory.PAGE_SHIFT)) + (position & PAGE - 1);
    }
}
