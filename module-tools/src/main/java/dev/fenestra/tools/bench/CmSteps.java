package dev.fenestra.tools.bench;

import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmEvent;
import dev.fenestra.ib.core.cm.CmEventType;
import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.uverbs.CmChannel;
import dev.fenestra.uverbs.CmId;
import java.time.Duration;

/** Connects two peers by RDMA CM: one thread takes the steps of both, so a virtual clock is enough. */
final class CmSteps {
    /** On the device's clock. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private CmSteps() {}

    /** Connects QPs in RESET. Each peer has its end, and a channel for its events, from then on. */
    static void connect(Peer active, Peer passive) {
        CmChannel server = passive.openChannel();
        CmChannel client = active.openChannel();
        CmId listener = server.createId(PortSpace.TCP, QpType.RC);
        listener.bind(new CmAddress(passive.context().gid(0), 0));
        listener.listen(1);
        CmId out = client.createId(PortSpace.TCP, QpType.RC);
        resolve(out, client, listener);
        out.bring(active.qp(), QpState.INIT);
        out.connect(ConnParam.of(active.qp().number()));
        CmId in = server.id(expect(server, CmEventType.CONNECT_REQUEST));
        for (QpState state : new QpState[] {QpState.INIT, QpState.RTR, QpState.RTS}) {
            in.bring(passive.qp(), state);
        }
        in.accept(ConnParam.of(passive.qp().number()));
        expect(client, CmEventType.CONNECT_RESPONSE);
        out.bring(active.qp(), QpState.RTR);
        out.bring(active.qp(), QpState.RTS);
        out.confirm();
        expect(server, CmEventType.ESTABLISHED);
        listener.close();
        active.connected(out);
        passive.connected(in);
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
