package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.kernel.EventCounts;
import dev.fenestra.ib.core.spi.PendingSrqResize;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserSrq;
import dev.fenestra.ib.core.vocabulary.SrqAttribute;
import dev.fenestra.ib.core.vocabulary.SrqAttributes;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.device.OpenDevice;
import dev.fenestra.uverbs.device.UnackedEvents;
import dev.fenestra.uverbs.device.VerbArguments;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.request.PostException;
import dev.fenestra.uverbs.request.Receive;
import dev.fenestra.uverbs.request.ReceivePosts;

/**
 * A shared receive queue ({@code ibv_srq}). RC and UD QPs that were created with it take their receives here, in the
 * order in which they need them. Its memory keys must belong to its own PD. Completions go to the CQ of the QP that
 * took the receive. An XRC SRQ has its own CQ instead of QPs, and peers name it by its number.
 *
 * <p>Receives that no QP has taken are never flushed. When a QP is destroyed or reset in the middle of a message, the
 * receive of that message is lost. To avoid this, move the QP to ERR and wait for LAST_WQE_REACHED first.
 */
public final class SharedReceiveQueue extends VerbsObject {
    private final OpenDevice device;
    private final int number;
    private final UnackedEvents asyncEvents = new UnackedEvents();
    private final UserSrq user;
    private final ReceivePosts receives;

    SharedReceiveQueue(OpenDevice device, int handle, int number, UserSrq user) {
        super(device, "SRQ", handle);
        this.device = device;
        this.number = number;
        this.user = user;
        receives = new ReceivePosts(device, this, user);
    }

    /** {@return the SRQ number, 24 bits} */
    public int number() {
        return number;
    }

    /** {@return the capacity of the queue, at least what the program asked for} */
    public SrqCapacity capacity() {
        return user.capacity();
    }

    /**
     * {@return its present capacity and limit; asks the device for the limit with a system call} The capacity is the
     * number of receives that can be posted. Only the user half of the provider knows it, since the kernel half may
     * count reserved WQEs.
     */
    public SrqAttributes query() {
        checkOpen();
        device.calling("ibv_query_srq", this);
        return new SrqAttributes(
                capacity(), device.kernel().srqs().query(handle()).limit());
    }

    /**
     * Sets the limit. When a QP takes a receive and fewer than the limit are left, the event SRQ_LIMIT_REACHED comes
     * once, and the limit becomes 0.
     *
     * @param receives the limit; 0 for none
     * @throws VerbsException EINVAL for a limit beyond the room
     */
    public void limit(int receives) {
        checkOpen();
        device.calling("ibv_modify_srq", () -> VerbArguments.object(handle()).with("srq_limit", receives));
        VerbsException refusal = SrqLimitCheck.refusal(receives, capacity());
        if (refusal != null) {
            throw device.logged("uverbs", refusal);
        }
        device.kernel().srqs().modify(handle(), SrqAttribute.LIMIT.bit(), 0, receives, Udata.none());
    }

    /**
     * Changes the capacity ({@code IBV_SRQ_MAX_WR}). Posted receives stay in their order. Threads that post meanwhile
     * wait.
     *
     * @param maxWr receives that it must have room for, 1 to the device's maximum
     * @throws VerbsException EINVAL beyond that, for less room than receives are posted, for less than the limit, and
     *     always where the device does not announce SRQ_RESIZE; then nothing has changed
     */
    public void resize(int maxWr) {
        resize(SrqAttribute.MAX_WR.bit(), maxWr, 0);
    }

    /**
     * Changes capacity and limit in one call. A refusal changes neither.
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
        device.calling("ibv_modify_srq", () -> VerbArguments.object(handle()).with("max_wr", maxWr));
        PendingSrqResize pending = user.prepareResize(feasible(maxWr));
        pending.complete(pending.during(udata -> resized(mask, maxWr, limit, pending, udata)));
    }

    private int feasible(int maxWr) {
        return Math.clamp(maxWr, 1, device.attributes().srqs().maxWr());
    }

    private int resized(int mask, int maxWr, int limit, PendingSrqResize pending, Udata udata) {
        boolean isFeasible = maxWr == feasible(maxWr);
        VerbsException refusal = SrqLimitCheck.refusal(limit, pending.capacity());
        if (isFeasible && refusal != null) {
            throw device.logged("uverbs", refusal);
        }
        // The kernel refuses what the device does not support. Otherwise it creates the queue that the provider laid
        // out.
        int ring = isFeasible ? pending.layout().maxWr() : maxWr;
        device.kernel().srqs().modify(handle(), mask, ring, limit, udata);
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
        receives.post(wrId, slices);
    }

    /**
     * Posts receives in order.
     *
     * @param list the receives, in order
     * @throws PostException as for one receive, with the index of the first that was refused; those before it are
     *     posted
     */
    public void post(Receive... list) {
        receives.post(list);
    }

    /**
     * Posts a receive of one piece, without allocation.
     *
     * @param wrId the number that the completion of the request carries
     * @param lkey the L_Key of the memory
     * @param address of the first byte, as work requests name it
     * @param length bytes, unsigned; mlx5 refuses 2^31 and more (EINVAL)
     * @return 0 or an errno
     */
    public int post(long wrId, int lkey, long address, int length) {
        return receives.post(wrId, lkey, address, length);
    }

    UnackedEvents asyncEvents() {
        return asyncEvents;
    }

    @Override
    protected String details() {
        return String.format("number=0x%x, %s", number, capacity());
    }

    @Override
    protected void destroy() {
        device.calling("ibv_destroy_srq", this);
        asyncEvents.check(device, this);
        EventCounts read = device.kernel().srqs().destroy(handle());
        asyncEvents.await(this, read.async());
        user.destroyed();
    }

    UserSrq user() {
        return user;
    }
}
