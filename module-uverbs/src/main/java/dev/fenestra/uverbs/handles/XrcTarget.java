package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.kernel.QpResponse;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.uverbs.device.OpenDevice;

/**
 * An XRC target ({@code IBV_QPT_XRC_RECV}): the QP that takes the requests of one XRC initiator. It has no queues and
 * no PD. Each request names an SRQ of the domain. The SRQ provides the receive, the CQ, and the PD of the request's
 * keys.
 *
 * <p>Processes may share it. Each of them can change the same QP and gets its events. It lives until the last one
 * closes it.
 */
public final class XrcTarget extends Qp {
    XrcTarget(Context context, OpenDevice device, QpResponse response) {
        super(context, device, response);
    }

    /** {@return the data for the initiator, for a connection with default options} */
    public QpEndpoint endpoint() {
        return endpoint(ConnectOptions.DEFAULT);
    }

    /**
     * {@return the data for the initiator, for a connection with these options}
     *
     * @param options of the connection; its GID index counts
     */
    public QpEndpoint endpoint(ConnectOptions options) {
        checkOpen();
        return new QpEndpoint(number(), context().gid(options.gidIndex()), 0);
    }

    /**
     * Takes the target from RESET to RTS, with default options.
     *
     * @param initiator the {@link QueuePair#endpoint} of the XRC initiator
     */
    public void connect(QpEndpoint initiator) {
        connect(initiator, ConnectOptions.DEFAULT);
    }

    /**
     * Takes it from RESET through INIT and RTR to RTS; a refused step leaves it in its last state.
     *
     * @param initiator the {@link QueuePair#endpoint} of the XRC initiator
     * @param options MTU, rights, PSN, timeout and retries of the connection
     */
    public void connect(QpEndpoint initiator, ConnectOptions options) {
        BringUp steps = new BringUp(options, 0, device().attributes());
        modify(steps.toInit());
        modify(steps.toRtr(QpType.XRC_TGT, initiator));
        modify(steps.toRts(QpType.XRC_TGT));
    }
}
