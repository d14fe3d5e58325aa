package dev.fenestra.uverbs;

import dev.fenestra.ib.core.kernel.EventCounts;
import dev.fenestra.ib.core.kernel.QpResponse;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;

/**
 * An XRC target ({@code IBV_QPT_XRC_RECV}): the QP that takes the requests of one XRC initiator. It has no queues and
 * no PD: each request names an SRQ of the domain, which gives the receive, the CQ, and the PD that the keys of the
 * request must belong to.
 *
 * <p>Processes may share it: whoever has it changes the same QP and is told its events, and it lives until the last one
 * closes it.
 */
public final class XrcTarget extends VerbsObject {
    private final int number;
    private final UnackedEvents asyncEvents = new UnackedEvents();

    XrcTarget(Context context, QpResponse response) {
        super(context, response.handle());
        number = response.qpNumber();
    }

    /** {@return the QP number, 24 bits} */
    public int number() {
        return number;
    }

    /** {@return the state it is in now; asks the device by a system call} */
    public QpState state() {
        checkOpen();
        context().calling("ibv_query_qp");
        return context().kernel().qps().queryState(handle());
    }

    /** {@return all that the device knows of it; the mask says what that is} */
    public QpAttributes query() {
        checkOpen();
        context().calling("ibv_query_qp");
        return context().kernel().qps().query(handle());
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
    }

    /** {@return what the initiator must know} */
    public QpEndpoint endpoint() {
        checkOpen();
        return new QpEndpoint(number, context().gid(0), 0);
    }

    /**
     * Takes the target from RESET to RTS, with default options.
     *
     * @param initiator the XRC initiator, as its {@link QueuePair#endpoint} tells
     */
    public void connect(QpEndpoint initiator) {
        connect(initiator, ConnectOptions.DEFAULT);
    }

    /**
     * Takes it from RESET through INIT and RTR to RTS; a refused step leaves it in the state before.
     *
     * @param initiator the XRC initiator, as its {@link QueuePair#endpoint} tells
     * @param options MTU, rights, PSN, timeout and retries of the connection
     */
    public void connect(QpEndpoint initiator, ConnectOptions options) {
        BringUp steps = new BringUp(options, 0, context().deviceAttributes());
        modify(steps.toInit());
        modify(steps.toRtr(QpType.XRC_TGT, initiator));
        modify(steps.toRts(QpType.XRC_TGT));
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
    }
}
