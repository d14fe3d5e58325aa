package dev.fenestra.ib.core.cm.ids;

import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.Ece;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.cm.UdParam;
import dev.fenestra.ib.core.cm.protocol.CmConnection;
import dev.fenestra.ib.core.cm.protocol.CmProtocol;
import dev.fenestra.ib.core.cm.protocol.CmServices;
import dev.fenestra.ib.core.mad.CmAttribute;
import dev.fenestra.ib.core.mad.MadHeader;
import dev.fenestra.ib.core.mad.ReqMad;
import dev.fenestra.ib.core.mad.SidrReqMad;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Gives requests of peers to the ids that listen (core/cma.c cma_ib_req_handler). */
final class ListenerRequests implements CmServices {
    private static final int PORT_MASK = 0xffff;
    private static final int RELIABLE = 0;
    private static final int UNRELIABLE = 1;
    private static final int EXTENDED = 3;
    private static final int EXTENDED_XRC = 1;

    private final CmProtocol protocol;
    private final Reports reports;
    private final Bindings bindings;
    private final IdTable ids;

    ListenerRequests(CmProtocol protocol, Reports reports, Bindings bindings, IdTable ids) {
        this.protocol = protocol;
        this.reports = reports;
        this.bindings = bindings;
        this.ids = ids;
    }

    @Override
    public Answer requested(long service, CmConnection connection, byte[] mad) {
        boolean datagrams = CmAttribute.of(mad) == CmAttribute.SIDR_REQ;
        byte[] area = datagrams ? SidrReqMad.PRIVATE_DATA.get(mad) : ReqMad.PRIVATE_DATA.get(mad);
        Optional<PortSpace> space = space(service);
        if (space.isEmpty()) {
            return Answer.NOBODY;
        }
        int port = (int) service & PORT_MASK;
        boolean headed = space.get() != PortSpace.IB;
        @Nullable
        Gid wanted = headed
                ? PrivateData.destination(area)
                : connection.path().from().gid();
        @Nullable
        CmAddress peer = headed
                ? PrivateData.source(area)
                : new CmAddress(connection.path().destination(), 0);
        if (!bindings.isListenedTo(space.get(), port)) {
            return Answer.NOBODY;
        }
        CmIdObject listener = wanted == null || peer == null ? null : bindings.listener(space.get(), wanted, port);
        if (listener == null || wanted == null || peer == null || listener.type != type(datagrams, mad)) {
            return Answer.REFUSED;
        }
        if (listener.backlogLeft == 0) {
            return Answer.FULL;
        }
        listener.backlogLeft--;
        CmIdObject fresh = fresh(listener, connection);
        fresh.source = new CmAddress(wanted, port);
        fresh.destination = peer;
        tell(listener, fresh, connection, mad, PrivateData.own(space.get(), area));
        return Answer.TAKEN;
    }

    /** The type of QP that takes the request (core/cm.c cm_req_get_qp_type); null for none. */
    private static @Nullable QpType type(boolean datagrams, byte[] mad) {
        if (datagrams) {
            return QpType.UD;
        }
        return switch (ReqMad.TRANSPORT_SERVICE_TYPE.getInt(mad)) {
            case RELIABLE -> QpType.RC;
            case UNRELIABLE -> QpType.UC;
            case EXTENDED -> ReqMad.EXTENDED_TRANSPORT_TYPE.getInt(mad) == EXTENDED_XRC ? QpType.XRC_TGT : null;
            default -> null;
        };
    }

    private static Optional<PortSpace> space(long service) {
        long number = service >>> Short.SIZE;
        return number == (int) number ? PortSpace.of((int) number) : Optional.empty();
    }

    private CmIdObject fresh(CmIdObject listener, CmConnection connection) {
        CmIdObject fresh =
                new CmIdObject(ids.newHandle(), listener.events, listener.space, listener.type, listener.uid);
        fresh.known = false;
        fresh.state = IdState.CONNECT;
        fresh.port = connection.path().from();
        fresh.destinationGid = connection.path().destination();
        fresh.trafficClass = connection.path().trafficClass();
        fresh.connection = connection;
        connection.user(reports.of(fresh));
        ids.add(fresh);
        return fresh;
    }

    private void tell(CmIdObject listener, CmIdObject fresh, CmConnection connection, byte[] mad, byte[] data) {
        if (fresh.isDatagrams()) {
            UdParam ud = new UdParam(0, 0, Paths.to(connection.path()), data);
            Events.requested(listener, fresh, null, ud, Ece.NONE);
        } else {
            Ece ece = new Ece(ReqMad.VENDOR_ID.getInt(mad), MadHeader.ATTRIBUTE_MODIFIER.getInt(mad));
            protocol.delay(connection);
            Events.requested(listener, fresh, asked(mad, data), null, ece);
        }
    }

    /** What the peer can have outstanding is what the own end serves, and the other way round. */
    private static ConnParam asked(byte[] mad, byte[] data) {
        return new ConnParam(
                ReqMad.LOCAL_QPN.getInt(mad),
                data,
                ReqMad.SRQ.isSet(mad),
                ReqMad.INITIATOR_DEPTH.getInt(mad),
                ReqMad.RESPONDER_RESOURCES.getInt(mad),
                ReqMad.END_TO_END_FLOW_CONTROL.isSet(mad),
                ReqMad.RETRY_COUNT.getInt(mad),
                ReqMad.RNR_RETRY_COUNT.getInt(mad));
    }
}
