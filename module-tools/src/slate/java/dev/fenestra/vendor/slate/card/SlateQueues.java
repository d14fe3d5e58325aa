package dev.fenestra.vendor.slate.card;

import dev.fenestra.hw.sim.hca.queue.BindRequest;
import dev.fenestra.hw.sim.hca.queue.DataPiece;
import dev.fenestra.hw.sim.hca.queue.InlineRun;
import dev.fenestra.hw.sim.hca.queue.SendOperation;
import dev.fenestra.hw.sim.hca.queue.WorkQueues;
import dev.fenestra.hw.sim.hca.vocabulary.Rights;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The queues of a QP: a ring of send descriptors, and behind it one of receive descriptors. How far software has come
 * is said by doorbell registers, not by a record in memory. With a shared receive queue there is no ring for receives,
 * but a copy of the one that was taken.
 */
public final class SlateQueues implements WorkQueues {
    /** The number of a receive that was taken from a shared queue; a QP has no more than one. */
    static final int TAKEN = 0;

    private final CardMemory memory;
    private final int sends;
    private final int receives;
    private volatile int sendsPosted;
    private volatile int receivesPosted;
    private volatile int qpn;
    private final @Nullable MemorySegment taken;
    private final @Nullable PostedRecord record;

    /**
     * @param shared receives come from elsewhere
     * @param hasRecord whether a record behind the rings says how many descriptors are posted
     */
    SlateQueues(CardMemory memory, int sends, int receives, boolean shared, boolean hasRecord) {
        this.memory = memory;
        this.sends = sends;
        this.receives = receives;
        record = hasRecord ? new PostedRecord(memory, (sends + receives) * Descriptor.BYTES) : null;
        taken = shared ? MemorySegment.ofArray(new long[Descriptor.BYTES / Long.BYTES]) : null;
    }

    /** Copies a receive of a shared queue, which is this QP's from now on. */
    void take(MemorySegment from, long base) {
        if (taken != null) {
            MemorySegment.copy(from, base, taken, 0, Descriptor.BYTES);
        }
    }

    void sendDoorbell(int count) {
        sendsPosted = count & 0xffff;
    }

    void receiveDoorbell(int count) {
        receivesPosted = taken == null ? count & 0xffff : 0;
    }

    /** Both rings are empty again. */
    void reset() {
        sendsPosted = 0;
        receivesPosted = 0;
        if (record != null) {
            record.clear();
        }
    }

    void number(int number) {
        qpn = number;
    }

    @Override
    public int sendSlots() {
        return sends;
    }

    @Override
    public int sendsPosted() {
        return record == null ? sendsPosted : record.first() & 0xffff;
    }

    @Override
    public boolean hasReceive(int index) {
        return index != (record == null || taken != null ? receivesPosted : record.second() & 0xffff);
    }

    @Override
    public void fetch(int index, SendOperation into) {
        int at = send(index);
        MemorySegment segment = memory.segment(at);
        long base = memory.offset(at);
        int flags = Descriptor.FLAGS.get(segment, base);
        int pieces = Descriptor.PIECES.get(segment, base);
        into.number = Descriptor.OPCODE.get(segment, base);
        into.opcode = SlateOpcode.toEngine(into.number);
        into.qpn = qpn;
        into.slots = 1;
        into.units = pieces;
        into.firstPiece = 0;
        into.endOfPieces = Math.min(pieces, Descriptor.MAX_PIECES);
        into.isComplete = pieces <= Descriptor.MAX_PIECES;
        into.signaled = (flags & Descriptor.SIGNALED) != 0;
        into.fenced = (flags & Descriptor.FENCED) != 0;
        into.solicited = (flags & Descriptor.SOLICITED) != 0;
        into.immediate = Descriptor.IMMEDIATE.get(segment, base);
    }

    @Override
    public void remote(int index, SendOperation into) {
        int at = send(index);
        MemorySegment segment = memory.segment(at);
        long base = memory.offset(at);
        into.remoteAddress = Descriptor.REMOTE_ADDRESS.getLong(segment, base);
        into.rkey = Descriptor.RKEY.get(segment, base);
        into.remoteLength = Descriptor.REMOTE_LENGTH.get(segment, base);
        into.flushTypes = Descriptor.FLUSH_TYPES.get(segment, base);
        into.flushLevel = Descriptor.FLUSH_LEVEL.get(segment, base);
    }

    @Override
    public void operands(int index, SendOperation into) {
        remote(index, into);
        int at = send(index);
        into.compare = Descriptor.COMPARE.getLong(memory.segment(at), memory.offset(at));
        into.swapOrAdd = Descriptor.SWAP_OR_ADD.getLong(memory.segment(at), memory.offset(at));
    }

    @Override
    public void bind(int index, BindRequest into) {
        int at = send(index);
        MemorySegment segment = memory.segment(at);
        long base = memory.offset(at);
        int rights = Descriptor.BIND_RIGHTS.get(segment, base);
        into.oldKey = Descriptor.IMMEDIATE.get(segment, base);
        into.newTag = Descriptor.BIND_KEY.get(segment, base) & 0xff;
        into.lkey = Descriptor.BIND_LKEY.get(segment, base);
        into.address = Descriptor.COMPARE.getLong(segment, base);
        into.length = Descriptor.SWAP_OR_ADD.getLong(segment, base);
        into.startAddress = (rights & Descriptor.WINDOW_ZERO_BASED) != 0 ? 0 : into.address;
        into.rights = engineRights(rights);
    }

    private static int engineRights(int rights) {
        return ((rights & Descriptor.WINDOW_READ) != 0 ? Rights.REMOTE_READ : 0)
                | ((rights & Descriptor.WINDOW_WRITE) != 0 ? Rights.REMOTE_WRITE : 0)
                | ((rights & Descriptor.WINDOW_ATOMIC) != 0 ? Rights.REMOTE_ATOMIC : 0)
                | ((rights & Descriptor.WINDOW_FLUSH_GLOBAL) != 0 ? Rights.FLUSH_GLOBAL : 0)
                | ((rights & Descriptor.WINDOW_FLUSH_PERSISTENT) != 0 ? Rights.FLUSH_PERSISTENT : 0);
    }

    @Override
    public void piece(int index, int number, DataPiece into) {
        int at = send(index);
        MemorySegment segment = memory.segment(at);
        long base = memory.offset(at);
        into.isInline = (Descriptor.FLAGS.get(segment, base) & Descriptor.INLINE) != 0;
        if (into.isInline) {
            into.length = Descriptor.INLINE_BYTES.get(segment, base);
        } else {
            read(segment, base, number, into);
        }
    }

    @Override
    public int inlineRoom(int firstPiece, int endOfPieces) {
        return Descriptor.MAX_INLINE;
    }

    @Override
    public void inline(int index, int firstPiece, int offset, InlineRun into) {
        int at = send(index) + Descriptor.DATA + offset;
        into.memory = memory.segment(at);
        into.offset = memory.offset(at);
        into.length = Descriptor.MAX_INLINE - offset;
    }

    @Override
    public boolean receivePiece(int index, int number, DataPiece into) {
        MemorySegment segment = receiveSegment(index);
        long base = receiveOffset(index);
        into.isInline = false;
        if (number >= Math.min(Descriptor.PIECES.get(segment, base), Descriptor.MAX_PIECES)) {
            return false;
        }
        read(segment, base, number, into);
        return true;
    }

    private static void read(MemorySegment segment, long base, int number, DataPiece into) {
        long piece = base + Descriptor.DATA + (long) number * Descriptor.PIECE_BYTES;
        into.address = Descriptor.PIECE_ADDRESS.getLong(segment, piece);
        into.lkey = Descriptor.PIECE_LKEY.get(segment, piece);
        into.length = Descriptor.PIECE_LENGTH.get(segment, piece) & 0xffffffffL;
    }

    /** What the program calls a request. */
    long cookie(boolean isReceive, int index) {
        return isReceive
                ? Descriptor.COOKIE.getLong(receiveSegment(index), receiveOffset(index))
                : Descriptor.COOKIE.getLong(memory.segment(send(index)), memory.offset(send(index)));
    }

    /** The key that an invalidate names. */
    int immediate(int index) {
        int at = send(index);
        return Descriptor.IMMEDIATE.get(memory.segment(at), memory.offset(at));
    }

    private int send(int index) {
        return (index & sends - 1) * Descriptor.BYTES;
    }

    private MemorySegment receiveSegment(int index) {
        return taken == null ? memory.segment(receive(index)) : taken;
    }

    private long receiveOffset(int index) {
        return taken == null ? memory.offset(receive(index)) : 0;
    }

    private int receive(int index) {
        return (sends + (index & receives - 1)) * Descriptor.BYTES;
    }
}
