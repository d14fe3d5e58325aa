package dev.fenestra.uverbs.request;

import dev.fenestra.ib.core.spi.ReceiveQueue;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.VerbsObserver;
import dev.fenestra.uverbs.device.OpenDevice;
import dev.fenestra.uverbs.memory.MemorySlice;
import java.util.Arrays;

/** Posts receives to the queue of a QP or to a shared one. A program calls the QP or the SRQ. */
public final class ReceivePosts {
    private final OpenDevice device;
    private final VerbsObject owner;
    private final ReceiveQueue queue;

    /** It is its own lock. */
    private final SgeList pieces = new SgeList();

    /**
     * Nothing is posted so far.
     *
     * @param device the opened device of the queue
     * @param owner a QP or an SRQ
     * @param queue takes the receives
     */
    @SuppressWarnings("exports")
    public ReceivePosts(OpenDevice device, VerbsObject owner, ReceiveQueue queue) {
        this.device = device;
        this.owner = owner;
        this.queue = queue;
    }

    /**
     * Posts one; a refusal is that of the first request of a list.
     *
     * @param wrId the number that the completion carries
     * @param data where the data is scattered, in order
     */
    public void post(long wrId, MemorySlice... data) {
        int errno = tryPost(wrId, Arrays.asList(data));
        if (errno != 0) {
            throw refusal(errno, 0, wrId, data.length);
        }
    }

    /**
     * Posts all in order, until one is refused.
     *
     * @param receives the receives
     */
    public void post(Receive... receives) {
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
            int errno = queue.post(wrId, pieces);
            tell(errno, wrId);
            return errno;
        }
    }

    /**
     * Posts one of one piece, without allocation unless an observer sees it.
     *
     * @param wrId the number that the completion carries
     * @param lkey key of the piece
     * @param address of its first byte
     * @param length bytes
     * @return 0 or an errno
     */
    public int post(long wrId, int lkey, long address, int length) {
        owner.checkOpen();
        int errno = queue.post(wrId, lkey, address, length);
        if (device.observers().length != 0) {
            synchronized (pieces) {
                pieces.clear();
                pieces.add(lkey, address, length);
                tell(errno, wrId);
            }
        }
        return errno;
    }

    private void tell(int errno, long wrId) {
        if (errno == 0) {
            for (VerbsObserver observer : device.observers()) {
                observer.receivePosted(owner, wrId, pieces);
            }
        }
    }

    private PostException refusal(int errno, int index, long wrId, int count) {
        return PostException.by(
                device, owner, errno, queue.refusedBy(), index, wrId, "receive wrId=" + wrId + ", pieces=" + count);
    }
}
