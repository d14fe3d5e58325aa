package dev.fenestra.hw.sim.fabric;

import dev.fenestra.hw.sim.device.DmaBus;
import dev.fenestra.hw.sim.device.SegmentBus;
import dev.fenestra.hw.sim.wire.Bth;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * A packet on its way: real header bytes from the BTH on, and the payload as references to the sender's memory, as a
 * NIC gathers it by DMA. References are valid only during {@link Link#transmit}; a receiver that keeps a packet copies
 * it.
 *
 * <p>Packets from the middle of one message differ in their PSN only, so several of them may travel as a burst: the
 * header of the first, and the payload of all. An observer of single packets splits the burst first.
 */
public final class Packet {
    /** In place of a WQE index. */
    public static final int NO_WQE = -1;

    /** In place of a port: those with QPs in the group that the packet is sent to. */
    public static final int GROUP_PORTS = Integer.MAX_VALUE;

    private static final int MAX_HEADER = 64;
    /**
     * A WQE has room for 62 elements, each of which may cross one page in a packet; layouts of many small pieces take
     * more.
     */
    private static final int USUAL_PIECES = 128;

    /** In place of an address: the piece lies nowhere and is all zeros. */
    private static final long NOWHERE = -1;
    /** Marks an address in {@link #onCard}; no bus has such addresses. */
    private static final long ON_CARD = Long.MIN_VALUE;

    private MemorySegment onCard = MemorySegment.NULL;

    /** Transport headers, starting with the BTH. */
    public final byte[] header = new byte[MAX_HEADER];

    public int headerBytes;
    public long sourceGidHigh;
    public long sourceGidLow;
    public long destinationGidHigh;
    public long destinationGidLow;
    public int udpSourcePort;
    /** Number of the destination port in the fabric, {@link #GROUP_PORTS}, or -1 when nobody has that address. */
    public int destinationPort = -1;

    /** It came from another machine: no port of this fabric has sent it. */
    public boolean fromOutside;

    /** Number of the packet among those that a tap saw, from 1; 0 when none has. Copies have the same. */
    public long serial;

    /** QP that sent it. */
    public int sourceQpn;

    /**
     * The send WQE it belongs to, as its index in the queue; {@link #NO_WQE} for answers and for packets from outside.
     */
    public int wqeIndex = NO_WQE;

    /** Opcode of that WQE. */
    public int wqeOpcode;

    /** A request that was sent before. */
    public boolean again;

    private final DmaBus source;
    private long[] pieceAddresses = new long[USUAL_PIECES];
    private int[] pieceLengths = new int[USUAL_PIECES];
    private int pieces;
    private int payloadBytes;
    /** How many packets this burst has; one of them is a packet alone. */
    private int packets = 1;
    /** Where the payload begins; for a packet behind the first of a burst that is not the first piece. */
    private int firstPiece;

    private int firstOffset;
    private int cursorPiece;
    private int cursorOffset;

    /**
     * @param source the memory that payload references point into
     */
    public Packet(DmaBus source) {
        this.source = source;
    }

    /** A packet whose payload pieces are offsets into memory that nobody else changes while it is on its way. */
    public static Packet over(MemorySegment payload) {
        return new Packet(new SegmentBus(payload));
    }

    /** A copy that stays valid after {@link Link#transmit}, payload included. */
    public Packet held() {
        // Native memory: the code that takes payload would be slower for all packets if some had theirs in arrays.
        MemorySegment payload = Arena.ofAuto().allocate(payloadBytes);
        copyPayload(payload, 0);
        Packet copy = over(payload);
        System.arraycopy(header, 0, copy.header, 0, headerBytes);
        copy.headerBytes = headerBytes;
        copy.destinationPort = destinationPort;
        copy.fromOutside = fromOutside;
        copy.udpSourcePort = udpSourcePort;
        copy.follow(this);
        if (payloadBytes > 0) {
            copy.addPayload(0, payloadBytes);
        }
        return copy;
    }

    /**
     * Copies the facts of another packet beside its bytes: its ports, and the work request it was sent for.
     */
    public void follow(Packet original) {
        sourceGidHigh = original.sourceGidHigh;
        sourceGidLow = original.sourceGidLow;
        destinationGidHigh = original.destinationGidHigh;
        destinationGidLow = original.destinationGidLow;
        serial = original.serial;
        sourceQpn = original.sourceQpn;
        wqeIndex = original.wqeIndex;
        wqeOpcode = original.wqeOpcode;
        again = original.again;
    }

    /** Makes the packet empty, to be filled anew. */
    public void clear() {
        wqeIndex = NO_WQE;
        again = false;
        headerBytes = 0;
        pieces = 0;
        payloadBytes = 0;
        packets = 1;
        firstPiece = 0;
        firstOffset = 0;
        cursorPiece = 0;
        cursorOffset = 0;
    }

    /** Appends payload that lies contiguously at a bus address of the sender. */
    public void addPayload(long busAddress, int length) {
        if (pieces == pieceAddresses.length) {
            pieceAddresses = Arrays.copyOf(pieceAddresses, 2 * pieces);
            pieceLengths = Arrays.copyOf(pieceLengths, 2 * pieces);
        }
        pieceAddresses[pieces] = busAddress;
        pieceLengths[pieces] = length;
        pieces++;
        payloadBytes += length;
    }

    /** Appends payload that lies in the memory of the sender's card. */
    public void addDeviceMemory(MemorySegment memory, long offset, int length) {
        onCard = memory;
        addPayload(ON_CARD | offset, length);
    }

    /** Appends payload of zeros that lie in no memory. */
    public void addZeros(int length) {
        addPayload(NOWHERE, length);
    }

    /** Bytes of payload; those of all packets of a burst. */
    public int payloadBytes() {
        return payloadBytes;
    }

    /**
     * Makes a burst of this packet.
     *
     * @param count packets, which share the payload evenly; their PSNs follow that in the header
     */
    public void burst(int count) {
        packets = count;
    }

    /** How many packets this is: 1, or more for a burst. */
    public int packets() {
        return packets;
    }

    /** Leaves the first packet of a burst; each {@link #next} leads to the packet behind. */
    public void split() {
        payloadBytes /= packets;
        packets = 1;
    }

    /** Turns a packet of a split burst into the one behind it. */
    public void next() {
        cursorPiece = firstPiece;
        cursorOffset = firstOffset;
        skipPayload(payloadBytes);
        firstPiece = cursorPiece;
        firstOffset = cursorOffset;
        Bth.advancePsn(header, 0);
    }

    /**
     * Where the next bytes of the payload lie on the sender's bus; only for a payload that is all memory of the
     * sender's host.
     */
    public long pieceAddress() {
        return pieceAddresses[cursorPiece] + cursorOffset;
    }

    /** How many of the next bytes of the payload lie together. */
    public int pieceLeft() {
        return pieceLengths[cursorPiece] - cursorOffset;
    }

    /** The segment behind an address of the sender's bus. */
    public MemorySegment segment(long address) {
        return source.segment(address);
    }

    /** Where in its segment an address of the sender's bus lies. */
    public long offset(long address) {
        return source.offset(address);
    }

    /** Starts the payload again from its beginning, for one more receiver. */
    public void rewind() {
        cursorPiece = firstPiece;
        cursorOffset = firstOffset;
    }

    /** Passes over the next bytes of the payload, as {@link #takePayload} would. */
    public void skipPayload(int length) {
        int left = length;
        while (left > 0) {
            int part = Math.min(left, pieceLengths[cursorPiece] - cursorOffset);
            advance(part);
            left -= part;
        }
    }

    /** Copies the next bytes of the payload; a receiver takes it piece by piece, in order. */
    public void takePayload(MemorySegment target, long offset, int length) {
        long at = offset;
        int left = length;
        while (left > 0) {
            int part = Math.min(left, pieceLengths[cursorPiece] - cursorOffset);
            if (pieceAddresses[cursorPiece] < 0) {
                takeSpecial(target, at, part);
            } else {
                long from = pieceAddresses[cursorPiece] + cursorOffset;
                copy(source.segment(from), source.offset(from), target, at, part);
            }
            advance(part);
            at += part;
            left -= part;
        }
    }

    /** Copies bytes that lie in no memory of the host. */
    private void takeSpecial(MemorySegment target, long at, int part) {
        long address = pieceAddresses[cursorPiece];
        if (address == NOWHERE) {
            target.asSlice(at, part).fill((byte) 0);
        } else {
            MemorySegment.copy(onCard, (address & ~ON_CARD) + cursorOffset, target, at, part);
        }
    }

    /**
     * Copies memory of hosts. A program may free it at this moment, after the device has checked it. Such bytes are
     * lost, as those of a store that a bus refuses.
     *
     * <p>The virtual machine ends such a copy with an exception and interrupts its thread. Nobody asked that thread to
     * stop, so the interrupt is cleared with the exception.
     */
    public static void copy(MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long bytes) {
        try {
            if (bytes == Long.BYTES) {
                to.set(
                        ValueLayout.JAVA_LONG_UNALIGNED,
                        toOffset,
                        from.get(ValueLayout.JAVA_LONG_UNALIGNED, fromOffset));
            } else {
                MemorySegment.copy(from, fromOffset, to, toOffset, bytes);
            }
        } catch (IllegalStateException closed) {
            if (from.scope().isAlive() && to.scope().isAlive()) {
                throw closed;
            }
            Thread.interrupted();
        }
    }

    private void advance(int part) {
        cursorOffset += part;
        if (cursorOffset == pieceLengths[cursorPiece]) {
            cursorPiece++;
            cursorOffset = 0;
        }
    }

    /** Copies the whole payload, leaving the place up to which it was taken unchanged. */
    public void copyPayload(MemorySegment target, long offset) {
        int piece = cursorPiece;
        int inPiece = cursorOffset;
        cursorPiece = firstPiece;
        cursorOffset = firstOffset;
        takePayload(target, offset, payloadBytes);
        cursorPiece = piece;
        cursorOffset = inPiece;
    }

    /** Copies the whole payload, leaving the place up to which it was taken unchanged. */
    public void copyPayload(byte[] target, int offset) {
        int at = offset;
        int left = payloadBytes;
        int from = firstOffset;
        for (int i = firstPiece; left > 0; i++) {
            int part = Math.min(left, pieceLengths[i] - from);
            copyPiece(i, from, target, at, part);
            at += part;
            left -= part;
            from = 0;
        }
    }

    private void copyPiece(int piece, int from, byte[] target, int at, int part) {
        long address = pieceAddresses[piece];
        if (address == NOWHERE) {
            Arrays.fill(target, at, at + part, (byte) 0);
        } else if (address < 0) {
            MemorySegment.copy(onCard, ValueLayout.JAVA_BYTE, (address & ~ON_CARD) + from, target, at, part);
        } else {
            long busAddress = address + from;
            copy(source.segment(busAddress), source.offset(busAddress), MemorySegment.ofArray(target), at, part);
        }
    }
}
