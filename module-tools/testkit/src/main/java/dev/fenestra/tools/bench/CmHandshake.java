package dev.fenestra.tools.bench;

import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmEvent;
import dev.fenestra.ib.core.cm.CmEventType;
import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.uverbs.cm.CmChannel;
import dev.fenestra.uverbs.cm.CmId;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.QueuePair;
import java.time.Duration;

/** Connects two QPs by RDMA CM: one thread takes the steps of both, so a virtual clock is enough. */
final class CmHandshake {
    /**
     * On the device's clock. RDMA CM gives up before: it sends a message 16 times, and an MRA makes each of them wait
     * 73.6 s.
     */
    private static final Duration PATIENCE = Duration.ofMinutes(20);

    private CmHandshake() {}

    /** Connects QPs in RESET, with the retries of the options. */
    static CmPair connect(QueuePair active, QueuePair passive, ConnectOptions options) {
        CmChannel server = CmChannel.open(passive.context());
        CmChannel client = CmChannel.open(active.context());
        boolean isConnected = false;
        try {
            CmPair pair = connect(active, client, passive, server, options);
            isConnected = true;
            return pair;
        } finally {
            if (!isConnected) {
                client.close();
                server.close();
            }
        }
    }

    private static CmPair connect(
            QueuePair active, CmChannel client, QueuePair passive, CmChannel server, ConnectOptions options) {
        CmId listener = server.createId(PortSpace.TCP, QpType.RC);
        listener.bind(new CmAddress(passive.context().gid(0), 0));
        listener.listen(1);
        CmId out = client.createId(PortSpace.TCP, QpType.RC);
        resolve(out, client, listener);
        out.bring(active, QpState.INIT);
        out.connect(param(active, options));
        CmId in = server.id(expect(server, CmEventType.CONNECT_REQUEST));
        for (QpState state : new QpState[] {QpState.INIT, QpState.RTR, QpState.RTS}) {
            in.bring(passive, state);
        }
        in.accept(param(passive, options));
        expect(client, CmEventType.CONNECT_RESPONSE);
        out.bring(active, QpState.RTR);
        out.bring(active, QpState.RTS);
        out.confirm();
        expect(server, CmEventType.ESTABLISHED);
        listener.close();
        return new CmPair(new CmPair.End(client, out), new CmPair.End(server, in));
    }

    private static ConnParam param(QueuePair qp, ConnectOptions options) {
        return ConnParam.of(qp.number()).withRetries(options.retryCount(), options.rnrRetry());
    }

    private static void resolve(CmId id, CmChannel channel, CmId listener) {
        CmAddress address = listener.query().source();
        if (address == null) {
            throw new IllegalStateException(listener + " listens without an address");
        }
        id.resolveAddress(address, PATIENCE);
        expect(channel, CmEventType.ADDR_RESOLVED);
        id.resolveRoute(PATIENCE);
        expect(channel, CmEventType.ROUTE_RESOLVED);
    }

    private static CmEvent expect(CmChannel channel, CmEventType type) {
        CmEvent event = channel.awaitEvent(PATIENCE);
        if (event.type() != type) {
            throw new IllegalStateException("RDMA CM answers " + event + " instead of " + type);
        }
        return event;
    }
}
