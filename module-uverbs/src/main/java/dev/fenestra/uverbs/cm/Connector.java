package dev.fenestra.uverbs.cm;

import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmEvent;
import dev.fenestra.ib.core.cm.CmEventType;
import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import java.time.Duration;

/** Connects to listeners: resolves the address, asks, and brings the QP into RTS. Each connection has a channel. */
public final class Connector {
    private final ProtectionDomain pd;
    private final QpSpec spec;
    private final Duration timeout;

    /**
     * Makes a connector.
     *
     * @param pd the PD of its QPs
     * @param spec what its QPs are like; of type RC
     * @param timeout how long each step may take, on the device's clock
     */
    public Connector(ProtectionDomain pd, QpSpec spec, Duration timeout) {
        this.pd = pd;
        this.spec = spec;
        this.timeout = timeout;
    }

    /**
     * Connects, and waits for the peer. What a failed step has made is gone.
     *
     * @param address of the listener
     * @param privateData goes to the listener, at most 56 bytes
     * @return the connection
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException ECONNREFUSED when the peer refuses or nobody listens,
     *     ECONNABORTED for another end of the exchange, EAGAIN when a step takes too long, EADDRNOTAVAIL when the host
     *     has no way there
     */
    public CmConnection connect(CmAddress address, byte... privateData) {
        CmChannel channel = CmChannel.open(pd.context());
        try {
            return connect(channel, address, privateData);
        } catch (RuntimeException failed) {
            channel.close();
            throw failed;
        }
    }

    private CmConnection connect(CmChannel channel, CmAddress address, byte[] privateData) {
        CmId id = channel.createId(PortSpace.TCP, QpType.RC);
        id.resolveAddress(address, timeout);
        CmSteps.await(channel, id, CmEventType.ADDR_RESOLVED, timeout);
        id.resolveRoute(timeout);
        CmSteps.await(channel, id, CmEventType.ROUTE_RESOLVED, timeout);
        QueuePair qp = pd.createQp(spec);
        try {
            id.bring(qp, QpState.INIT);
            id.connect(ConnParam.of(qp.number()).withPrivateData(privateData));
            CmEvent response = CmSteps.await(channel, id, CmEventType.CONNECT_RESPONSE, timeout);
            id.bring(qp, QpState.RTR);
            id.bring(qp, QpState.RTS);
            id.confirm();
            return new CmConnection(channel, id, qp, CmSteps.privateData(response));
        } catch (RuntimeException failed) {
            qp.close();
            throw failed;
        }
    }
}
