package dev.fenestra.uverbs;

import dev.fenestra.ib.core.kernel.MwResponse;
import dev.fenestra.ib.core.spi.UserAh;
import dev.fenestra.ib.core.spi.UserContext;
import dev.fenestra.ib.core.spi.UserMw;
import dev.fenestra.ib.core.spi.UserPd;
import dev.fenestra.ib.core.spi.UserState;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import org.jspecify.annotations.Nullable;

/** A protection domain. Regions, windows and QPs work together only within one domain. */
public final class ProtectionDomain extends RegionVerbs {

    private final boolean imported;
    private final @Nullable ParentDomain parent;
    private final Children parentDomains = new Children();
    private final Registrations regions;
    private final Buffers buffers;
    private final QueueCreation queues;
    private final UserPd user;

    ProtectionDomain(Context context, int handle, UserState state) {
        super(context, handle, handle);
        user = new UserPd(handle, state);
        imported = false;
        parent = null;
        regions = new Registrations(this, context);
        buffers = new Buffers(this, context.process().queueMemory(null));
        queues = new QueueCreation(this, context);
    }

    private ProtectionDomain(Context context, int handle, int key) {
        super(context, handle, key);
        user = new UserPd(handle, UserState.NONE);
        imported = true;
        parent = null;
        regions = new Registrations(this, context);
        buffers = new Buffers(this, context.process().queueMemory(null));
        queues = new QueueCreation(this, context);
    }

    private ProtectionDomain(ParentDomain parent) {
        super(parent.pd().context(), parent.pd().handle(), parent.pd().context().handleOfOurs());
        user = parent.pd().user();
        imported = false;
        this.parent = parent;
        regions = new Registrations(this, context());
        buffers = new Buffers(this, parent.memory());
        queues = new QueueCreation(this, context());
        parent.begin();
    }

    /** {@return a parent domain without allocator} */
    public ProtectionDomain allocParentDomain() {
        return allocParentDomain(null, null);
    }

    /**
     * Allocates a parent domain ({@code ibv_alloc_parent_domain}). It works like this PD, with the same keys. Its
     * queues lie in the allocator's memory, and with a thread domain its QPs take no locks. This PD and the thread
     * domain cannot be deallocated before it.
     *
     * @param thread the promise that one thread at a time uses its QPs, or null
     * @param allocator of QPs, SRQs and CQs, or null
     * @return the PD
     * @throws VerbsException EOPNOTSUPP when the provider cannot
     */
    public ProtectionDomain allocParentDomain(@Nullable ThreadDomain thread, @Nullable BufferAllocator allocator) {
        return allocParentDomain(new ParentDomainAttributes(thread, allocator, false));
    }

    /**
     * {@return a parent domain with all attributes of {@code ibv_alloc_parent_domain}}
     *
     * @param attributes the thread domain, the allocator and the consent of the new domain
     */
    public ProtectionDomain allocParentDomain(ParentDomainAttributes attributes) {
        checkOpen();
        if (attributes.thread() != null) {
            checkUsable(attributes.thread());
        }
        context().calling("ibv_alloc_parent_domain", this);
        try {
            return context().opened(new ProtectionDomain(ParentDomain.of(this, attributes)));
        } catch (VerbsException refused) {
            throw context().logged("uverbs", refused);
        }
    }

    Children parentDomains() {
        return parentDomains;
    }

    /** The PD as its provider knows it. */
    UserPd user() {
        return user;
    }

    /** Lays its queues out. */
    UserContext provider() {
        return parent == null ? context().user() : parent.user();
    }

    /** Whether a thread domain promises that one thread at a time uses its QPs. */
    boolean isSingleThreaded() {
        return parent != null && parent.thread() != null;
    }

    @Override
    Registrations regions() {
        return regions;
    }

    @Override
    Buffers buffers() {
        return buffers;
    }

    /**
     * {@return a CQ whose ring lies where the allocator of this parent domain says ({@code ibv_create_cq_ex}); else as
     * {@link Context#createCq(int)}}
     *
     * @param cqe completions it must hold, 1 to the device's maximum, else EINVAL
     */
    public CompletionQueue createCq(int cqe) {
        checkOpen();
        return context().createCq(cqe, null, 0, provider()::prepareCq);
    }

    /** A second object for a PD. The PD outlives it. */
    static ProtectionDomain imported(Context context, int handle) {
        return new ProtectionDomain(context, handle, context.handleOfOurs());
    }

    /**
     * Allocates a window that is not bound; EOPNOTSUPP when the device has none.
     *
     * @param type TYPE_1 for binds with {@link QueuePair#bindMw}, TYPE_2 for binds with a request {@link BindMw}
     * @return the window, with its R_Key until the first bind
     */
    public MemoryWindow allocMw(MwType type) {
        checkOpen();
        context().calling("ibv_alloc_mw", () -> CallArguments.of("pd", handle()).with("type", type));
        TwoHalves<MwResponse, UserState> made = TwoHalves.commit(
                context().user().prepareMw(user, type),
                udata -> context().kernel().mws().allocate(handle(), type.code(), udata),
                MwResponse::handle);
        MwResponse response = made.kernel();
        UserMw window = new UserMw(type, handle(), response.rkey(), made.user());
        return context().opened(new MemoryWindow(context(), response.handle(), this, window));
    }

    /**
     * Creates a shared receive queue.
     *
     * @param spec attributes of the queue
     * @return the SRQ, empty
     * @throws VerbsException EINVAL beyond the device's limits, or for a limit beyond the room; EOPNOTSUPP when the
     *     device has none
     */
    public SharedReceiveQueue createSrq(SrqSpec spec) {
        return queues.createSrq(spec);
    }

    /**
     * Creates an XRC SRQ ({@code ibv_create_srq_ex} with {@code IBV_SRQT_XRC}). Peers reach it by its number through
     * the targets of the domain, with keys of this PD.
     *
     * @param domain through which peers reach it
     * @param cq where its receives complete
     * @param spec attributes of the queue
     * @return the SRQ, empty
     * @throws VerbsException as {@link #createSrq(SrqSpec)}; EOPNOTSUPP when the device has no XRC
     */
    public SharedReceiveQueue createXrcSrq(XrcDomain domain, CompletionQueue cq, SrqSpec spec) {
        return queues.createXrcSrq(domain, cq, spec);
    }

    /**
     * Creates a QP in RESET; EINVAL for queues beyond the device's limits, EOPNOTSUPP for a service it does not have.
     *
     * @param spec the service, the CQs and the room of the queues
     * @return the QP, in RESET
     */
    public QueuePair createQp(QpSpec spec) {
        return queues.createQp(spec);
    }

    /**
     * {@return a path to a port with the usual attributes}
     *
     * @param destination the GID of the port
     */
    public AddressHandle createAh(Gid destination) {
        return createAh(AhAttributes.to(destination));
    }

    /**
     * Finds the path to a port, for datagrams of this PD's QPs.
     *
     * @param attributes the path: port, GIDs, hop limit, traffic class, flow label
     * @return the path
     * @throws VerbsException EINVAL for a port or GID index that the device does not have, EOPNOTSUPP for a multicast
     *     group or from a device without datagrams, ENOMEM beyond the device's {@code max_ah}
     */
    public AddressHandle createAh(AhAttributes attributes) {
        checkOpen();
        context()
                .calling(
                        "ibv_create_ah", () -> CallArguments.of("pd", handle()).with("dgid", attributes.destination()));
        TwoHalves<Integer, UserAh> made = TwoHalves.commit(
                context().user().prepareAh(attributes),
                udata -> context().kernel().ahs().create(handle(), attributes, udata),
                Integer::intValue);
        return context().opened(new AddressHandle(this, made.kernel(), attributes, made.user()));
    }

    /**
     * {@return a path back to the sender of a datagram that was received ({@code ibv_create_ah_from_wc}): its GID and
     * the port's are swapped, and hop limit, traffic class and flow label are those of the datagram}
     * {@link Grh#toSender} does the same for a completion that was polled in another way.
     *
     * @param receive a receive of a UD QP of this device
     * @param grh the first {@value Grh#BYTES} bytes of what it received
     * @param port that received the datagram, from 1
     * @throws VerbsException EINVAL for a request that is no receive, a message without GRH, one that went to none of
     *     the port's GIDs (as to a multicast group) and a port that the device does not have; EPROTONOSUPPORT for a
     *     header that is neither IPv4 nor IPv6; else as {@link #createAh(AhAttributes)}
     */
    public AddressHandle createAhFromWc(Completion.Done receive, byte[] grh, int port) {
        checkOpen();
        context().calling("ibv_init_ah_from_wc");
        return createAh(ReplyPath.of(context(), receive, grh, port));
    }

    @Override
    String kind() {
        return "PD";
    }

    @Override
    void destroy() {
        buffers.checkNone();
        if (imported) {
            return;
        }
        if (parent != null) {
            parent.end(this);
            return;
        }
        context().calling("ibv_dealloc_pd", this);
        if (parentDomains.count() > 0) {
            String held = this + " is held by " + parentDomains;
            throw context().logged("uverbs", new VerbsException(Errno.EBUSY, VerbsRule.DOMAIN_UNUSED, held));
        }
        context().kernel().pds().deallocate(handle());
        user.state().destroyed();
    }
}
