package dev.fenestra.vendor.common.user;

import dev.fenestra.hw.sim.format.PieceFormat;
import dev.fenestra.hw.sim.format.ReceiveFormat;
import dev.fenestra.hw.sim.format.ReceiveRole;
import dev.fenestra.ib.core.spi.ReceiveQueue;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.vendor.common.CardRule;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A queue of receives, of a QP or shared. */
final class CardReceiveQueue implements ReceiveQueue {
    private static final int COUNT_MASK = 0xffff;

    private final UserVendor vendor;
    private final ReceiveFormat format;
    private final int maxPieces;
    private final QueueLock lock;
    private final SgeList single = new SgeList();
    private @Nullable PostRing ring;
    private long[] wrIds;
    private int posted;
    private volatile boolean open;
    private volatile @Nullable Rule lastRefusal;

    /**
     * @param ring null where receives come from a shared queue
     */
    CardReceiveQueue(UserVendor vendor, ReceiveFormat format, @Nullable PostRing ring, int maxPieces, QueueLock lock) {
        this.vendor = vendor;
        this.format = format;
        this.ring = ring;
        this.maxPieces = maxPieces;
        this.lock = lock;
        wrIds = names(ring);
    }

    private static long[] names(@Nullable PostRing ring) {
        return new long[ring == null ? 2 : ring.names()];
    }

    /** A shared queue is open in every state of its QPs. */
    CardReceiveQueue shared() {
        open = true;
        return this;
    }

    int oldest() {
        return ring == null ? PostRing.NONE : ring.oldest();
    }

    long completed(int index) {
        long wrId = wrIds[index & wrIds.length - 1];
        if (ring != null) {
            ring.completed(index);
        }
        return wrId;
    }

    void stateChanged(QpState state) {
        if (state == QpState.RESET && ring != null) {
            posted = 0;
            ring.reset();
        }
        open = state != QpState.RESET;
    }

    @Override
    public int post(long wrId, int lkey, long address, int length) {
        lock.lock();
        try {
            single.clear();
            single.add(lkey, address, length);
            return write(wrId, single);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int post(long wrId, SgeList pieces) {
        lock.lock();
        try {
            return write(wrId, pieces);
        } finally {
            lock.unlock();
        }
    }

    private int write(long wrId, SgeList pieces) {
        PostRing into = ring;
        CardRule refusal = check(into, pieces.size());
        if (refusal == null && into != null) {
            MemorySegment memory = into.segment(posted);
            long base = into.offset(posted);
            format.word(ReceiveRole.WR_ID).set(memory, base, wrId);
            wrIds[into.name(posted) & wrIds.length - 1] = wrId;
            format.word(ReceiveRole.DATA_BYTES).set(memory, base, pieces(pieces, memory, base, into.bytes()));
            posted = posted + 1 & COUNT_MASK;
            into.publish(posted);
        }
        lastRefusal = refusal == null ? null : vendor.rules().of(refusal);
        return refusal == null ? 0 : vendor.rules().of(refusal).errno().code();
    }

    private long pieces(SgeList pieces, MemorySegment memory, long base, int slotBytes) {
        PieceFormat piece = format.piece();
        long bytes = 0;
        int written = 0;
        for (int i = 0; i < pieces.size(); i++) {
            if (pieces.length(i) == 0 && format.endsByLength()) {
                continue;
            }
            long at = base + format.pieceAt(written);
            piece.address().set(memory, at, pieces.address(i));
            piece.lkey().set(memory, at, pieces.lkey(i));
            piece.length().set(memory, at, pieces.length(i));
            bytes += pieces.length(i) & 0xffffffffL;
            written++;
        }
        format.finish(memory, base, written, slotBytes);
        return bytes;
    }

    private @Nullable CardRule check(@Nullable PostRing into, int pieces) {
        if (!open) {
            return CardRule.RECEIVE_STATE;
        }
        if (into == null || into.isFull(posted)) {
            return CardRule.RECEIVE_ROOM;
        }
        return pieces > maxPieces ? CardRule.PIECES : null;
    }

    /** Takes the lock, so that nothing is posted before {@link #moved}. */
    void stop() {
        lock.lock();
    }

    /** Goes over to another ring, in which receives are posted already; null to stay. */
    void moved(@Nullable PostRing other, int count) {
        PostRing left = ring;
        if (other != null && left != null) {
            ring = other;
            wrIds = names(other);
            posted = count;
            left.free();
        }
        lock.unlock();
    }

    void free() {
        if (ring != null) {
            ring.free();
        }
    }

    @Override
    public @Nullable Rule refusedBy() {
        return lastRefusal;
    }
}
