package dev.fenestra.hw.sim.roce.udp;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * What sendmsg(2) and recvmsg(2) take: a {@code msghdr} of Linux on 64 bits, with the name of a socket, one piece of
 * memory, and room for one control message, which holds the length of the parts.
 */
final class SocketMessage {
    private static final int NAME_AT = 0;
    private static final int NAME_BYTES_AT = 8;
    private static final int PIECES_AT = 16;
    private static final int PIECE_COUNT_AT = 24;
    private static final int CONTROL_AT = 32;
    private static final int CONTROL_BYTES_AT = 40;
    private static final int MESSAGE_BYTES = 56;

    private static final int PIECE_BYTES_AT = 8;
    private static final int PIECE_BYTES = 16;

    private static final int LEVEL_AT = 8;
    private static final int TYPE_AT = 12;
    private static final int DATA_AT = 16;
    private static final int CONTROL_BYTES = 24;

    final SocketName name = new SocketName();
    final MemorySegment header = Arena.ofAuto().allocate(MESSAGE_BYTES, Long.BYTES);
    /** What is sent, or was received. */
    final MemorySegment data;

    private final MemorySegment piece = Arena.ofAuto().allocate(PIECE_BYTES, Long.BYTES);
    private final MemorySegment control = Arena.ofAuto().allocate(CONTROL_BYTES, Long.BYTES);

    /**
     * Makes a message.
     *
     * @param bytes of memory
     */
    SocketMessage(int bytes) {
        data = Arena.ofAuto().allocate(bytes, Long.BYTES);
        header.set(ADDRESS, NAME_AT, name.memory);
        header.set(ADDRESS, PIECES_AT, piece);
        header.set(JAVA_LONG, PIECE_COUNT_AT, 1);
        header.set(ADDRESS, CONTROL_AT, control);
        piece.set(ADDRESS, 0, data);
    }

    /**
     * Sets what to send, and to the name that was written.
     *
     * @param at offset of it
     * @param bytes of it
     * @param nameBytes of the name
     * @param part length of the datagrams to cut it up into, of which the last may be shorter; 0 to send it as one
     */
    void send(int at, int bytes, int nameBytes, int part) {
        piece.set(ADDRESS, 0, data.asSlice(at));
        piece.set(JAVA_LONG, PIECE_BYTES_AT, bytes);
        header.set(JAVA_INT, NAME_BYTES_AT, nameBytes);
        header.set(JAVA_LONG, CONTROL_BYTES_AT, part == 0 ? 0 : CONTROL_BYTES);
        control.set(JAVA_LONG, 0, DATA_AT + Short.BYTES);
        control.set(JAVA_INT, LEVEL_AT, SocketCalls.SOL_UDP);
        control.set(JAVA_INT, TYPE_AT, SocketCalls.UDP_SEGMENT);
        control.set(JAVA_SHORT, DATA_AT, (short) part);
    }

    /** Makes room for what arrives. */
    void clear() {
        piece.set(JAVA_LONG, PIECE_BYTES_AT, data.byteSize());
        header.set(JAVA_INT, NAME_BYTES_AT, SocketName.BYTES);
        header.set(JAVA_LONG, CONTROL_BYTES_AT, CONTROL_BYTES);
    }

    /**
     * {@return the length of the datagrams that arrived as one, of which the last may be shorter}
     *
     * @param bytes that arrived; one datagram unless the system says otherwise
     */
    int part(int bytes) {
        boolean isJoined = header.get(JAVA_LONG, CONTROL_BYTES_AT) >= DATA_AT + Integer.BYTES
                && control.get(JAVA_INT, LEVEL_AT) == SocketCalls.SOL_UDP
                && control.get(JAVA_INT, TYPE_AT) == SocketCalls.UDP_GRO;
        return isJoined ? control.get(JAVA_INT, DATA_AT) : bytes;
    }
}
