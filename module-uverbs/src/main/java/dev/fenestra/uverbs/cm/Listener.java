package dev.fenestra.uverbs.cm;

import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmEvent;
import dev.fenestra.ib.core.cm.CmEventType;
import dev.fenestra.ib.core.cm.CmIdInfo;
import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import java.time.Duration;
import java.util.Objects;

/**
 * Accepts connections at an address, each with a QP of its own in RTS. Each connection has a channel of its own, so
 * one thread may accept while others use connections, and closing the listener ends none of them.
 */
public final class Listener implements AutoCloseable {
    private final ProtectionDomain pd;
    private final QpSpec spec;
    private final CmChannel channel;
    private final CmId id;

    private Listener(ProtectionDomain pd, QpSpec spec, CmChannel channel, CmId id) {
        this.pd = pd;
        this.spec = spec;
        this.channel = channel;
        this.id = id;
    }

    /**
     * Binds an address and listens. EADDRNOTAVAIL for an address that the host does not have, EADDRINUSE for a port
     * that another id has.
     *
     * @param pd the PD of its QPs
     * @param spec what its QPs are like; of type RC
     * @param address own address; port 0 takes a free one
     * @param backlog how many requests may wait, 1 to 1024
     * @return the listener
     */
    public static Listener open(ProtectionDomain pd, QpSpec spec, CmAddress address, int backlog) {
        CmChannel channel = CmChannel.open(pd.context());
        try {
            CmId id = channel.createId(PortSpace.TCP, QpType.RC);
            id.bind(address);
            id.listen(backlog);
            return new Listener(pd, spec, channel, id);
        } catch (RuntimeException refused) {
            channel.close();
            throw refused;
        }
    }

    /** {@return where it listens} */
    public CmAddress address() {
        CmIdInfo info = id.query();
        return Objects.requireNonNull(info.source(), "a bound id has an address");
    }

    /**
     * Waits for the next request and accepts it.
     *
     * @param timeout how long each step may take, on the device's clock
     * @param privateData goes to the peer, at most 196 bytes
     * @return the connection
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EAGAIN when nobody connects in time, ECONNABORTED when the
     *     peer gives up meanwhile
     */
    public CmConnection accept(Duration timeout, byte... privateData) {
        while (true) {
            CmEvent event = channel.awaitEvent(timeout);
            if (event.type() == CmEventType.CONNECT_REQUEST) {
                return accept(event, timeout, privateData);
            }
        }
    }

    private CmConnection accept(CmEvent request, Duration timeout, byte[] privateData) {
        CmChannel own = CmChannel.open(pd.context());
        try {
            return accept(channel.id(request).migrate(own), own, request, timeout, privateData);
        } catch (RuntimeException failed) {
            own.close();
            throw failed;
        }
    }

    private CmConnection accept(CmId accepted, CmChannel own, CmEvent request, Duration timeout, byte[] privateData) {
        QueuePair qp = pd.createQp(spec);
        try {
            accepted.bring(qp, QpState.INIT);
            accepted.bring(qp, QpState.RTR);
            accepted.bring(qp, QpState.RTS);
            accepted.accept(ConnParam.of(qp.number()).withPrivateData(privateData));
            CmSteps.await(own, accepted, CmEventType.ESTABLISHED, timeout);
            return new CmConnection(own, accepted, qp, CmSteps.privateData(request));
        } catch (RuntimeException failed) {
            qp.close();
            throw failed;
        }
    }

    /** Stops listening. Connections that were accepted live on. */
    @Override
    public void close() {
        channel.close();
    }
}
