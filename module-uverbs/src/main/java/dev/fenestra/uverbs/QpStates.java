package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** The part of a {@link QueuePair} that asks for and changes its state, and connects it to a peer. */
abstract sealed class QpStates extends VerbsObject permits QueuePair {
    /**
     * First PSN of the next connection: another for each, so that packets of a dead one with the same QP numbers do not
     * fit.
     */
    private volatile int psn;

    QpStates(Context context, int handle) {
        super(context, handle);
        psn = drawPsn(context);
    }

    private static int drawPsn(Context context) {
        return (int) context.kernel().random() & 0xffffff;
    }

    /** The QP number, 24 bits. */
    public abstract int number();

    /** The transport service. */
    public abstract QpType type();

    /** The kernel has changed the state: the provider's queues follow, and a reset forgets completions. */
    abstract void stateChanged(QpState state);

    /** {@return the state it is in now; asks the device by a system call} */
    public QpState state() {
        checkOpen();
        context().calling("ibv_query_qp");
        return context().kernel().qps().queryState(handle());
    }

    /**
     * {@return all that the device knows of it ({@code ibv_query_qp}), asked by a system call; the mask says what that
     * is} PSNs are those of the next packet, depths are rounded up as the device keeps them; {@link QueuePair#capacity}
     * and {@link #type} are known without asking.
     */
    public QpAttributes query() {
        checkOpen();
        context().calling("ibv_query_qp");
        return context().kernel().qps().query(handle());
    }

    /**
     * {@return whether it is in SQD and still works on requests begun before ({@code sq_draining}); asks the device by
     * a system call}
     */
    public boolean isDraining() {
        checkOpen();
        context().calling("ibv_query_qp");
        return context().kernel().qps().queryDraining(handle());
    }

    /**
     * Changes state or attributes; EINVAL for what the state table does not have, and then nothing is changed.
     *
     * @param attributes what is to change, with the mask of what is given
     */
    public void modify(QpAttributes attributes) {
        checkOpen();
        context().calling("ibv_modify_qp");
        context().kernel().qps().modify(handle(), attributes);
        if (attributes.has(QpAttribute.STATE)) {
            stateChanged(attributes.state());
            if (attributes.state() == QpState.RESET) {
                psn = drawPsn(context());
            }
        }
    }

    /**
     * Back to RESET: both queues are emptied without completions, and completions of this QP that nobody took are gone
     * from its CQs, those too that an await for another one kept. EBUSY while a type-2A window is bound through it.
     */
    public void reset() {
        modify(QpAttributes.to(QpState.RESET));
    }

    /** {@return what the peer must know, for a connection with default options} */
    public QpEndpoint endpoint() {
        return endpoint(ConnectOptions.DEFAULT);
    }

    /**
     * {@return what the peer must know for a connection with these options}
     *
     * @param options of the connection; a PSN that they name is taken, else the next of this QP
     */
    public QpEndpoint endpoint(ConnectOptions options) {
        checkOpen();
        return new QpEndpoint(number(), context().gid(0), options.psn().orElse(psn));
    }

    /**
     * Takes a connected QP from RESET to RTS, with default options.
     *
     * @param peer the other QP, as its {@link QueuePair#endpoint} tells
     */
    public void connect(QpEndpoint peer) {
        connect(peer, ConnectOptions.DEFAULT);
    }

    /**
     * Takes a connected QP from RESET through INIT and RTR to RTS; a refused step leaves it in the state before. On UC
     * only MTU, access and PSN of the options count.
     *
     * @param peer the other QP, as its {@link QueuePair#endpoint} tells
     * @param options MTU, rights, PSN, timeout and retries of the connection
     */
    public void connect(QpEndpoint peer, ConnectOptions options) {
        if (type() == QpType.UD) {
            throw new IllegalStateException(this + " is a UD QP: it has no peer to connect to");
        }
        BringUp steps =
                new BringUp(options, options.psn().orElse(psn), context().deviceAttributes());
        modify(steps.toInit());
        modify(steps.toRtr(type(), peer));
        modify(steps.toRts(type()));
    }

    /**
     * Takes a UD QP from RESET through INIT and RTR to RTS; datagrams must carry its Q_Key.
     *
     * @param qkey the Q_Key that datagrams to this QP must carry
     */
    public void bringUp(int qkey) {
        if (type() != QpType.UD) {
            throw new IllegalStateException(this + " is of type " + type() + ": it is connected to a peer");
        }
        modify(QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).qkey(qkey));
        modify(QpAttributes.to(QpState.RTR));
        modify(QpAttributes.to(QpState.RTS).sqPsn(psn));
    }

    /**
     * Attaches this UD QP to a multicast group ({@code ibv_attach_mcast}): datagrams to the group, with QP number
     * 0xffffff and this QP's Q_Key, arrive here from then on, its own included. One that is attached already stays so.
     *
     * @param group the multicast GID
     * @throws VerbsException EINVAL for a QP of another type or a GID that is not a group's, ENOMEM beyond the limits
     *     of the device, EOPNOTSUPP where it has no groups
     */
    public void attachMulticast(Gid group) {
        checkOpen();
        context().calling("ibv_attach_mcast");
        context().kernel().qps().attachMcast(handle(), group);
    }

    /**
     * Detaches this QP from a multicast group ({@code ibv_detach_mcast}); EINVAL for one that it is not attached to.
     *
     * @param group the multicast GID
     */
    public void detachMulticast(Gid group) {
        checkOpen();
        context().calling("ibv_detach_mcast");
        context().kernel().qps().detachMcast(handle(), group);
    }
}
