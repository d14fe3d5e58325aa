package dev.fenestra.uverbs;

import dev.fenestra.ib.core.kernel.QpResponse;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** The part of a {@link QueuePair} that takes it from state to state, and connects it to a peer. */
abstract sealed class QpStates extends QpAttributeCalls permits QueuePair {
    /**
     * First PSN of the next connection. Each connection has another one, so that late packets of an old connection do
     * not fit.
     */
    private volatile int psn;

    QpStates(Context context, QpResponse response) {
        super(context, response);
        psn = drawPsn(context);
    }

    private static int drawPsn(Context context) {
        return (int) context.kernel().random() & 0xffffff;
    }

    /** The transport service. */
    public abstract QpType type();

    @Override
    void stateChanged(QpState state) {
        if (state == QpState.RESET) {
            psn = drawPsn(context());
        }
    }

    /**
     * {@return whether it is in SQD and still works on requests begun before ({@code sq_draining}); asks the device
     * with a system call}
     */
    public boolean isDraining() {
        checkOpen();
        context().calling("ibv_query_qp", this);
        return context().kernel().qps().queryDraining(handle());
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
     * @param peer the {@link QueuePair#endpoint} of the other QP
     */
    public void connect(QpEndpoint peer) {
        connect(peer, ConnectOptions.DEFAULT);
    }

    /**
     * Takes a connected QP from RESET through INIT and RTR to RTS; a refused step leaves it in its last state. On UC
     * only MTU, access and PSN of the options count.
     *
     * @param peer the {@link QueuePair#endpoint} of the other QP
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
     * Attaches this UD QP to a multicast group ({@code ibv_attach_mcast}). It then receives datagrams to the group that
     * have QP number 0xffffff and its Q_Key, including its own. A second call does nothing.
     *
     * @param group the multicast GID
     * @throws VerbsException EINVAL for a QP of another type or a GID that is not a group's, ENOMEM beyond the limits
     *     of the device, EOPNOTSUPP where it has no groups
     */
    public void attachMulticast(Gid group) {
        checkOpen();
        context()
                .calling(
                        "ibv_attach_mcast", () -> VerbArguments.object(handle()).with("gid", group));
        context().kernel().qps().attachMcast(handle(), group);
    }

    /**
     * Detaches this QP from a multicast group ({@code ibv_detach_mcast}); EINVAL for one that it is not attached to.
     *
     * @param group the multicast GID
     */
    public void detachMulticast(Gid group) {
        checkOpen();
        context()
                .calling(
                        "ibv_detach_mcast", () -> VerbArguments.object(handle()).with("gid", group));
        context().kernel().qps().detachMcast(handle(), group);
    }
}
