package dev.fenestra.hw.sim.queue;

import java.lang.foreign.MemorySegment;

/**
 * The send and receive queue of a QP as the engine sees them, in a format that is the vendor's affair. Requests are
 * named by index: a count of ring slots, modulo 65536.
 *
 * <p>Software may change a request while it is worked on, and the engine reads it again to send it again, so an
 * implementation reads memory each time it is asked. It trusts nothing it reads and throws nothing.
 */
public interface WorkQueues extends ReceiveSource {

    /** Slots of the send ring, a power of two; no more requests than that are in it. */
    int sendSlots();

    /** Slots of send requests posted so far, modulo 65536; all their bytes are visible. */
    int sendsPosted();

    /** Whether the receive request with this count has been posted; then its bytes are visible. */
    boolean hasReceive(int index);

    /**
     * Reads the head of a send request: all but its data, its peer's memory and its operands. A small request may be
     * read as a whole; {@link SendOperation} says whether it was.
     */
    void fetch(int index, SendOperation into);

    /**
     * Reads RDMA WRITEs that lie one behind the other from a request on, as long as each takes one slot, is complete,
     * names the QP, waits for nothing, and has one piece of memory of 1 to {@code longest} bytes as its data. A format
     * without this reads none.
     *
     * @param most requests to read
     * @return how many were read
     */
    default int writes(int index, int most, int qpn, long longest, WriteBatch into) {
        return 0;
    }

    /**
     * Reads the peer's memory that a request names: R_Key and address; of a FLUSH also how much of it, and what for.
     */
    void remote(int index, SendOperation into);

    /** Reads the peer's memory and the operands of an atomic. */
    void operands(int index, SendOperation into);

    /** UD: reads where a request goes. A format without datagrams has nothing to read. */
    default void destination(int index, SendOperation into) {
        into.remoteQpn = 0;
    }

    /** XRC: the SRQ of the peer that a request is for. A format without XRC names none. */
    default int remoteSrq(int index) {
        return 0;
    }

    /** Reads what a {@link ForeignOpcode#BIND_MW} asks; a format without that opcode is never asked. */
    default void bind(int index, BindRequest into) {
        throw new UnsupportedOperationException("the format has no BIND_MW");
    }

    /**
     * Reads what a request asks of the key table whose opcode does not say it: in the mlx5 format, a UMR. A format
     * without such requests is never asked.
     *
     * @param endOfPieces as it was fetched
     * @param ofMkey whether {@link KeyRequest#key} is that of an indirect mkey
     */
    default void keyRequest(int index, int endOfPieces, boolean ofMkey, KeyRequest into) {
        throw new UnsupportedOperationException("the format has no UMR");
    }

    /**
     * Reads a request that binds a window to a range, or makes a key free, when it is complete, names the QP, and has
     * the plain shape of its format. Its {@link KeyRequest#kind} is then BIND or INVALIDATE. A format without this
     * reads none.
     *
     * @param most slots that are posted from the index on
     * @return slots of the request; 0 when it is another one, and then the fields of {@code into} mean nothing
     */
    default int plainKeyRequest(int index, int most, int qpn, KeyRequest into) {
        return 0;
    }

    /** Copies the entries of a list that lies in such a request; each is a {@link dev.fenestra.hw.sim.prm.Klm}. */
    default void keyList(int index, int entries, MemorySegment into) {
        throw new UnsupportedOperationException("the format has no UMR");
    }

    /** Reads a piece of a send request's data. */
    void piece(int index, int number, DataPiece into);

    /** Bytes of inline data that a request of this shape has room for. */
    int inlineRoom(int firstPiece, int endOfPieces);

    /** Bus address of a byte of a request's inline data. */
    long inlineAddress(int index, int firstPiece, int offset);

    /** Bytes of inline data that lie contiguously on the bus from an offset on. */
    int inlineRun(int offset);
}
