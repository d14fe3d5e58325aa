package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.kernel.QpResponse;
import dev.fenestra.ib.core.spi.PostChecks;
import dev.fenestra.ib.core.spi.SpiRule;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.spi.UserQp;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.device.OpenDevice;
import dev.fenestra.uverbs.device.Reporting;
import dev.fenestra.uverbs.device.VerbArguments;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.request.PostException;
import dev.fenestra.uverbs.request.Receive;
import dev.fenestra.uverbs.request.ReceivePosts;
import dev.fenestra.uverbs.request.RequestList;
import dev.fenestra.uverbs.request.SendBuilder;
import dev.fenestra.uverbs.request.TypeOneBinds;
import dev.fenestra.uverbs.request.WorkRequest;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A queue pair. Programs take it from state to state and connect it with system calls, and post send requests and
 * receives to it without one.
 */
@SuppressWarnings("exports") // how waits inside of this module see it
public final class QueuePair extends Qp implements Reporting {
    private final ProtectionDomain pd;
    private final QpSpec spec;
    private final UserQp user;
    private final SendBuilder builder;
    private final TypeOneBinds binds;
    private final RequestList requests;
    private final ReceivePosts receives;
    /**
     * First PSN of the next connection. Each connection has another one, so that late packets of an old connection do
     * not fit.
     */
    private volatile int psn;

    QueuePair(ProtectionDomain pd, OpenDevice device, QpResponse response, QpSpec spec, UserQp user) {
        super(pd.context(), device, response);
        psn = drawPsn();
        this.pd = pd;
        this.spec = spec;
        this.user = user;
        int number = number();
        requests = new RequestList(device, this, number, pd, user.sendQueue());
        builder = new SendBuilder(device, this, number, pd, user.sendQueue());
        binds = new TypeOneBinds(device, this, number, user.sendQueue());
        receives = new ReceivePosts(device, this, user.receiveQueue());
    }

    private int drawPsn() {
        return (int) device().kernel().random() & 0xffffff;
    }

    /** {@return the PD that it was created in} */
    public ProtectionDomain pd() {
        return pd;
    }

    /** {@return what the program has asked for} */
    public QpSpec asked() {
        return spec;
    }

    /** {@return the transport service} */
    public QpType type() {
        return spec.type();
    }

    /** {@return where its send requests complete} */
    public CompletionQueue sendCq() {
        return spec.sendCq();
    }

    /** {@return where its receives complete} */
    public CompletionQueue recvCq() {
        return spec.recvCq();
    }

    /** {@return the shared queue that its receives come from; empty when it has a queue of its own} */
    public Optional<SharedReceiveQueue> srq() {
        return Optional.ofNullable(spec.srq());
    }

    /** {@return the capacity of the queues, at least what the program asked for} */
    public QpCapacity capacity() {
        return user.capacity();
    }

    /** {@return the builder that posts send requests without allocation; always the same object} */
    public SendBuilder builder() {
        return builder;
    }

    /**
     * {@return whether it is in SQD and still works on requests begun before ({@code sq_draining}); asks the device
     * with a system call}
     */
    public boolean isDraining() {
        checkOpen();
        device().calling("ibv_query_qp", this);
        return device().kernel().qps().queryDraining(handle());
    }

    /**
     * Returns to RESET. Both queues are emptied without completions. Completions of this QP are removed from its CQs,
     * including those that an await kept. EBUSY while a type-2A window is bound through it.
     */
    public void reset() {
        modify(QpAttributes.to(QpState.RESET));
    }

    /** {@return the data for the peer, for a connection with default options} */
    public QpEndpoint endpoint() {
        return endpoint(ConnectOptions.DEFAULT);
    }

    /**
     * {@return the data for the peer, for a connection with these options}
     *
     * @param options of the connection: its GID index, and its PSN; without one this QP uses its next one
     */
    public QpEndpoint endpoint(ConnectOptions options) {
        checkOpen();
        return new QpEndpoint(
                number(), context().gid(options.gidIndex()), options.psn().orElse(psn));
    }

    /**
     * Takes a connected QP from RESET to RTS, with default options.
     *
     * @param peer the {@link #endpoint} of the other QP
     */
    public void connect(QpEndpoint peer) {
        connect(peer, ConnectOptions.DEFAULT);
    }

    /**
     * Takes a connected QP from RESET through INIT and RTR to RTS; a refused step leaves it in its last state. On UC
     * only MTU, access and PSN of the options count.
     *
     * @param peer the {@link #endpoint} of the other QP
     * @param options MTU, rights, PSN, timeout and retries of the connection
     */
    public void connect(QpEndpoint peer, ConnectOptions options) {
        if (hasDatagrams()) {
            throw new IllegalStateException(name() + " is of type " + type() + ": it has no peer to connect to");
        }
        BringUp steps = new BringUp(options, options.psn().orElse(psn), device().attributes());
        modify(steps.toInit());
        modify(steps.toRtr(type(), peer));
        modify(steps.toRts(type()));
    }

    /**
     * Takes a UD QP, or one of a vendor's own type, from RESET through INIT and RTR to RTS. Datagrams must carry its
     * Q_Key.
     *
     * @param qkey the Q_Key that datagrams to this QP must carry
     */
    public void bringUp(int qkey) {
        if (!hasDatagrams()) {
            throw new IllegalStateException(name() + " is of type " + type() + ": it is connected to a peer");
        }
        modify(QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).qkey(qkey));
        modify(QpAttributes.to(QpState.RTR));
        modify(QpAttributes.to(QpState.RTS).sqPsn(psn));
    }

    private boolean hasDatagrams() {
        return type() == QpType.UD || type() == QpType.DRIVER;
    }

    /**
     * Attaches this UD QP to a multicast group ({@code ibv_attach_mcast}). It then receives datagrams to the group that
     * have QP number 0xffffff and its Q_Key, including its own. A second call does nothing.
     *
     * @param group the multicast GID
     * @throws VerbsException EINVAL for a QP of another type or a GID that is not a group's, ENOMEM beyond the limits
     *     of the device, EOPNOTSUPP where it has no groups
     */
    public void attachMulticast(Gid group) {
        checkOpen();
        device().calling(
                        "ibv_attach_mcast", () -> VerbArguments.object(handle()).with("gid", group));
        device().kernel().qps().attachMcast(handle(), group);
    }

    /**
     * Detaches this QP from a multicast group ({@code ibv_detach_mcast}); EINVAL for one that it is not attached to.
     *
     * @param group the multicast GID
     */
    public void detachMulticast(Gid group) {
        checkOpen();
        device().calling(
                        "ibv_detach_mcast", () -> VerbArguments.object(handle()).with("gid", group));
        device().kernel().qps().detachMcast(handle(), group);
    }

    /**
     * Posts send requests in order.
     *
     * @param work the requests, in order
     * @throws PostException with the errno and the index of the first request that was refused; those before it are
     *     posted
     */
    public void post(WorkRequest... work) {
        requests.post(work);
    }

    /**
     * Posts a receive.
     *
     * @param wrId the number that the completion of the request carries
     * @param pieces where the data is scattered, in order
     * @throws PostException ENOMEM when the queue is full, EINVAL in RESET or for too many pieces
     */
    public void postRecv(long wrId, MemorySlice... pieces) {
        receives.post(wrId, pieces);
    }

    /**
     * Posts receives in order.
     *
     * @param list the receives, in order
     * @throws PostException as for one receive, with the index of the first that was refused; those before it are
     *     posted
     */
    public void postRecv(Receive... list) {
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
    public int postRecv(long wrId, int lkey, long address, int length) {
        return receives.post(wrId, lkey, address, length);
    }

    /**
     * Binds a type-1 window ({@code ibv_bind_mw}), signaled. On return the window has a new R_Key. Peers may use it
     * once the bind has completed.
     *
     * @param wrId the number that the completion of the request carries
     * @param window a type-1 window of the PD of the QP
     * @param range the bytes, in a region with MW_BIND
     * @param access rights of peers; none of them may exceed those of the region
     * @throws VerbsException EINVAL for a window of type 2, EPERM for a region of another PD; {@link PostException}
     *     when the provider refuses it
     */
    public void bindMw(long wrId, MemoryWindow window, MemorySlice range, AccessFlag... access) {
        Objects.requireNonNull(range, TypeOneBinds.NO_RANGE);
        UserMr region = range.region().user();
        binds.bind(wrId, window, region, range.address(), range.length(), AccessFlag.mask(access));
    }

    /**
     * Unbinds a type-1 window, signaled: a bind of length 0.
     *
     * @param wrId the number that the completion of the request carries
     * @param window a type-1 window of the PD of the QP
     */
    public void unbindMw(long wrId, MemoryWindow window) {
        binds.bind(wrId, window, null, 0, 0, 0);
    }

    /**
     * Binds a type-1 window, without allocation.
     *
     * @param wrId the number that the completion of the request carries
     * @param flags bits of {@link SendFlag}
     * @param window a type-1 window of the PD of the QP
     * @param region null, with address and length 0, to unbind
     * @param address of the first byte, as work requests name it
     * @param length bytes
     * @param access mask of {@link AccessFlag}
     * @return 0 or an errno
     */
    public int bindMw(
            long wrId,
            int flags,
            MemoryWindow window,
            @Nullable MemoryRegion region,
            long address,
            long length,
            int access) {
        checkOpen();
        UserMr user = region == null ? null : region.user();
        Objects.requireNonNull(window, TypeOneBinds.NO_WINDOW);
        SpiRule broken = PostChecks.bindMw(window.user(), user, address, length);
        return broken != null ? broken.errno().code() : binds.post(wrId, flags, window, user, address, length, access);
    }

    @Override
    public boolean reportsTo(VerbsObject queue) {
        return Stream.of(spec.sendCq(), spec.recvCq())
                .anyMatch(cq -> cq == queue || cq.channel().orElse(null) == queue);
    }

    @Override
    public int unfinished() {
        return user.sendQueue().unfinished();
    }

    /**
     * {@return a vendor's own interface to this QP}
     *
     * @param <T> that interface
     * @param type the interface that the vendor declares
     */
    public <T> Optional<T> unwrap(Class<T> type) {
        return user.unwrap(type);
    }

    @Override
    Udata modifying(QpAttributes attributes) {
        return user.modifying(attributes);
    }

    @Override
    void modified(QpAttributes attributes, Udata udata) {
        user.modified(attributes, udata);
    }

    @Override
    void stateChanged(QpState state) {
        user.stateChanged(state);
        if (state == QpState.RESET) {
            psn = drawPsn();
            forgetCompletions();
        }
    }

    /** Drops completions that an await kept. The provider has removed those in the queues. */
    private void forgetCompletions() {
        spec.sendCq().forget(number());
        spec.recvCq().forget(number());
    }

    @Override
    protected String details() {
        return String.format("number=0x%x, %s, %s", number(), type(), pd.name());
    }

    @Override
    protected void destroy() {
        super.destroy();
        user.destroyed();
        forgetCompletions();
    }
}
