package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.DmaBus;
import dev.fenestra.hw.sim.fabric.Packet;
import dev.fenestra.hw.sim.table.DemandTable;
import dev.fenestra.hw.sim.table.DeviceMemory;
import dev.fenestra.hw.sim.table.MttTable;
import java.lang.foreign.MemorySegment;

/** Moves payload between packets and the pages of a region, or what a layout leads to: what is read from a hole is zeros, what is written to it is lost. */
final class Dma {
    /** Bytes of the smallest page. */
    static final int PAGE = 1 << MttTable.PAGE_SHIFT;

    /** Copies that are noted before they are made. */
    private static final int MOVES = 64;

    private final DmaBus bus;
    private final MttTable mtt;
    private final DemandTable demand;
    private final Runs runs;
    private final DeviceMemory onCard;
    private final long[] sourceOffsets = new long[MOVES];
    private final long[] targetOffsets = new long[MOVES];
    private final int[] lengths = new int[MOVES];

    /**
     * @param runs where accesses through layouts lead
     * @param onCard memory of the card itself
     */
    Dma(DmaBus bus, MttTable mtt, DemandTable demand, Runs runs, DeviceMemory onCard) {
        this.onCard = onCard;
        this.bus = bus;
        this.mtt = mtt;
        this.demand = demand;
        this.runs = runs;
    }

    /**
     * Whether all that an access leads to answers on the bus. Where an address may have vanished each page is looked at, and the access to one that
     * does not answer is made, for the bus to note.
     */
    boolean reaches(int firstTranslation, long position, int length) {
        return !bus.mayFault() || reachesPages(firstTranslation, position, length);
    }

    /** Whether the host's memory may vanish without the device's knowing, so that each access is looked at first. */
    boolean mayFault() {
        return bus.mayFault();
    }

    /**
     * Whether an access leads to pages that are all there: neither through a layout, nor to memory that is paged on demand, nor to an
     * address that has vanished. Such an address is looked up but not used.
     */
    boolean isThere(int firstTranslation, long position, int length) {
        return firstTranslation >= 0 && (!bus.mayFault() || answers(firstTranslation, position, length));
    }

    private boolean answers(int firstTranslation, long position, int length) {
        for (long page = position & -PAGE; page < position + length; page += PAGE) {
            if (bus.valid(busAddress(firstTranslation, page)) < PAGE) {
                return false;
            }
        }
        return true;
    }

    private boolean reachesPages(int firstTranslation, long position, int length) {
        if (firstTranslation == KeyChecks.THROUGH_LAYOUT) {
            return reachesRuns();
        }
        for (int done = 0; done < length; ) {
            int part = Math.min(length - done, PAGE - (int) (position + done & PAGE - 1));
            long at = busAddress(firstTranslation, position + done);
            if (bus.valid(at) < part) {
                bus.segment(at);
                return false;
            }
            done += part;
        }
        return true;
    }

    private boolean reachesRuns() {
        for (int i = 0; i < runs.size(); i++) {
            boolean onHost = runs.mtt(i) != Runs.HOLE && runs.mtt(i) != Runs.ON_CARD;
            if (onHost && !reachesPages(runs.mtt(i), runs.position(i), runs.length(i))) {
                return false;
            }
        }
        return true;
    }

    /** Adds memory of a region to a packet, by reference, page by page. */
    void gather(Packet packet, int firstTranslation, long position, int length) {
        if (firstTranslation == KeyChecks.THROUGH_LAYOUT) {
            gatherRuns(packet);
            return;
        }
        long at = position;
        int left = length;
        while (left > 0) {
            int part = Math.min(left, PAGE - (int) (at & PAGE - 1));
            packet.addPayload(busAddress(firstTranslation, at), part);
            at += part;
            left -= part;
        }
    }

    private void gatherRuns(Packet packet) {
        for (int i = 0; i < runs.size(); i++) {
            if (runs.mtt(i) == Runs.HOLE) {
                packet.addZeros(runs.length(i));
            } else if (runs.mtt(i) == Runs.ON_CARD) {
                packet.addDeviceMemory(onCard.memory(), runs.position(i), runs.length(i));
            } else {
                gather(packet, runs.mtt(i), runs.position(i), runs.length(i));
            }
        }
    }

    /** Places the next bytes of a packet's payload into a region, page by page; of a burst, its whole payload. */
    void scatter(Packet packet, int firstTranslation, long position, int length) {
        if (firstTranslation == KeyChecks.THROUGH_LAYOUT) {
            scatterRuns(packet);
            return;
        }
        if (packet.packets() > 1) {
            scatterBurst(packet, firstTranslation, position);
            return;
        }
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

    /**
     * Places a whole burst into a region. Its pages are looked up first and copied then, as far as they lie in the same two segments:
     * with nothing between two copies a processor begins to fetch the next page while it still stores the last one.
     */
    @SuppressWarnings("MemorySegmentReferenceEquality")
    private void scatterBurst(Packet burst, int firstTranslation, long position) {
        MemorySegment source = MemorySegment.NULL;
        MemorySegment target = MemorySegment.NULL;
        int count = 0;
        int left = burst.payloadBytes();
        for (long at = position; left > 0; ) {
            int part = Math.min(Math.min(left, burst.pieceLeft()), PAGE - (int) (at & PAGE - 1));
            long from = burst.pieceAddress();
            long to = busAddress(firstTranslation, at);
            if (count == MOVES || burst.segment(from) != source || bus.segment(to) != target) {
                move(source, target, count);
                count = 0;
                source = burst.segment(from);
                target = bus.segment(to);
            }
            sourceOffsets[count] = burst.offset(from);
            targetOffsets[count] = bus.offset(to);
            lengths[count++] = part;
            burst.skipPayload(part);
            at += part;
            left -= part;
        }
        move(source, target, count);
    }

    private void move(MemorySegment source, MemorySegment target, int count) {
        for (int i = 0; i < count; i++) {
            Packet.copy(source, sourceOffsets[i], target, targetOffsets[i], lengths[i]);
        }
    }

    private void scatterRuns(Packet packet) {
        for (int i = 0; i < runs.size(); i++) {
            if (runs.mtt(i) == Runs.HOLE) {
                packet.skipPayload(runs.length(i));
            } else if (runs.mtt(i) == Runs.ON_CARD) {
                packet.takePayload(onCard.memory(), runs.position(i), runs.length(i));
            } else {
                scatter(packet, runs.mtt(i), runs.position(i), runs.length(i));
            }
        }
    }

    /** Reads memory of a region, page by page. */
    void read(MemorySegment target, int firstTranslation, long position, int length) {
        if (firstTranslation == KeyChecks.THROUGH_LAYOUT) {
            readRuns(target);
        } else {
            read(target, 0, firstTranslation, position, length);
        }
    }

    private void readRuns(MemorySegment target) {
        int done = 0;
        for (int i = 0; i < runs.size(); i++) {
            if (runs.mtt(i) == Runs.HOLE) {
                target.asSlice(done, runs.length(i)).fill((byte) 0);
            } else if (runs.mtt(i) == Runs.ON_CARD) {
                MemorySegment.copy(onCard.memory(), runs.position(i), target, done, runs.length(i));
            } else {
                read(target, done, runs.mtt(i), runs.position(i), runs.length(i));
            }
            done += runs.length(i);
        }
    }

    private void read(MemorySegment target, int offset, int firstTranslation, long position, int length) {
        int done = 0;
        while (done < length) {
            int part = Math.min(length - done, PAGE - (int) (position + done & PAGE - 1));
            long from = busAddress(firstTranslation, position + done);
            Packet.copy(bus.segment(from), bus.offset(from), target, offset + done, part);
            done += part;
        }
    }

    /** The bus address of a position as {@link KeyChecks#position} describes it. */
    long busAddress(int firstTranslation, long position) {
        if (firstTranslation < 0) {
            return demand.busAddress(firstTranslation, position >>> MttTable.PAGE_SHIFT) + (position & PAGE - 1);
        }
        int shift = MttTable.PAGE_SHIFT + (int) (position >>> KeyChecks.PAGE_SIZE_AT);
        long at = position & (1L << KeyChecks.PAGE_SIZE_AT) - 1;
        return mtt.busAddress(firstTranslation + (int) (at >>> shift)) + (at & (1L << shift) - 1);
    }
}
