package dev.fenestra.hw.sim.hca.protection;

import dev.fenestra.hw.sim.fabric.link.HostMemory;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.table.CardMemory;
import dev.fenestra.hw.sim.hca.table.DemandTable;
import dev.fenestra.hw.sim.hca.table.MttTable;
import java.lang.foreign.MemorySegment;

/**
 * Moves payload between packets and the memory that a {@link Grant} leads to. A hole reads as zeros, and bytes written
 * to it are lost.
 */
public final class Dma {
    private static final int PAGE = Position.PAGE;

    /** Copies that are collected before they are made. */
    private static final int MOVES = 64;

    private final DmaBus bus;
    private final MttTable mtt;
    private final DemandTable demand;
    private final CardMemory onCard;
    /** Blocks that the burst under way reads from and stores to. */
    private final BusBlock source;

    private final BusBlock target;
    private final long[] sourceOffsets = new long[MOVES];
    private final long[] targetOffsets = new long[MOVES];
    private long[] pages = new long[MOVES];
    private final int[] lengths = new int[MOVES];

    /**
     * Makes a unit.
     *
     * @param onCard memory of the card itself
     */
    Dma(DmaBus bus, MttTable mtt, DemandTable demand, CardMemory onCard) {
        this.bus = bus;
        this.mtt = mtt;
        this.demand = demand;
        this.onCard = onCard;
        source = new BusBlock(bus);
        target = new BusBlock(bus);
    }

    /**
     * {@return whether all memory of an access answers on the bus} Where an address may have vanished, each page is
     * checked. An access to a page that does not answer is made all the same, so that the bus notes it.
     */
    boolean reaches(Grant grant) {
        return !bus.mayFault() || reachesAll(grant);
    }

    /**
     * {@return whether an access leads to pages that are all present} It is false for an access through a layout, to
     * memory that is paged on demand, or to an address that has vanished. It uses no page.
     */
    boolean isThere(Grant grant) {
        return grant.isPinned() && (!bus.mayFault() || answers(grant));
    }

    /**
     * {@return whether a page answers on the bus} It uses no page.
     *
     * @param pageAddress bus address of the page
     */
    public boolean isPresent(long pageAddress) {
        return !bus.mayFault() || bus.valid(pageAddress) >= PAGE;
    }

    private boolean answers(Grant grant) {
        for (long page = grant.position & -PAGE; page < grant.position + grant.length; page += PAGE) {
            if (bus.valid(busAddress(grant.translation, page)) < PAGE) {
                return false;
            }
        }
        return true;
    }

    private boolean reachesAll(Grant grant) {
        if (!grant.leadsThroughLayout()) {
            return reachesPages(grant.translation, grant.position, grant.length);
        }
        LayoutRuns runs = grant.runs;
        for (int i = 0; i < runs.size(); i++) {
            if (runs.isOnHost(i) && !reachesPages(runs.translation(i), runs.position(i), runs.length(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean reachesPages(int translation, long position, int length) {
        for (int done = 0; done < length; ) {
            int part = Math.min(length - done, PAGE - Position.inPage(position + done));
            long at = busAddress(translation, position + done);
            if (bus.valid(at) < part) {
                bus.segment(at);
                return false;
            }
            done += part;
        }
        return true;
    }

    /**
     * Adds granted memory to a packet, by reference, page by page.
     *
     * @param packet gets references to the memory
     * @param grant a granted access
     */
    public void gather(Packet packet, Grant grant) {
        if (grant.leadsThroughLayout()) {
            gatherRuns(packet, grant.runs);
        } else {
            gather(packet, grant.translation, grant.position, grant.length);
        }
    }

    private void gather(Packet packet, int translation, long position, int length) {
        if (length > PAGE) {
            int start = Position.inPage(position);
            lookUp(translation, position, (start + length - 1 >>> Position.PAGE_SHIFT) + 1);
            for (int at = start; at < start + length; ) {
                int part = Math.min(start + length - at, PAGE - Position.inPage(at));
                packet.addPayload(pages[at >>> Position.PAGE_SHIFT] + Position.inPage(at), part);
                at += part;
            }
            return;
        }
        long at = position;
        int left = length;
        while (left > 0) {
            int part = Math.min(left, PAGE - Position.inPage(at));
            packet.addPayload(busAddress(translation, at), part);
            at += part;
            left -= part;
        }
    }

    private void gatherRuns(Packet packet, LayoutRuns runs) {
        for (int i = 0; i < runs.size(); i++) {
            if (runs.isHole(i)) {
                packet.addZeros(runs.length(i));
            } else if (runs.isOnCard(i)) {
                packet.addPayload(onCard.memory(), runs.position(i), runs.length(i));
            } else {
                gather(packet, runs.translation(i), runs.position(i), runs.length(i));
            }
        }
    }

    /**
     * Places the next bytes of a packet's payload in granted memory, page by page. A grant for the whole payload of a
     * burst is served at once.
     *
     * @param packet holds the payload
     * @param grant a granted access
     */
    public void scatter(Packet packet, Grant grant) {
        if (grant.leadsThroughLayout()) {
            scatterRuns(packet, grant.runs);
        } else if (packet.packets() > 1 && grant.length == packet.payloadBytes()) {
            scatterBurst(packet, grant);
        } else {
            scatter(packet, grant.translation, grant.position, grant.length);
        }
    }

    private void scatter(Packet packet, int translation, long position, int length) {
        long at = position;
        int left = length;
        while (left > 0) {
            int part = Math.min(left, PAGE - Position.inPage(at));
            long target = busAddress(translation, at);
            packet.takePayload(bus.segment(target), bus.offset(target), part);
            at += part;
            left -= part;
        }
    }

    private void scatterRuns(Packet packet, LayoutRuns runs) {
        for (int i = 0; i < runs.size(); i++) {
            if (runs.isHole(i)) {
                packet.skipPayload(runs.length(i));
            } else if (runs.isOnCard(i)) {
                packet.takePayload(onCard.memory(), runs.position(i), runs.length(i));
            } else {
                scatter(packet, runs.translation(i), runs.position(i), runs.length(i));
            }
        }
    }

    /**
     * Places the payload of several packets in granted memory of one region. It looks its pages up first and copies
     * then, as long as they lie in the same two segments. With nothing between two copies a processor fetches the next
     * page while it still stores the last one.
     */
    private void scatterBurst(Packet burst, Grant grant) {
        source.begin(burst.source());
        target.begin(bus);
        int start = Position.inPage(grant.position);
        int end = start + grant.length;
        lookUp(grant.translation, grant.position, (end - 1 >>> Position.PAGE_SHIFT) + 1);
        long[] addresses = burst.pieceAddresses();
        int[] sizes = burst.pieceLengths();
        int piece = 0;
        int inPiece = 0;
        int count = 0;
        for (int at = start; at < end; ) {
            int inPage = at & PAGE - 1;
            int pieceLeft = sizes[piece] - inPiece;
            int part = Math.min(Math.min(end - at, pieceLeft), PAGE - inPage);
            long from = addresses[piece] + inPiece;
            long to = pages[at >>> Position.PAGE_SHIFT] + inPage;
            if (count == MOVES || !source.holds(from) || !target.holds(to)) {
                count = turn(from, to, count);
            }
            sourceOffsets[count] = source.offset(from);
            targetOffsets[count] = target.offset(to);
            lengths[count++] = part;
            at += part;
            inPiece += part;
            if (part == pieceLeft) {
                piece++;
                inPiece = 0;
            }
        }
        move(source.segment, target.segment, count);
    }

    /** Looks up {@link #pages}: the bus addresses of successive pages, from that of a position on. */
    private void lookUp(int translation, long position, int count) {
        if (pages.length < count) {
            pages = new long[count];
        }
        if (translation < 0 || Position.pageShift(position) != Position.PAGE_SHIFT) {
            for (int i = 0; i < count; i++) {
                pages[i] = busAddress(translation, (position & -PAGE) + (long) i * PAGE);
            }
        } else {
            mtt.busAddresses(translation + (int) (position >>> Position.PAGE_SHIFT), count, pages);
        }
    }

    /**
     * Turns to other blocks. If these are other memory, or no room is left, it makes the collected copies first.
     *
     * @return copies that are still collected
     */
    @SuppressWarnings("MemorySegmentReferenceEquality")
    private int turn(long from, long to, int count) {
        MemorySegment oldSource = source.segment;
        MemorySegment oldTarget = target.segment;
        source.find(from);
        target.find(to);
        if (count < MOVES && source.segment == oldSource && target.segment == oldTarget) {
            return count;
        }
        move(oldSource, oldTarget, count);
        return 0;
    }

    private void move(MemorySegment source, MemorySegment target, int count) {
        for (int i = 0; i < count; i++) {
            HostMemory.copy(source, sourceOffsets[i], target, targetOffsets[i], lengths[i]);
        }
    }

    /**
     * Reads all of granted memory, page by page.
     *
     * @param target gets the bytes, from its beginning
     * @param grant a granted access
     */
    public void read(MemorySegment target, Grant grant) {
        if (grant.leadsThroughLayout()) {
            readRuns(target, grant.runs);
        } else {
            read(target, 0, grant.translation, grant.position, grant.length);
        }
    }

    private void readRuns(MemorySegment target, LayoutRuns runs) {
        int done = 0;
        for (int i = 0; i < runs.size(); i++) {
            if (runs.isHole(i)) {
                target.asSlice(done, runs.length(i)).fill((byte) 0);
            } else if (runs.isOnCard(i)) {
                MemorySegment.copy(onCard.memory(), runs.position(i), target, done, runs.length(i));
            } else {
                read(target, done, runs.translation(i), runs.position(i), runs.length(i));
            }
            done += runs.length(i);
        }
    }

    private void read(MemorySegment target, int offset, int translation, long position, int length) {
        int done = 0;
        while (done < length) {
            int part = Math.min(length - done, PAGE - Position.inPage(position + done));
            long from = busAddress(translation, position + done);
            HostMemory.copy(bus.segment(from), bus.offset(from), target, offset + done, part);
            done += part;
        }
    }

    /**
     * {@return the bus address of a {@link Position}}
     *
     * @param translation of the region, as {@link Grant#translation} says
     * @param position in the region
     */
    public long busAddress(int translation, long position) {
        if (translation < 0) {
            return demand.busAddress(translation, position >>> Position.PAGE_SHIFT) + Position.inPage(position);
        }
        int shift = Position.pageShift(position);
        long at = Position.bytes(position);
        return mtt.busAddress(translation + (int) (at >>> shift)) + (at & (1L << shift) - 1);
    }
}
