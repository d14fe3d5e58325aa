package dev.fenestra.uverbs;

import dev.fenestra.ib.core.kernel.EventCounts;
import dev.fenestra.ib.core.kernel.QpResponse;
import dev.fenestra.ib.core.spi.PostChecks;
import dev.fenestra.ib.core.spi.SendList;
import dev.fenestra.ib.core.spi.SpiRule;
import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.spi.UserQp;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A queue pair: where send requests and receives are posted. Posting makes no system call. */
public final class QueuePair extends VerbsObject {
    private final int number;
    /**
     * First PSN of the next connection: another for each, so that packets of a dead one with the same QP numbers do not
     * fit.
     */
    private volatile int psn;

    private final PdIdentity pd;
    private final QpType type;
    private final CompletionQueue sendCq;
    private final CompletionQueue receiveCq;
    private final UserQp user;
    private final SendBuilder builder;
    private final TypeOneBinds binds;
    private final RequestList requests;
    private final SgeList receivePieces = new SgeList();
    private final UnackedEvents asyncEvents = new UnackedEvents();

    QueuePair(ProtectionDomain pd, QpResponse response, QpSpec spec, UserQp user) {
        super(pd.context(), response.handle());
        this.pd = PdIdentity.of(pd);
        requests = new RequestList(this.pd);
        type = spec.type();
        sendCq = spec.sendCq();
        receiveCq = spec.recvCq();
        this.user = user;
        number = response.qpNumber();
        psn = drawPsn(pd.context());
        builder = new SendBuilder(this, user.sendQueue());
        binds = new TypeOneBinds(this, user.sendQueue());
    }

    private static int drawPsn(Context context) {
        return (int) context.kernel().random() & 0xffffff;
    }

    PdIdentity pd() {
        return pd;
    }

    /** The QP number, 24 bits. */
    public int number() {
        return number;
    }

    public QpType type() {
        return type;
    }

    /** Room of the queues, at least what was asked. */
    public QpCapacity capacity() {
        return user.capacity();
    }

    /** The state it is in now; asks the device by a system call. */
    public QpState state() {
        checkOpen();
        context().calling("ibv_query_qp");
        return context().kernel().qps().queryState(handle());
    }

    /**
     * All that the device knows of it ({@code ibv_query_qp}), asked by a system call; the mask says what that is. PSNs
     * are those of the next packet, depths are rounded up as the device keeps them; {@link #capacity} and {@link #type}
     * are known without asking.
     */
    public QpAttributes query() {
        checkOpen();
        context().calling("ibv_query_qp");
        return context().kernel().qps().query(handle());
    }

    /**
     * Whether it is in SQD and still works on requests begun before ({@code sq_draining}); asks the device by a system
     * call.
     */
    public boolean isDraining() {
        checkOpen();
        context().calling("ibv_query_qp");
        return context().kernel().qps().queryDraining(handle());
    }

    /** Changes state or attributes; EINVAL for what the state table does not have, and then nothing is changed. */
    public void modify(QpAttributes attributes) {
        checkOpen();
        context().calling("ibv_modify_qp");
        context().kernel().qps().modify(handle(), attributes);
        if (attributes.has(QpAttribute.STATE)) {
            user.stateChanged(attributes.state());
            if (attributes.state() == QpState.RESET) {
                forgetCompletions();
                psn = drawPsn(context());
            }
        }
    }

    /** The provider took those out of the queues that are there; what an await kept goes too. */
    private void forgetCompletions() {
        sendCq.forget(number);
        receiveCq.forget(number);
    }

    /**
     * Back to RESET: both queues are emptied without completions, and completions of this QP that nobody took are gone
     * from its CQs, those too that an await for another one kept. EBUSY while a type-2A window is bound through it.
     */
    public void reset() {
        modify(QpAttributes.to(QpState.RESET));
    }

    /** What the peer must know, for a connection with default options. */
    public QpEndpoint endpoint() {
        return endpoint(ConnectOptions.DEFAULT);
    }

    public QpEndpoint endpoint(ConnectOptions options) {
        checkOpen();
        return new QpEndpoint(number, context().gid(0), options.psn().orElse(psn));
    }

    /** From RESET to RTS, with default options. */
    public void connect(QpEndpoint peer) {
        connect(peer, ConnectOptions.DEFAULT);
    }

    /**
     * Takes a connected QP from RESET through INIT and RTR to RTS; a refused step leaves it in the state before. On UC
     * only MTU, access and PSN of the options count.
     */
    public void connect(QpEndpoint peer, ConnectOptions options) {
        if (type == QpType.UD) {
            throw new IllegalStateException(this + " is a UD QP: it has no peer to connect to");
        }
        BringUp steps =
                new BringUp(options, options.psn().orElse(psn), context().deviceAttributes());
        modify(steps.toInit());
        modify(steps.toRtr(type, peer));
        modify(steps.toRts(type));
    }

    /** Takes a UD QP from RESET through INIT and RTR to RTS; datagrams must carry its Q_Key. */
    public void bringUp(int qkey) {
        if (type != QpType.UD) {
            throw new IllegalStateException(this + " is of type " + type + ": it is connected to a peer");
        }
        modify(QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).qkey(qkey));
        modify(QpAttributes.to(QpState.RTR));
        modify(QpAttributes.to(QpState.RTS).sqPsn(psn));
    }

    /**
     * Attaches this UD QP to a multicast group ({@code ibv_attach_mcast}): datagrams to the group, with QP number
     * 0xffffff and this QP's Q_Key, arrive here from then on, its own included. One that is attached already stays so.
     *
     * @throws VerbsException EINVAL for a QP of another type or a GID that is not a group's, ENOMEM beyond the limits
     *     of the device, EOPNOTSUPP
     *     where it has no groups
     */
    public void attachMulticast(Gid group) {
        checkOpen();
        context().calling("ibv_attach_mcast");
        context().kernel().qps().attachMcast(handle(), group);
    }

    /**
     * Detaches this QP from a multicast group ({@code ibv_detach_mcast}); EINVAL for one that it is not attached to.
     */
    public void detachMulticast(Gid group) {
        checkOpen();
        context().calling("ibv_detach_mcast");
        context().kernel().qps().detachMcast(handle(), group);
    }

    /** The primitive way to post send requests, without allocation; always the same object. */
    public SendBuilder builder() {
        return builder;
    }

    /**
     * Posts send requests in order.
     *
     * @throws PostException with the errno and the index of the first request that was refused; those before it are
     *     posted
     */
    public void post(WorkRequest... work) {
        checkOpen();
        int errno;
        int posted;
        Rule broken;
        synchronized (requests) {
            SendList list = requests.of(work);
            errno = user.sendQueue().post(list);
            broken = errno == 0 ? null : user.sendQueue().refusedBy();
            posted = errno == 0 ? work.length : Math.max(0, list.badIndex());
            observePosted(list, posted);
            noteRegistrations(work, posted);
        }
        if (errno != 0) {
            throw refused(errno, broken, posted, work[posted].toString());
        }
    }

    /**
     * Posts a receive.
     *
     * @param pieces where the data is scattered, in order
     * @throws PostException ENOMEM when the queue is full, EINVAL in RESET or for too many pieces
     */
    public void postRecv(long wrId, MemorySlice... pieces) {
        checkOpen();
        int errno;
        synchronized (receivePieces) {
            receivePieces.clear();
            for (MemorySlice piece : pieces) {
                receivePieces.add(piece.region().lkey(), piece.address(), piece.sgeLength());
            }
            errno = user.receiveQueue().post(wrId, receivePieces);
        }
        if (errno != 0) {
            Rule broken = user.receiveQueue().refusedBy();
            throw refused(errno, broken, 0, "receive wrId=" + wrId + ", pieces=" + pieces.length);
        }
    }

    /**
     * Posts a receive of one piece, without allocation.
     *
     * @return 0 or an errno
     */
    public int postRecv(long wrId, int lkey, long address, int length) {
        checkOpen();
        return user.receiveQueue().post(wrId, lkey, address, length);
    }

    /**
     * Binds a type-1 window ({@code ibv_bind_mw}), signaled. On return its R_Key has moved; peers may use the new one
     * once the bind has completed.
     *
     * @throws VerbsException EINVAL for a window of type 2, EPERM for a region of another PD; {@link PostException}
     *     with what the provider refuses
     */
    public void bindMw(long wrId, MemoryWindow window, MemorySlice range, AccessFlag... access) {
        UserMr region = range.region().user();
        binds.bind(wrId, window, region, range.address(), range.length(), AccessFlag.mask(access));
    }

    /** Unbinds a type-1 window, signaled: a bind of length 0. */
    public void unbindMw(long wrId, MemoryWindow window) {
        binds.bind(wrId, window, null, 0, 0, 0);
    }

    /**
     * Binds a type-1 window, without allocation.
     *
     * @param flags bits of {@link SendFlag}
     * @param region null, with address and length 0, to unbind
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
        SpiRule broken = PostChecks.bindMw(window.user(), user, address, length);
        return broken != null
                ? PostChecks.errno(broken).code()
                : binds.post(wrId, flags, window, user, address, length, access);
    }

    /** A vendor's own interface to this QP. */
    public <T> Optional<T> unwrap(Class<T> type) {
        return user.unwrap(type);
    }

    @Override
    UnackedEvents asyncEvents() {
        return asyncEvents;
    }

    @Override
    String kind() {
        return "QP";
    }

    @Override
    void destroy() {
        context().calling("ibv_destroy_qp");
        asyncEvents.check(this);
        EventCounts read = context().kernel().qps().destroy(handle());
        asyncEvents.await(read.async());
        user.destroyed();
        forgetCompletions();
    }

    /** Regions take over what was asked for them, for the requests behind. */
    private static void noteRegistrations(WorkRequest[] work, int posted) {
        for (int i = 0; i < posted; i++) {
            if (work[i] instanceof RegisterMr register) {
                register.region().registered(register);
            }
        }
    }

    private void observePosted(SendList list, int posted) {
        VerbsObserver observer = context().observer();
        if (observer != null) {
            for (int i = 0; i < posted; i++) {
                observer.posted(number, list.get(i).wrId, list.get(i).opcode.code());
            }
        }
    }

    /** The provider's refusal, in its own name when it says which rule it was. */
    PostException refused(int errno, @Nullable Rule broken, int badIndex, String values) {
        String text = this + ", bad_wr=" + badIndex + ": " + values;
        return broken == null
                ? context().logged("uverbs", new PostException(errno, VerbsRule.POST_ACCEPTED, badIndex, text))
                : context().logged("driver", new PostException(errno, broken, badIndex, text));
    }
}
