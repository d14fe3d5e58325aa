package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.ib.core.spi.DriverObserver;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.PendingSrq;
import dev.fenestra.ib.core.spi.QpExtension;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserAh;
import dev.fenestra.ib.core.spi.UserContext;
import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.spi.UserDm;
import dev.fenestra.ib.core.spi.UserFastMr;
import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.spi.UserQp;
import dev.fenestra.ib.core.spi.UserQpRequest;
import dev.fenestra.ib.core.spi.VendorCalls;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.AhUdata;
import dev.fenestra.vendor.mlx.abi.ContextUdata;
import dev.fenestra.vendor.mlx.abi.CqUdata;
import dev.fenestra.vendor.mlx.abi.DmUdata;
import dev.fenestra.vendor.mlx.abi.FastMrUdata;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.abi.QpUdata;
import dev.fenestra.vendor.mlx.abi.SrqUdata;
import dev.fenestra.vendor.mlx.dv.DvContext;
import dev.fenestra.vendor.mlx.dv.DvQpOptions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An opened device in user space. It lays out queues, and holds what the kernel half reported of the device. */
final class MlxUserContext implements UserContext {
    /** WQEs of an SRQ, including reserved ones. */
    private static final int MAX_SRQ_WQES = (1 << 15) - 1;

    private final UserPages pages;
    private final MlxDirectVerbs directVerbs;
    private final OptionalInt nullLkey;
    private final int srqWqes;
    private final ClockPage clock;
    private final VendorCalls calls;
    private final UserOptions options;
    private final QueueRoom room;
    /** The value of mlx5 for an object without a user index. */
    private static final int NO_USER_INDEX = 0xffffff;

    /** Services whose QPs cannot configure mkeys. */
    private static final Set<QpType> NO_MKEYS = EnumSet.of(QpType.UD, QpType.XRC_INI);

    private final UserIndexes indexes = new UserIndexes();
    private final Latest<QpSizes> latestSizes = new Latest<>();
    private final Latest<SendOptions> latestOptions = new Latest<>();

    /**
     * @param calls makes system calls
     * @param options of the driver
     */
    MlxUserContext(
            UserMemory memory, VendorCalls calls, Supplier<@Nullable DriverObserver> observer, UserOptions options) {
        this(memory, calls, observer, options, OptionalInt.empty(), MAX_SRQ_WQES, ClockPage.NONE);
    }

    /**
     * @param nullLkey L_Key of null memory, if the kernel half reported one
     * @param srqWqes WQEs of the largest SRQ, including reserved ones
     * @param clock the device's
     */
    MlxUserContext(
            UserMemory memory,
            VendorCalls calls,
            Supplier<@Nullable DriverObserver> observer,
            UserOptions options,
            OptionalInt nullLkey,
            int srqWqes,
            ClockPage clock) {
        this.nullLkey = nullLkey;
        this.srqWqes = srqWqes;
        this.clock = clock;
        this.calls = calls;
        pages = new UserPages(memory, calls.map(ContextUdata.MAP_FIRST_PAGE), observer);
        directVerbs = new MlxDirectVerbs(calls);
        this.options = options;
        room = new QueueRoom(memory, DoorbellRecords.keeping(memory));
    }

    /** Finds the queues of this context that a CQE names. */
    QueueTable queues() {
        return indexes;
    }

    UserPages pages() {
        return pages;
    }

    @Override
    public Pending<UserCq> prepareCq(int cqe) {
        return prepareCq(cqe, MlxQueueLock.of(false), room);
    }

    @Override
    public Pending<UserCq> prepareSingleThreadedCq(int cqe) {
        return prepareCq(cqe, MlxQueueLock.of(true), room);
    }

    Pending<UserCq> prepareCq(int cqe, ReentrantLock lock, QueueRoom place) {
        if (!options.hasCqeSize()) {
            throw new VerbsException(MlxRule.CQE_SIZE, UserOptions.CQE_SIZE + "=" + options.cqeBytes());
        }
        CqLayout layout = CqLayout.of(cqe).withCqes(options.cqeBytes());
        QueueBuffer buffer = new QueueBuffer(place.rings(), layout.bytes());
        DoorbellRecords.Record record = place.recordFor(buffer);
        Udata udata = Udata.ofBytes(CqUdata.REQUEST_BYTES, CqUdata.RESPONSE_BYTES);
        CqUdata.BUFFER.set(udata.request(), buffer.address());
        CqUdata.RECORD.set(udata.request(), record.address());
        CqUdata.CQE_BYTES.set(udata.request(), layout.cqeBytes());
        return new PendingCq(new MlxCq(pages, indexes, layout, buffer, record, lock), udata);
    }

    /**
     * A CQ whose ring is ready, before the kernel knows it.
     *
     * @param cq the queue
     * @param udata for the kernel half
     */
    private record PendingCq(MlxCq cq, Udata udata) implements Pending<UserCq> {
        @Override
        public UserCq complete(int number) {
            cq.created(CqUdata.CQN.getInt(udata.response()));
            return cq;
        }

        @Override
        public void discard() {
            cq.destroyed();
        }
    }

    @Override
    public PendingSrq prepareSrq(SrqCapacity capacity) {
        return prepareSrq(capacity, null, room);
    }

    @Override
    public PendingSrq prepareXrcSrq(SrqCapacity capacity, UserCq cq) {
        return prepareXrcSrq(capacity, cq, room);
    }

    PendingSrq prepareXrcSrq(SrqCapacity capacity, UserCq cq, QueueRoom place) {
        return prepareSrq(capacity, (MlxCq) cq, place);
    }

    /** An XRC target has no user half, since its receives complete in the CQs of SRQs. */
    @Override
    public Udata xrcTarget() {
        Udata udata = Udata.ofBytes(QpUdata.REQUEST_BYTES, QpUdata.RESPONSE_BYTES);
        QpUdata.USER_INDEX.set(udata.request(), NO_USER_INDEX);
        return udata;
    }

    PendingSrq prepareSrq(SrqCapacity capacity, @Nullable MlxCq xrcCq, QueueRoom place) {
        SrqSizes sizes = SrqSizes.of(capacity.maxWr(), capacity.maxSge(), srqWqes);
        QueueBuffer buffer = new QueueBuffer(place.rings(), (long) sizes.wqes() << sizes.logStride());
        DoorbellRecords.Record record = place.recordFor(buffer);
        MlxSrq.Xrc xrc = xrcCq == null ? null : new MlxSrq.Xrc(indexes, xrcCq, indexes.take());
        Udata udata = Udata.ofBytes(SrqUdata.REQUEST_BYTES, SrqUdata.RESPONSE_BYTES);
        SrqUdata.BUFFER.set(udata.request(), buffer.address());
        SrqUdata.RECORD.set(udata.request(), record.address());
        SrqUdata.USER_INDEX.set(udata.request(), xrc == null ? 0 : xrc.userIndex());
        MlxSrq srq = new MlxSrq(buffer, sizes, MlxQueueLock.of(false), place.records(), record, xrc);
        return new PendingMlxSrq(srq, new SrqCapacity(sizes.wqes() - 1, sizes.maxSge()), udata);
    }

    @Override
    public Pending<UserQp> prepareQp(
            QpType type, QpCapacity capacity, boolean signalAll, boolean singleThreaded, UserCq sendCq, UserCq recvCq) {
        return prepareQp(new UserQpRequest(type, capacity, signalAll, singleThreaded, sendCq, recvCq, null, null));
    }

    @Override
    public Pending<UserQp> prepareQp(UserQpRequest request) {
        return prepareQp(request, room);
    }

    @Override
    public UserContext allocatingFrom(UserMemory rings) {
        return new MlxParentDomain(this, new QueueRoom(rings, room.records()));
    }

    @Override
    public UserContext allocatingWhollyFrom(UserMemory queues) {
        return new MlxParentDomain(this, new QueueRoom(queues, DoorbellRecords.givingBack(queues)));
    }

    Pending<UserQp> prepareQp(UserQpRequest request, QueueRoom place) {
        QpExtension extension = request.extension();
        if (extension == null) {
            return prepareQp(request, DvQpOptions.NONE, place);
        }
        return extension instanceof DvQpOptions direct
                ? prepareQp(request, direct, place)
                : UserContext.super.prepareQp(request);
    }

    private Pending<UserQp> prepareQp(UserQpRequest request, DvQpOptions direct, QueueRoom place) {
        if (NO_MKEYS.contains(request.type()) && !direct.sendOps().isEmpty()) {
            throw new VerbsException(MlxRule.MKEY_OPERATION, request.type() + " with " + direct.sendOps());
        }
        int scatter = options.scatterFlags(direct);
        Transport transport = Transport.of(request.type());
        MlxSrq srq = (MlxSrq) request.srq();
        int overhead = SendOverhead.of(transport);
        QpSizes sizes = latestSizes.of(
                srq == null && request.type() != QpType.XRC_INI
                        ? QpSizes.of(request.capacity(), overhead).withBothQueues()
                        : QpSizes.withSrq(request.capacity(), overhead));
        QueueBuffer buffer = new QueueBuffer(place.rings(), sizes.bytes());
        DoorbellRecords.Record record = place.recordFor(buffer);
        return new PendingQp(
                pages,
                indexes,
                indexes.take(),
                sizes,
                buffer,
                record,
                (MlxCq) request.sendCq(),
                (MlxCq) request.recvCq(),
                srq,
                latestOptions.of(
                        new SendOptions(transport, request.signalAll(), false, options.atomics(), BlueFlame.DEFAULT)),
                request.singleThreaded(),
                direct,
                scatter,
                Udata.ofBytes(QpUdata.REQUEST_BYTES, QpUdata.RESPONSE_BYTES));
    }

    @Override
    public Pending<UserFastMr> prepareFastMr(int maxPages) {
        QueueBuffer list = new QueueBuffer(pages.memory(), (long) maxPages * DataSegment.BYTES);
        Udata udata = Udata.ofBytes(FastMrUdata.REQUEST_BYTES, FastMrUdata.RESPONSE_BYTES);
        FastMrUdata.LIST.set(udata.request(), list.address());
        return new MlxFastMr(list, maxPages, udata);
    }

    @Override
    public Pending<UserDm> prepareDm(long length) {
        return new PendingDm(calls, Udata.ofBytes(0, DmUdata.RESPONSE_BYTES));
    }

    @Override
    public OptionalInt nullLkey() {
        return nullLkey;
    }

    @Override
    public <T> Optional<T> unwrap(Class<T> type) {
        return type == DvContext.class ? Optional.of(type.cast(directVerbs)) : Optional.empty();
    }

    @Override
    public long rawClock() {
        return clock.read();
    }

    @Override
    public Pending<UserAh> prepareAh(AhAttributes attributes) {
        return new PendingAh(attributes, Udata.ofBytes(0, AhUdata.RESPONSE_BYTES));
    }

    @Override
    public void close() {
        room.records().close();
    }
}
