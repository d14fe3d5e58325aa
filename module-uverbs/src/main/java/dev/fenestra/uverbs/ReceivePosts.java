package dev.fenestra.uverbs;

import dev.fenestra.ib.core.spi.ReceiveQueue;
import dev.fenestra.ib.core.vocabulary.SgeList;
import java.util.Arrays;

/** Posts receives to the queue of a QP or to a shared one. */
final class ReceivePosts {
    private final VerbsObject owner;
    private final ReceiveQueue queue;

    /** It is its own lock. */
    private final SgeList pieces = new SgeList();

    ReceivePosts(VerbsObject owner, ReceiveQueue queue) {
        this.owner = owner;
        this.queue = queue;
    }

    /** Posts one; a refusal is that of the first request of a list. */
    void post(long wrId, MemorySlice... data) {
        int errno = tryPost(wrId, Arrays.asList(data));
        if (errno != 0) {
            throw refusal(errno, 0, wrId, data.length);
        }
    }

    /** Posts all in order, until one is refused. */
    void post(Receive... receives) {
        for (int i = 0; i < receives.length; i++) {
            Receive receive = receives[i];
            int errno = tryPost(receive.wrId(), receive.data());
            if (errno != 0) {
                throw refusal(errno, i, receive.wrId(), receive.data().size());
            }
        }
    }

    private int tryPost(long wrId, Iterable<MemorySlice> data) {
        owner.checkOpen();
        synchronized (pieces) {
            pieces.clear();
            for (MemorySlice piece : data) {
                pieces.add(piece.region().lkey(), piece.address(), piece.sgeLength());
            }
            return queue.post(wrId, pieces);
        }
    }

    private PostException refusal(int errno, int index, long wrId, int count) {
        return PostException.by(owner, errno, queue.refusedBy(), index, "receive wrId=" + wrId + ", pieces=" + count);
    }
}
