package dev.fenestra.hw.sim.fabric.link;

import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.host.SegmentBus;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.IpFields;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * A packet under way: real header bytes from the BTH on, and the payload as references to the sender's memory, as a NIC
 * gathers it by DMA. References are valid only during {@link Link#transmit}; a receiver that keeps a packet copies it.
 *
 * <p>Packets from the middle of one message differ in their PSN only, so several of them may travel as a burst: the
 * header of the first, and the payload of all. An observer of single packets splits the burst first.
 */
public final class Packet {
    /** Number of no port; ports have numbers from 0. */
    public static final int NO_PORT = -1;

    private static final int MAX_HEADER = 64;
    /** The 62 elements of a WQE may cross one page each. Layouts of many small pieces take more. */
    private static final int USUAL_PIECES = 128;

    // Where a piece of the payload lies: numbers, which cost less to note per piece than constants of an enum.

    /** On the sender's bus; the address of the piece is a bus address. */
    private static final byte ON_BUS = 0;
    /** In a segment of its own, such as the memory of the sender's card; the address is an offset into it. */
    private static final byte IN_SEGMENT = 1;
    /** In no memory: it is zeros. */
    private static final byte ZEROS = 2;

    /** Upper half of the sender's GID. */
    public long sourceGidHigh;
    /** Lower half of the sender's GID. */
    public long sourceGidLow;
    /** Upper half of the destination's GID. */
    public long destinationGidHigh;
    /** Lower half of the destination's GID. */
    public long destinationGidLow;
    /** UDP source port; chosen per QP, for routers that balance load. */
    public int udpSourcePort;
    /** Traffic class of IPv6, type of service of IPv4, 8 bits. */
    public int trafficClass;
    /** Flow label of IPv6, 20 bits. */
    public int flowLabel;
    /** Hop limit of IPv6, time to live of IPv4, 8 bits. */
    public int hopLimit = IpFields.USUAL_HOPS;

    /** Transport headers, starting with the BTH. */
    public final byte[] header = new byte[MAX_HEADER];

    /** Valid bytes of {@link #header}. */
    public int headerBytes;
    /** Number of the destination port in the fabric; {@link #NO_PORT} when no port has that GID, and for a group. */
    public int destinationPort = NO_PORT;
    /** Whether the packet goes to a multicast group: to all ports with QPs in it. */
    public boolean toGroup;

    /** The packet came from another machine: no port of this fabric has sent it. */
    public boolean fromOutside;

    /** Number of the packet among those that a tap saw, from 1; 0 when no tap has. Copies have the same. */
    public long serial;

    /** QP that sent it. */
    public int sourceQpn;
    /** Whether it belongs to a send WQE: answers do not, nor do packets from outside. */
    public boolean hasWqe;
    /** Index in its queue of that WQE. */
    public int wqeIndex;
    /** Operation of that WQE, as {@link dev.fenestra.hw.sim.hca.vocabulary.SendOpcode} says. */
    public int wqeOpcode;

    /** Whether the request was sent before. */
    public boolean again;

    private final DmaBus source;
    private long[] pieceAddresses = new long[USUAL_PIECES];
    private int[] pieceLengths = new int[USUAL_PIECES];
    private byte[] pieceKinds = new byte[USUAL_PIECES];
    /** Of the pieces that lie in one. */
    private MemorySegment[] pieceSegments = new MemorySegment[USUAL_PIECES];

    private int pieces;
    private int payloadBytes;
    /** Packets of this burst; 1 for a packet alone. */
    private int packets = 1;
    /** The first piece of the payload; not the first of all for a later packet of a burst. */
    private int firstPiece;
    /** Bytes of that piece to skip. */
    private int firstOffset;

    private int cursorPiece;
    private int cursorOffset;

    /**
     * Makes an empty packet.
     *
     * @param source the memory that payload references point into
     */
    public Packet(DmaBus source) {
        this.source = source;
    }

    /**
     * {@return an empty packet whose payload pieces are offsets into memory} Nobody may change that memory while the
     * packet is under way.
     *
     * @param payload the memory
     */
    public static Packet over(MemorySegment payload) {
        return new Packet(new SegmentBus(payload));
    }

    /** {@return a copy that stays valid after {@link Link#transmit}, payload included} */
    public Packet held() {
        // Native memory: the code that takes payload would be slower for all packets if some had theirs in arrays.
        MemorySegment payload = Arena.ofAuto().allocate(payloadBytes);
        copyPayload(payload, 0);
        Packet copy = over(payload);
        System.arraycopy(header, 0, copy.header, 0, headerBytes);
        copy.headerBytes = headerBytes;
        copy.fromOutside = fromOutside;
        copy.udpSourcePort = udpSourcePort;
        copy.follow(this);
        if (payloadBytes > 0) {
            copy.addPayload(0, payloadBytes);
        }
        return copy;
    }

    /**
     * Copies the facts of another packet beside its bytes: its path without the UDP source port, its destination in the
     * fabric, and its work request.
     *
     * @param original the other packet
     */
    public void follow(Packet original) {
        sourceGidHigh = original.sourceGidHigh;
        sourceGidLow = original.sourceGidLow;
        destinationGidHigh = original.destinationGidHigh;
        destinationGidLow = original.destinationGidLow;
        trafficClass = original.trafficClass;
        flowLabel = original.flowLabel;
        hopLimit = original.hopLimit;
        destinationPort = original.destinationPort;
        toGroup = original.toGroup;
        serial = original.serial;
        sourceQpn = original.sourceQpn;
        hasWqe = original.hasWqe;
        wqeIndex = original.wqeIndex;
        wqeOpcode = original.wqeOpcode;
        again = original.again;
    }

    /** Makes the packet empty. */
    public void clear() {
        toGroup = false;
        hasWqe = false;
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

    /**
     * Appends payload that lies contiguously at a bus address of the sender.
     *
     * @param busAddress 0 and up
     * @param length bytes, more than 0
     */
    public void addPayload(long busAddress, int length) {
        add(ON_BUS, busAddress, length);
    }

    /**
     * Appends payload that lies contiguously in memory that the bus does not reach, such as that of the sender's card.
     *
     * @param memory the memory
     * @param offset in that memory, bytes
     * @param length bytes, more than 0
     */
    public void addPayload(MemorySegment memory, long offset, int length) {
        add(IN_SEGMENT, offset, length);
        pieceSegments[pieces - 1] = memory;
    }

    /**
     * Appends payload of zeros that lie in no memory.
     *
     * @param length bytes, more than 0
     */
    public void addZeros(int length) {
        add(ZEROS, 0, length);
    }

    private void add(byte kind, long address, int length) {
        if (pieces == pieceAddresses.length) {
            pieceAddresses = Arrays.copyOf(pieceAddresses, 2 * pieces);
            pieceLengths = Arrays.copyOf(pieceLengths, 2 * pieces);
            pieceKinds = Arrays.copyOf(pieceKinds, 2 * pieces);
            pieceSegments = Arrays.copyOf(pieceSegments, 2 * pieces);
        }
        pieceAddresses[pieces] = address;
        pieceLengths[pieces] = length;
        pieceKinds[pieces] = kind;
        pieces++;
        payloadBytes += length;
    }

    /** {@return bytes of payload; for a burst, of all its packets} */
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

    /** {@return the number of packets: 1, or more for a burst} */
    public int packets() {
        return packets;
    }

    /** Leaves the first packet of a burst. Each {@link #next} moves on to the next packet. */
    public void split() {
        payloadBytes /= packets;
        packets = 1;
    }

    /** Turns a packet of a split burst into the next one. */
    public void next() {
        cursorPiece = firstPiece;
        cursorOffset = firstOffset;
        skipPayload(payloadBytes);
        firstPiece = cursorPiece;
        firstOffset = cursorOffset;
        Bth.advancePsn(header, 0);
    }

    /** {@return bus addresses of a burst's pieces, to be read only} The payload must lie on the sender's bus. */
    public long[] pieceAddresses() {
        return pieceAddresses;
    }

    /** {@return bytes of each piece, to be read only} */
    public int[] pieceLengths() {
        return pieceLengths;
    }

    /** {@return the sender's bus, which payload references point into} */
    public DmaBus source() {
        return source;
    }

    /** Starts the payload again from its beginning, for one more receiver. */
    public void rewind() {
        cursorPiece = firstPiece;
        cursorOffset = firstOffset;
    }

    /**
     * Passes over the next bytes of the payload, as {@link #takePayload} would.
     *
     * @param length bytes
     */
    public void skipPayload(int length) {
        int left = length;
        while (left > 0) {
            int part = Math.min(left, pieceLengths[cursorPiece] - cursorOffset);
            advance(part);
            left -= part;
        }
    }

    /**
     * Copies the next bytes of the payload. A receiver takes it piece by piece, in order.
     *
     * @param target gets the bytes
     * @param offset in the target, bytes
     * @param length bytes
     */
    public void takePayload(MemorySegment target, long offset, int length) {
        long at = offset;
        int left = length;
        while (left > 0) {
            int part = Math.min(left, pieceLengths[cursorPiece] - cursorOffset);
            if (pieceKinds[cursorPiece] == ON_BUS) {
                long from = pieceAddresses[cursorPiece] + cursorOffset;
                HostMemory.copy(source.segment(from), source.offset(from), target, at, part);
            } else {
                takeSpecial(target, at, part);
            }
            advance(part);
            at += part;
            left -= part;
        }
    }

    /** Copies bytes that do not lie on the bus. */
    private void takeSpecial(MemorySegment target, long at, int part) {
        if (pieceKinds[cursorPiece] == ZEROS) {
            target.asSlice(at, part).fill((byte) 0);
        } else {
            long from = pieceAddresses[cursorPiece] + cursorOffset;
            HostMemory.copy(pieceSegments[cursorPiece], from, target, at, part);
        }
    }

    private void advance(int part) {
        cursorOffset += part;
        if (cursorOffset == pieceLengths[cursorPiece]) {
            cursorPiece++;
            cursorOffset = 0;
        }
    }

    /**
     * Copies the whole payload, and does not count it as taken.
     *
     * @param target gets the bytes
     * @param offset in the target, bytes
     */
    public void copyPayload(MemorySegment target, long offset) {
        int piece = cursorPiece;
        int inPiece = cursorOffset;
        cursorPiece = firstPiece;
        cursorOffset = firstOffset;
        takePayload(target, offset, payloadBytes);
        cursorPiece = piece;
        cursorOffset = inPiece;
    }

    /**
     * Copies the whole payload, and does not count it as taken.
     *
     * @param target gets the bytes
     * @param offset in the target, bytes
     */
    public void copyPayload(byte[] target, int offset) {
        copyPayload(MemorySegment.ofArray(target), offset);
    }
}
