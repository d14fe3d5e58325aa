package dev.fenestra.vendor.slate.user;

import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.PendingSrq;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserContext;
import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.spi.UserQp;
import dev.fenestra.ib.core.spi.UserQpRequest;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.vendor.slate.abi.SlateUdata;
import dev.fenestra.vendor.slate.card.Descriptor;
import dev.fenestra.vendor.slate.card.Entry;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An opened device in user space: its doorbell page, and the table that finds the QP of a completion. */
final class SlateUserContext implements UserContext {
    private final UserMemory memory;
    private final MappedPage doorbells;
    private volatile @Nullable SlateQp[] qps = new @Nullable SlateQp[128];

    SlateUserContext(UserMemory memory, MappedPage doorbells) {
        this.memory = memory;
        this.doorbells = doorbells;
    }

    MappedPage doorbells() {
        return doorbells;
    }

    @Nullable
    SlateQp qp(int number) {
        @Nullable SlateQp[] table = qps;
        return number < table.length ? table[number] : null;
    }

    private synchronized void remember(SlateQp qp) {
        if (qp.number() >= qps.length) {
            qps = Arrays.copyOf(qps, 2 * qp.number());
        }
        qps[qp.number()] = qp;
    }

    synchronized void forget(SlateQp qp) {
        qps[qp.number()] = null;
    }

    @Override
    public Pending<UserCq> prepareCq(int cqe) {
        int entries = powerOfTwo(cqe);
        Ring ring = new Ring(memory, (long) entries * Entry.BYTES);
        Udata udata = Udata.ofBytes(SlateUdata.CQ_BYTES, Integer.BYTES);
        SlateUdata.BUFFER.setLong(udata.request(), 0, ring.address());
        SlateUdata.CQ_ENTRIES.set(udata.request(), 0, entries);
        return new Prepared<>(
                udata,
                handle -> new SlateCq(this, SlateUdata.CQ_NUMBER.get(udata.response(), 0), ring, entries),
                ring::free);
    }

    @Override
    public Pending<UserQp> prepareQp(
            QpType type, QpCapacity asked, boolean signalAll, boolean singleThreaded, UserCq sendCq, UserCq recvCq) {
        int receives = powerOfTwo(asked.maxRecvWr());
        return prepareQp(asked, receives, signalAll, singleThreaded, (SlateCq) sendCq, (SlateCq) recvCq);
    }

    @Override
    public Pending<UserQp> prepareQp(UserQpRequest request) {
        if (request.srq() == null || request.extension() != null) {
            return UserContext.super.prepareQp(request);
        }
        return prepareQp(
                request.capacity(),
                0,
                request.signalAll(),
                request.singleThreaded(),
                (SlateCq) request.sendCq(),
                (SlateCq) request.recvCq());
    }

    @Override
    public PendingSrq prepareSrq(SrqCapacity capacity) {
        SharedLayout layout = SharedLayout.of(memory, capacity.maxWr());
        return new PreparedSrq(
                layout.capacity(),
                layout.udata(),
                number -> new SlateSrq(memory, doorbells, number, layout),
                layout.ring()::free);
    }

    /**
     * @param receives a power of two, or 0 where they come from a shared queue
     */
    private Pending<UserQp> prepareQp(
            QpCapacity asked, int receives, boolean signalAll, boolean singleThreaded, SlateCq sendCq, SlateCq recvCq) {
        int sends = powerOfTwo(asked.maxSendWr());
        Ring ring = new Ring(memory, (long) (sends + receives) * Descriptor.BYTES);
        Udata udata = Udata.ofBytes(SlateUdata.QP_BYTES, 0);
        SlateUdata.BUFFER.setLong(udata.request(), 0, ring.address());
        SlateUdata.SENDS.set(udata.request(), 0, sends);
        SlateUdata.RECEIVES.set(udata.request(), 0, receives);
        return new Prepared<>(
                udata,
                number -> {
                    SlateQp qp = new SlateQp(
                            this,
                            number,
                            ring,
                            sends,
                            receives,
                            new SlateSendQueue(
                                    ring, number, sends, signalAll, new QueueLock(singleThreaded), doorbells, memory),
                            new SlateReceiveQueue(
                                    ring, number, sends, receives, new QueueLock(singleThreaded), doorbells),
                            sendCq,
                            recvCq);
                    remember(qp);
                    return qp;
                },
                ring::free);
    }

    private static int powerOfTwo(int atLeast) {
        return atLeast <= 1 ? 1 : Integer.highestOneBit(atLeast - 1) << 1;
    }

    @Override
    public void close() {
        // All memory belongs to queues, and they are gone.
    }
}
