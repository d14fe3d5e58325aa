package dev.fenestra.hw.sim.card;

import dev.fenestra.hw.sim.format.ReceiveFormat;
import dev.fenestra.hw.sim.format.ReceiveRole;
import dev.fenestra.hw.sim.format.RequestOperation;
import dev.fenestra.hw.sim.format.SendFormat;
import dev.fenestra.hw.sim.format.SendRole;
import dev.fenestra.hw.sim.format.Word;
import dev.fenestra.hw.sim.hca.fast.burst.AtomicBurst;
import dev.fenestra.hw.sim.hca.fast.burst.MessageBurst;
import dev.fenestra.hw.sim.hca.queue.BindRequest;
import dev.fenestra.hw.sim.hca.queue.DataPiece;
import dev.fenestra.hw.sim.hca.queue.InlineRun;
import dev.fenestra.hw.sim.hca.queue.SendOperation;
import dev.fenestra.hw.sim.hca.queue.WorkQueues;
import dev.fenestra.hw.sim.hca.vocabulary.Rights;
import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The queues of a QP, read by tables. With a shared receive queue there is no queue of receives, but a copy of the one
 * that was taken.
 */
public final class CardQueues implements WorkQueues {
    /** The number of a receive that was taken from a shared queue; a QP has no more than one. */
    static final int TAKEN = 0;

    private static final int COUNT_MASK = 0xffff;

    private final SendFormat format;
    private final ReceiveFormat receiveFormat;
    private final SendPlaces places;
    private final PostedQueue sends;
    private final @Nullable PostedQueue receives;
    private final boolean signalsAll;
    private final long qpName;
    private final FailureMarks failures = new FailureMarks();
    private final DataPiece piece = new DataPiece();
    private MemorySegment taken = MemorySegment.NULL;
    private int takenName;
    private volatile int qpn;

    /**
     * Makes the queues of a QP.
     *
     * @param format of send requests
     * @param receiveFormat of receive requests
     * @param places of the parts of a send request
     * @param sends the send queue
     * @param receives the receive queue; null with a shared one
     * @param signalsAll every send request makes a completion, whatever it says
     */
    public CardQueues(
            SendFormat format,
            ReceiveFormat receiveFormat,
            SendPlaces places,
            PostedQueue sends,
            @Nullable PostedQueue receives,
            boolean signalsAll) {
        this(format, receiveFormat, places, sends, receives, signalsAll, 0);
    }

    /**
     * Makes the queues of a QP that has a name.
     *
     * @param format of send requests
     * @param receiveFormat of receive requests
     * @param places of the parts of a send request
     * @param sends the send queue
     * @param receives the receive queue; null with a shared one
     * @param signalsAll every send request makes a completion, whatever it says
     * @param qpName what completions call the QP, where the format has a word for it
     */
    public CardQueues(
            SendFormat format,
            ReceiveFormat receiveFormat,
            SendPlaces places,
            PostedQueue sends,
            @Nullable PostedQueue receives,
            boolean signalsAll,
            long qpName) {
        this.format = format;
        this.receiveFormat = receiveFormat;
        this.places = places;
        this.sends = sends;
        this.receives = receives;
        this.signalsAll = signalsAll;
        this.qpName = qpName;
    }

    /** Copies a receive of a shared queue, which is this QP's from now on. */
    void take(MemorySegment from, long base, int bytes, int name) {
        if (taken.byteSize() < bytes) {
            taken = MemorySegment.ofArray(new long[bytes / Long.BYTES]);
        }
        MemorySegment.copy(from, base, taken, 0, bytes);
        takenName = name;
    }

    void number(int number) {
        qpn = number;
    }

    /** Both queues are empty again. */
    void reset() {
        sends.reset();
        if (receives != null) {
            receives.reset();
        }
    }

    @Override
    public int sendSlots() {
        return sends.slots();
    }

    @Override
    public int sendsPosted() {
        return sends.posted();
    }

    @Override
    public boolean hasReceive(int index) {
        return receives != null && index != receives.posted();
    }

    private RequestOperation operation(MemorySegment memory, long base) {
        return format.numbered(format.number(memory, base));
    }

    @Override
    public void fetch(int index, SendOperation into) {
        MemorySegment memory = sends.segment(index);
        long base = sends.offset(index);
        RequestOperation operation = operation(memory, base);
        int pieces = places.pieces(memory, base, operation);
        into.number = format.number(memory, base);
        into.opcode = operation.opcode();
        into.qpn = qpn;
        into.slots = places.slots(memory, base, operation);
        into.units = pieces;
        into.isWhole = false;
        into.firstPiece = 0;
        boolean isInline = places.isInline(memory, base, operation);
        int room = isInline ? 1 : places.pieceRoom(format, sends.bytes(index), operation);
        into.isComplete = pieces >= 0 && pieces <= room;
        into.endOfPieces = into.isComplete ? pieces : 0;
        into.signaled = isSignaled(memory, base, operation);
        into.fenced = operation.word(SendRole.FENCED).isSet(memory, base);
        into.solicited = operation.word(SendRole.SOLICITED).isSet(memory, base);
        Word immediate = operation.word(SendRole.IMMEDIATE);
        Word value = immediate.isPresent() ? immediate : operation.word(SendRole.KEY);
        into.immediate = value.getInt(memory, base);
    }

    @Override
    public int kind(int index) {
        return switch (operation(sends.segment(index), sends.offset(index)).opcode()) {
            case SendOpcode.RDMA_WRITE, SendOpcode.SEND -> MESSAGE;
            case SendOpcode.COMPARE_SWAP, SendOpcode.FETCH_ADD -> ATOMIC;
            default -> OTHER;
        };
    }

    @Override
    public int messages(int index, int most, int number, long longest, MessageBurst into) {
        long signaled = 0;
        long asSends = 0;
        int count = 0;
        for (; count < most; count++) {
            int at = index + count & COUNT_MASK;
            MemorySegment memory = sends.segment(at);
            long base = sends.offset(at);
            RequestOperation operation = operation(memory, base);
            boolean isSend = operation.opcode() == SendOpcode.SEND;
            boolean isMessage = isSend || operation.opcode() == SendOpcode.RDMA_WRITE;
            if (!isMessage
                    || operation.word(SendRole.SOLICITED).isSet(memory, base)
                    || !isPlain(memory, base, operation)) {
                break;
            }
            places.piece(format, memory, base, operation, 0, piece);
            if (piece.length <= 0 || piece.length > longest) {
                break;
            }
            signaled |= (isSignaled(memory, base, operation) ? 1L : 0) << count;
            asSends |= (isSend ? 1L : 0) << count;
            into.lengths[count] = (int) piece.length;
            into.lkeys[count] = piece.lkey;
            into.localAddresses[count] = piece.address;
            into.rkeys[count] = operation.word(SendRole.RKEY).getInt(memory, base);
            into.remoteAddresses[count] =
                    operation.word(SendRole.REMOTE_ADDRESS).get(memory, base);
        }
        into.signaled = signaled;
        into.sends = asSends;
        return count;
    }

    @Override
    public int atomics(int index, int most, int number, AtomicBurst into) {
        long signaled = 0;
        long swaps = 0;
        int count = 0;
        for (; count < most; count++) {
            int at = index + count & COUNT_MASK;
            MemorySegment memory = sends.segment(at);
            long base = sends.offset(at);
            RequestOperation operation = operation(memory, base);
            boolean isSwap = operation.opcode() == SendOpcode.COMPARE_SWAP;
            boolean isAtomic = isSwap || operation.opcode() == SendOpcode.FETCH_ADD;
            if (!isAtomic || !isPlain(memory, base, operation)) {
                break;
            }
            places.piece(format, memory, base, operation, 0, piece);
            if (piece.length < Long.BYTES) {
                break;
            }
            signaled |= (isSignaled(memory, base, operation) ? 1L : 0) << count;
            swaps |= (isSwap ? 1L : 0) << count;
            into.rkeys[count] = operation.word(SendRole.RKEY).getInt(memory, base);
            into.remoteAddresses[count] =
                    operation.word(SendRole.REMOTE_ADDRESS).get(memory, base);
            into.operands[count] =
                    operation.word(isSwap ? SendRole.SWAP : SendRole.ADD).get(memory, base);
            into.expected[count] = operation.word(SendRole.COMPARE).get(memory, base);
        }
        into.signaled = signaled;
        into.swaps = swaps;
        return count;
    }

    /** Whether a request takes one slot, has one piece of memory as its data, and waits for nothing. */
    private boolean isPlain(MemorySegment memory, long base, RequestOperation operation) {
        return !places.isInline(memory, base, operation)
                && places.pieces(memory, base, operation) == 1
                && places.slots(memory, base, operation) == 1
                && !operation.word(SendRole.FENCED).isSet(memory, base)
                && places.pieceRoom(format, sends.bytes(0), operation) > 0;
    }

    private boolean isSignaled(MemorySegment memory, long base, RequestOperation operation) {
        return signalsAll || operation.word(SendRole.SIGNALED).isSet(memory, base);
    }

    @Override
    public void remote(int index, SendOperation into) {
        MemorySegment memory = sends.segment(index);
        long base = sends.offset(index);
        RequestOperation operation = operation(memory, base);
        into.remoteAddress = operation.word(SendRole.REMOTE_ADDRESS).get(memory, base);
        into.rkey = operation.word(SendRole.RKEY).getInt(memory, base);
        into.remoteLength = operation.word(SendRole.REMOTE_LENGTH).getInt(memory, base);
        into.flushTypes = operation.word(SendRole.FLUSH_TYPES).getInt(memory, base);
        into.flushLevel = operation.word(SendRole.FLUSH_LEVEL).getInt(memory, base);
    }

    @Override
    public void operands(int index, SendOperation into) {
        remote(index, into);
        MemorySegment memory = sends.segment(index);
        long base = sends.offset(index);
        RequestOperation operation = operation(memory, base);
        Word add = operation.word(SendRole.ADD);
        into.compare = operation.word(SendRole.COMPARE).get(memory, base);
        into.swapOrAdd = (add.isPresent() ? add : operation.word(SendRole.SWAP)).get(memory, base);
    }

    @Override
    public void destination(int index, SendOperation into) {
        MemorySegment memory = sends.segment(index);
        long base = sends.offset(index);
        RequestOperation operation = operation(memory, base);
        into.remoteQpn = operation.word(SendRole.REMOTE_QPN).getInt(memory, base);
        into.qkey = operation.word(SendRole.QKEY).getInt(memory, base);
        places.path(memory, base, operation, into);
    }

    @Override
    public void bind(int index, BindRequest into) {
        MemorySegment memory = sends.segment(index);
        long base = sends.offset(index);
        RequestOperation operation = operation(memory, base);
        Word oldKey = operation.word(SendRole.BIND_OLD_KEY);
        int newKey = operation.word(SendRole.BIND_NEW_KEY).getInt(memory, base);
        into.anyTag = !oldKey.isPresent();
        into.oldKey = into.anyTag ? newKey : oldKey.getInt(memory, base);
        into.newTag = newKey & 0xff;
        into.lkey = operation.word(SendRole.BIND_LKEY).getInt(memory, base);
        into.address = operation.word(SendRole.BIND_ADDRESS).get(memory, base);
        into.length = operation.word(SendRole.BIND_LENGTH).get(memory, base);
        Word byAddress = operation.word(SendRole.BIND_BY_ADDRESS);
        boolean zeroBased = operation.word(SendRole.BIND_ZERO_BASED).isSet(memory, base)
                || byAddress.isPresent() && !byAddress.isSet(memory, base);
        into.startAddress = zeroBased ? 0 : into.address;
        into.rights = right(operation, SendRole.BIND_READ, Rights.REMOTE_READ, memory, base)
                | right(operation, SendRole.BIND_WRITE, Rights.REMOTE_WRITE, memory, base)
                | right(operation, SendRole.BIND_ATOMIC, Rights.REMOTE_ATOMIC, memory, base)
                | right(operation, SendRole.BIND_FLUSH_GLOBAL, Rights.FLUSH_GLOBAL, memory, base)
                | right(operation, SendRole.BIND_FLUSH_PERSISTENT, Rights.FLUSH_PERSISTENT, memory, base);
    }

    private static int right(RequestOperation operation, SendRole role, int right, MemorySegment memory, long base) {
        return operation.word(role).isSet(memory, base) ? right : 0;
    }

    @Override
    public void piece(int index, int number, DataPiece into) {
        MemorySegment memory = sends.segment(index);
        long base = sends.offset(index);
        RequestOperation operation = operation(memory, base);
        into.isInline = places.isInline(memory, base, operation);
        if (into.isInline) {
            into.length = places.inlineBytes(memory, base, operation) & 0xffffffffL;
        } else {
            int last = Math.max(0, places.pieceRoom(format, sends.bytes(index), operation) - 1);
            places.piece(format, memory, base, operation, Math.min(number, last), into);
        }
    }

    @Override
    public int inlineRoom(int firstPiece, int endOfPieces) {
        return places.inlineRoom(sends.bytes(0), format.operations().getFirst());
    }

    @Override
    public void inline(int index, int firstPiece, int offset, InlineRun into) {
        MemorySegment memory = sends.segment(index);
        long base = sends.offset(index);
        places.inline(memory, base, sends.bytes(index), operation(memory, base), offset, into);
    }

    @Override
    public boolean receivePiece(int index, int number, DataPiece into) {
        MemorySegment memory = receives == null ? taken : receives.segment(index);
        long base = receives == null ? 0 : receives.offset(index);
        long bytes = receives == null ? taken.byteSize() : receives.bytes(index);
        long at = receiveFormat.pieceAt(number);
        into.isInline = false;
        boolean isPosted = receiveFormat.hasPiece(memory, base, number);
        boolean isInside = at + receiveFormat.piece().bytes() <= bytes;
        if (!isPosted || !isInside || receiveFormat.isEnd(memory, base + at)) {
            return false;
        }
        into.address = receiveFormat.piece().address().get(memory, base + at);
        into.lkey = receiveFormat.piece().lkey().getInt(memory, base + at);
        into.length = receiveFormat.piece().length().get(memory, base + at);
        return true;
    }

    @Override
    public void retired(int index) {
        sends.retired(index);
    }

    /**
     * A request has completed. The card does not look at it again.
     *
     * @param isReceive whether it is a receive
     * @param index of the request
     */
    void completed(boolean isReceive, int index) {
        if (!isReceive) {
            sends.retired(index);
        } else if (receives != null) {
            receives.retired(index);
        }
    }

    /** {@return what completions call the QP} */
    long qpName() {
        return qpName;
    }

    /** {@return the entries of failures that stand for more than one request} */
    FailureMarks failures() {
        return failures;
    }

    /**
     * {@return what completions call a request}
     *
     * @param isReceive whether it is a receive
     * @param index of the request
     */
    int name(boolean isReceive, int index) {
        PostedQueue from = isReceive ? receives : sends;
        return from == null ? takenName : from.name(index);
    }

    /**
     * {@return what the program calls a request; 0 in a format without that}
     *
     * @param isReceive whether it is a receive
     * @param index of the request
     */
    long wrId(boolean isReceive, int index) {
        if (!isReceive) {
            MemorySegment memory = sends.segment(index);
            long base = sends.offset(index);
            return operation(memory, base).word(SendRole.WR_ID).get(memory, base);
        }
        Word word = receiveFormat.word(ReceiveRole.WR_ID);
        return receives == null ? word.get(taken, 0) : word.get(receives.segment(index), receives.offset(index));
    }

    /**
     * {@return the key that a LOCAL_INV names}
     *
     * @param index of the request
     */
    int key(int index) {
        MemorySegment memory = sends.segment(index);
        long base = sends.offset(index);
        return operation(memory, base).word(SendRole.KEY).getInt(memory, base);
    }
}
