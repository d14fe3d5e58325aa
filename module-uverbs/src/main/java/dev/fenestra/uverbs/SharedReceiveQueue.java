package dev.fenestra.uverbs;

import dev.fenestra.ib.core.kernel.EventCounts;
import dev.fenestra.ib.core.spi.PendingSrqResize;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserSrq;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.ib.core.vocabulary.SrqAttribute;
import dev.fenestra.ib.core.vocabulary.SrqAttributes;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/**
 * A shared receive queue ({@code ibv_srq}): RC and UD QPs that were created with it take their receives here, whichever
 * needs one first. Its memory keys must belong to its own PD. Completions go to the CQ of the QP that took the receive.
 * An XRC SRQ has no QPs but peers, who name it by its number, and a CQ of its own.
 *
 * <p>Receives that no QP has taken are never flushed. A QP that is destroyed or reset in the middle of a message takes
 * the receive it was filling with it: put it in error and wait for LAST_WQE_REACHED first.
 */
public final class SharedReceiveQueue extends VerbsObject {
    private final int number;
    private final UnackedEvents asyncEvents = new UnackedEvents();
    private final UserSrq user;
    private final SgeList pieces = new SgeList();

    SharedReceiveQueue(Context context, int handle, int number, UserSrq user) {
        super(context, handle);
        this.number = number;
        this.user = user;
    }

    /** {@return the SRQ number, 24 bits} */
    public int number() {
        return number;
    }

    /** {@return room of the queue, at least what was asked} */
    public SrqCapacity capacity() {
        return user.capacity();
    }

    /**
     * {@return its room and its limit at the moment; asks the device for the limit by a system call} The room is what
     * can be posted, which only the user half of the provider knows: the kernel half may count WQEs that rest.
     */
    public SrqAttributes query() {
        checkOpen();
        context().calling("ibv_query_srq");
        return new SrqAttributes(
                capacity(), context().kernel().srqs().query(handle()).limit());
    }

    /**
     * Sets the limit: when fewer receives are left after one is taken, the event SRQ_LIMIT_REACHED tells once, and the
     * limit is 0.
     *
     * @param receives 0 for no limit
     * @throws VerbsException EINVAL for a limit beyond the room
     */
    public void limit(int receives) {
        checkOpen();
        context().calling("ibv_modify_srq");
        VerbsException refusal = SrqLimitCheck.refusal(receives, capacity());
        if (refusal != null) {
            throw context().logged("uverbs", refusal);
        }
        context().kernel().srqs().modify(handle(), SrqAttribute.LIMIT.bit(), 0, receives, Udata.none());
    }

    /**
     * Changes the room ({@code IBV_SRQ_MAX_WR}); receives that are posted stay, in their order. Threads that post
     * meanwhile wait.
     *
     * @param maxWr receives that it must have room for, 1 to the device's maximum
     * @throws VerbsException EINVAL beyond that, for less room than receives are posted, for less than the limit, and
     *     always where the
     *     device does not announce SRQ_RESIZE; then nothing has changed
     */
    public void resize(int maxWr) {
        resize(SrqAttribute.MAX_WR.bit(), maxWr, 0);
    }

    /**
     * Changes room and limit in one call: both or, with a refusal, neither.
     *
     * @param maxWr receives that it must have room for, 1 to the device's maximum
     * @param receives the limit, 0 for none; EINVAL for one beyond the new room
     * @throws VerbsException as {@link #resize(int)} and {@link #limit(int)}
     */
    public void resize(int maxWr, int receives) {
        resize(SrqAttribute.MAX_WR.bit() | SrqAttribute.LIMIT.bit(), maxWr, receives);
    }

    private void resize(int mask, int maxWr, int limit) {
        checkOpen();
        context().calling("ibv_modify_srq");
        PendingSrqResize pending = user.prepareResize(feasible(maxWr));
        TwoHalves.commit(pending, _ -> resized(mask, maxWr, limit, pending), Integer::intValue);
    }

    private int feasible(int maxWr) {
        return Math.clamp(maxWr, 1, context().deviceAttributes().srqs().maxWr());
    }

    private int resized(int mask, int maxWr, int limit, PendingSrqResize pending) {
        boolean isFeasible = maxWr == feasible(maxWr);
        VerbsException refusal = SrqLimitCheck.refusal(limit, pending.capacity());
        if (isFeasible && refusal != null) {
            throw context().logged("uverbs", refusal);
        }
        // The kernel refuses what the device cannot have; else it makes the queue as the provider laid it out.
        int ring = isFeasible ? pending.layout().maxWr() : maxWr;
        context().kernel().srqs().modify(handle(), mask, ring, limit, pending.udata());
        return number;
    }

    /**
     * Posts a receive.
     *
     * @param wrId the number that the completion of the request carries
     * @param slices where the data is scattered, in order
     * @throws PostException ENOMEM when the queue is full, EINVAL for too many pieces
     */
    public void post(long wrId, MemorySlice... slices) {
        checkOpen();
        int errno;
        synchronized (pieces) {
            pieces.clear();
            for (MemorySlice slice : slices) {
                pieces.add(slice.region().lkey(), slice.address(), slice.sgeLength());
            }
            errno = user.post(wrId, pieces);
        }
        if (errno != 0) {
            String values = "receive wrId=" + wrId + ", pieces=" + slices.length;
            throw PostException.by(this, errno, user.refusedBy(), 0, values);
        }
    }

    /**
     * Posts a receive of one piece, without allocation.
     *
     * @param wrId the number that the completion of the request carries
     * @param lkey the L_Key of the memory
     * @param address of the first byte, as work requests name it
     * @param length bytes
     * @return 0 or an errno
     */
    public int post(long wrId, int lkey, long address, int length) {
        checkOpen();
        return user.post(wrId, lkey, address, length);
    }

    @Override
    UnackedEvents asyncEvents() {
        return asyncEvents;
    }

    @Override
    String kind() {
        return "SRQ";
    }

    @Override
    void destroy() {
        context().calling("ibv_destroy_srq");
        asyncEvents.check(this);
        EventCounts read = context().kernel().srqs().destroy(handle());
        asyncEvents.await(read.async());
        user.destroyed();
    }

    UserSrq user() {
        return user;
    }
}
