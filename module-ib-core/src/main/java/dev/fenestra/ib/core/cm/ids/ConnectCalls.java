package dev.fenestra.ib.core.cm.ids;

import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmPath;
import dev.fenestra.ib.core.cm.CmRule;
import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.Ece;
import dev.fenestra.ib.core.cm.protocol.CmConnection;
import dev.fenestra.ib.core.cm.protocol.CmProtocol;
import dev.fenestra.ib.core.cm.protocol.CmRequest;
import dev.fenestra.ib.core.cm.protocol.CmState;
import dev.fenestra.ib.core.cm.protocol.RejectReason;
import dev.fenestra.ib.core.cm.protocol.ServiceQp;
import dev.fenestra.ib.core.cm.protocol.SidrStatus;
import dev.fenestra.ib.core.mad.RejMad;
import dev.fenestra.ib.core.mad.RepMad;
import dev.fenestra.ib.core.mad.ReqMad;
import dev.fenestra.ib.core.mad.SidrRepMad;
import dev.fenestra.ib.core.mad.SidrReqMad;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Connecting, accepting, refusing and ending. */
final class ConnectCalls {
    private static final Set<QpType> ASKING = EnumSet.of(QpType.RC, QpType.UC, QpType.UD, QpType.XRC_INI);

    private final CmProtocol protocol;
    private final Reports reports;

    ConnectCalls(CmProtocol protocol, Reports reports) {
        this.protocol = protocol;
        this.reports = reports;
    }

    void connect(CmIdObject id, ConnParam param, Ece ece) {
        id.check(IdState.ROUTE_RESOLVED);
        if (!ASKING.contains(id.type)) {
            throw CmRule.ASKING_TYPE.refused("QP type=" + id.type);
        }
        CmAddress source = id.source;
        CmAddress destination = id.destination;
        Gid gid = id.destinationGid;
        if (source == null || destination == null || gid == null) {
            throw id.wrongState();
        }
        int area = id.isDatagrams() ? SidrReqMad.PRIVATE_DATA.octets() : ReqMad.PRIVATE_DATA.octets();
        byte[] data = PrivateData.compose(id, source, destination, param.privateData(), area);
        CmConnection connection = protocol.create(CmPath.of(id.boundPort(), gid, id.trafficClass));
        connection.user(reports.of(id));
        id.connection = connection;
        id.qpn = param.qpn();
        id.state = IdState.CONNECT;
        long service = id.space.serviceId(destination.port());
        if (id.isDatagrams()) {
            protocol.askService(connection, service, data);
        } else {
            int ackTimeout = id.ackTimeoutSet ? id.ackTimeout : connection.ackTimeout();
            protocol.connect(connection, new CmRequest(service, id.type, param.withPrivateData(data), ackTimeout, ece));
        }
    }

    /** A peer whose request cannot be accepted is refused: else it would wait for ever (core/cma.c rdma_accept). */
    void accept(CmIdObject id, @Nullable ConnParam param, long uid, Ece ece) {
        id.check(IdState.CONNECT);
        CmConnection connection = id.connected();
        try {
            answer(id, connection, param, ece);
        } catch (VerbsException refused) {
            refuse(id, connection, RejectReason.CONSUMER, new byte[0]);
            throw refused;
        }
        if (param != null) {
            id.qpn = param.qpn();
            id.uid = uid;
            id.known = true;
        }
    }

    private void answer(CmIdObject id, CmConnection connection, @Nullable ConnParam param, Ece ece) {
        if (param == null) {
            permitted(id, protocol.ready(connection));
            return;
        }
        int area = id.isDatagrams() ? SidrRepMad.PRIVATE_DATA.octets() : RepMad.PRIVATE_DATA.octets();
        byte[] data = PrivateData.checked(param.privateData(), area);
        permitted(
                id,
                id.isDatagrams()
                        ? protocol.nameService(
                                connection,
                                SidrStatus.SUCCESS,
                                new ServiceQp(param.qpn(), CmIdObject.UDP_QKEY, data, ece))
                        : protocol.accept(connection, param, ece));
    }

    void reject(CmIdObject id, int reason, byte[] privateData) {
        int given = reason == 0 ? RejectReason.CONSUMER : reason;
        if (given != RejectReason.CONSUMER && given != RejectReason.VENDOR_OPTION) {
            throw CmRule.REASON.refused("reason=" + reason);
        }
        CmConnection connection = id.connected();
        int area = id.isDatagrams() ? SidrRepMad.PRIVATE_DATA.octets() : RejMad.PRIVATE_DATA.octets();
        byte[] data = PrivateData.checked(privateData, area);
        permitted(id, refuse(id, connection, given, data));
    }

    /** Tells the peer; false when the exchange has come too far, or ended. */
    private boolean refuse(CmIdObject id, CmConnection connection, int reason, byte[] data) {
        return id.isDatagrams()
                ? protocol.nameService(connection, SidrStatus.REJECTED, ServiceQp.none(data))
                : protocol.reject(connection, reason, data);
    }

    /** Nothing happens without a connection, as in Linux. An id that listens at one address counts as one that has. */
    void disconnect(CmIdObject id) {
        if (id.state != IdState.LISTEN || id.port == null) {
            protocol.disconnect(id.connected());
        }
    }

    void notifyEstablished(CmIdObject id) {
        CmConnection connection = id.connected();
        if (connection.state() == CmState.ESTABLISHED) {
            throw CmRule.NOT_ESTABLISHED.refused("id=" + id.handle);
        }
        permitted(id, protocol.establish(connection));
    }

    private static void permitted(CmIdObject id, boolean done) {
        if (!done) {
            throw id.wrongState();
        }
    }
}
