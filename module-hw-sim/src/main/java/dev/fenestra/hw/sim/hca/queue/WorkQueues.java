package dev.fenestra.hw.sim.hca.queue;

import dev.fenestra.hw.sim.hca.fast.burst.AtomicBurst;
import dev.fenestra.hw.sim.hca.fast.burst.MessageBurst;
import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;
import java.lang.foreign.MemorySegment;

/**
 * The send and receive queue of a QP as the engine sees them. The vendor decides on their format. Requests are named by
 * index: a count of ring slots, modulo 65536.
 *
 * <p>Software may change a request while the engine works on it, and the engine reads a request again to send it again.
 * So an implementation reads memory at each call. It trusts nothing that it reads, and throws nothing.
 */
public interface WorkQueues extends ReceiveSource {
    /** {@link #kind}: a request that only the general path knows. */
    int OTHER = 0;
    /** {@link #kind}: an RDMA WRITE or SEND. */
    int MESSAGE = 1;
    /** {@link #kind}: an atomic. */
    int ATOMIC = 2;
    /** {@link #kind}: a request that changes a key. */
    int KEY = 3;

    /** {@return slots of the send ring, a power of two} No more requests than that are in it. */
    int sendSlots();

    /** {@return slots of send requests posted so far, modulo 65536} All their bytes are visible. */
    int sendsPosted();

    /**
     * {@return whether the receive request with this count has been posted} If so, its bytes are visible.
     *
     * @param index count of the receive request, modulo 65536
     */
    boolean hasReceive(int index);

    /**
     * Reads the head of a send request: all but its data, its peer's memory and its operands. A small request may be
     * read as a whole; {@link SendOperation} says whether it was.
     *
     * @param index of the request
     * @param into gets the head
     */
    void fetch(int index, SendOperation into);

    /**
     * {@return by which of the next three methods a request may be read: {@link #MESSAGE} by {@link #messages},
     * {@link #ATOMIC} by {@link #atomics}, {@link #KEY} by {@link #plainKeyRequest}, else {@link #OTHER}} A format
     * without these methods needs no other answer than the default.
     *
     * @param index of the request
     */
    default int kind(int index) {
        return OTHER;
    }

    /**
     * Reads consecutive RDMA WRITEs and SENDs without immediate data, as long as each takes one slot, is complete,
     * names the QP, waits for nothing, asks for no solicited event, and has one piece of memory of 1 to {@code longest}
     * bytes as its data. The default reads none.
     *
     * @param index of the first request
     * @param most requests to read
     * @param qpn the QP that the requests must name
     * @param longest bytes of data
     * @param into gets the requests
     * @return how many were read
     */
    default int messages(int index, int most, int qpn, long longest, MessageBurst into) {
        return 0;
    }

    /**
     * Reads consecutive atomics on 8 bytes, as long as each takes one slot, is complete, names the QP, waits for
     * nothing, and has one piece of memory of 8 bytes or more for its answer. The default reads none.
     *
     * @param index of the first request
     * @param most requests to read
     * @param qpn the QP that the requests must name
     * @param into gets the requests
     * @return how many were read
     */
    default int atomics(int index, int most, int qpn, AtomicBurst into) {
        return 0;
    }

    /**
     * {@return number of the only piece of a request that was read by {@link #messages} or {@link #atomics}}
     *
     * @param opcode of the request
     */
    default int onlyPiece(int opcode) {
        return 0;
    }

    /**
     * Reads the peer's memory that a request names: R_Key and address. Of a FLUSH it also reads length, types and
     * level.
     *
     * @param index of the request
     * @param into gets the peer's memory
     */
    void remote(int index, SendOperation into);

    /**
     * Reads the peer's memory and the operands of an atomic.
     *
     * @param index of the request
     * @param into gets both
     */
    void operands(int index, SendOperation into);

    /**
     * UD: reads the destination of a request. The default, for a format without datagrams, names QP 0.
     *
     * @param index of the request
     * @param into gets the destination
     */
    default void destination(int index, SendOperation into) {
        into.remoteQpn = 0;
    }

    /**
     * {@return XRC: number of the peer's SRQ that a request is for; 0 in a format without XRC}
     *
     * @param index of the request
     */
    default int remoteSrq(int index) {
        return 0;
    }

    /**
     * Reads the operands of a {@link SendOpcode#BIND_MW}. A format without that opcode gets no such call.
     *
     * @param index of the request
     * @param into gets the operands
     */
    default void bind(int index, BindRequest into) {
        throw new UnsupportedOperationException("the format has no BIND_MW");
    }

    /**
     * Reads the change of the key table that a request asks for when its opcode alone does not tell: in the mlx5
     * format, a UMR. A format without such requests gets no such call.
     *
     * @param index of the request
     * @param endOfPieces as it was fetched
     * @param ofMkey whether {@link KeyRequest#key} is that of an indirect mkey
     * @param into gets the operands
     */
    default void keyRequest(int index, int endOfPieces, boolean ofMkey, KeyRequest into) {
        throw new UnsupportedOperationException("the format has no UMR");
    }

    /**
     * Reads a request that binds a window to a range, or makes a key free, when it is complete, names the QP, and has
     * the plain shape of its format. Its {@link KeyRequest#kind} is then BIND or INVALIDATE. A format without this
     * reads none.
     *
     * @param index of the request
     * @param most slots that are posted from the index on
     * @param qpn the QP that the request must name
     * @param into gets the operands
     * @return slots of the request; 0 when it is another one, and then the fields of {@code into} mean nothing
     */
    default int plainKeyRequest(int index, int most, int qpn, KeyRequest into) {
        return 0;
    }

    /**
     * Copies the entries of a list that lies in such a request, in the frame of the key table's lists.
     *
     * @param index of the request
     * @param entries in the list
     * @param into gets the entries
     */
    default void keyList(int index, int entries, MemorySegment into) {
        throw new UnsupportedOperationException("the format has no UMR");
    }

    /**
     * A send request that asked for no completion is done: the engine does not look at it again. A format that tells
     * software so, such as one with a consumer index in memory, does it here; for other requests it does so with the
     * completion.
     *
     * @param index of the request
     */
    default void retired(int index) {}

    /**
     * Reads a piece of a send request's data.
     *
     * @param index of the request
     * @param number of the piece, from {@link SendOperation#firstPiece} on
     * @param into gets the piece
     */
    void piece(int index, int number, DataPiece into);

    /**
     * {@return bytes of inline data that there is room for between a piece and the end of its request}
     *
     * @param firstPiece number of the piece
     * @param endOfPieces number after that of the last piece
     */
    int inlineRoom(int firstPiece, int endOfPieces);

    /**
     * Finds inline data of a piece, from an offset on as far as they lie one after the other.
     *
     * @param index of the request
     * @param firstPiece number of the piece
     * @param offset in the inline data, bytes, below {@link #inlineRoom}
     * @param into gets the run, at least one byte
     */
    void inline(int index, int firstPiece, int offset, InlineRun into);
}
