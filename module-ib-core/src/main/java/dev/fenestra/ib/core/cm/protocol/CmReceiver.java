package dev.fenestra.ib.core.cm.protocol;

import dev.fenestra.ib.core.cm.CmPath;
import dev.fenestra.ib.core.cm.CmPort;
import dev.fenestra.ib.core.mad.CmAttribute;
import dev.fenestra.ib.core.mad.DrepMad;
import dev.fenestra.ib.core.mad.DreqMad;
import dev.fenestra.ib.core.mad.LapMad;
import dev.fenestra.ib.core.mad.MadField;
import dev.fenestra.ib.core.mad.MadHeader;
import dev.fenestra.ib.core.mad.MraMad;
import dev.fenestra.ib.core.mad.RejMad;
import dev.fenestra.ib.core.mad.RepMad;
import dev.fenestra.ib.core.mad.ReqMad;
import dev.fenestra.ib.core.mad.RtuMad;
import dev.fenestra.ib.core.mad.SidrRepMad;
import dev.fenestra.ib.core.mad.SidrReqMad;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.Mtu;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Finds the connection of each message that comes in. The caller has the lock. */
public final class CmReceiver {
    private static final int LARGEST_MTU_CODE = 5;

    private final CmProtocol protocol;
    private final CmConnections connections;
    private final CmServices services;

    /**
     * Makes an instance.
     *
     * @param protocol does the steps
     * @param services take requests
     */
    public CmReceiver(CmProtocol protocol, CmServices services) {
        this.protocol = protocol;
        connections = protocol.connections();
        this.services = services;
    }

    /**
     * Takes a datagram of QP 1. What is no message of communication management is ignored, and so is a message of a
     * connection that is not known; but for DREQ, which is answered by DREP.
     *
     * @param at the port and GID that it came to
     * @param source GID of the sender
     * @param mad the datagram, of any length
     */
    public void receive(CmPort at, Gid source, byte[] mad) {
        CmAttribute attribute = CmAttribute.of(mad);
        if (attribute == null) {
            return;
        }
        CmPath back = CmPath.of(at, source, 0);
        switch (attribute) {
            case REQ -> req(back, mad);
            case REP -> rep(back, mad);
            case REJ -> rej(mad);
            case DREQ -> dreq(back, mad);
            case SIDR_REQ -> sidrReq(back, mad);
            case MRA -> known(mad, MraMad.LOCAL_COMM_ID, MraMad.REMOTE_COMM_ID, mraInput(mad));
            case RTU -> known(mad, RtuMad.LOCAL_COMM_ID, RtuMad.REMOTE_COMM_ID, CmInput.RTU);
            case DREP -> known(mad, DrepMad.LOCAL_COMM_ID, DrepMad.REMOTE_COMM_ID, CmInput.DREP);
            case LAP -> known(mad, LapMad.LOCAL_COMM_ID, LapMad.REMOTE_COMM_ID, CmInput.LAP);
            case SIDR_REP -> sidrRep(source, mad);
            case APR -> {
                // We send no LAP.
            }
        }
    }

    private static CmInput mraInput(byte[] mad) {
        return MraMad.MESSAGE_MRAED.get(mad) == CmMessages.OF_REQ ? CmInput.MRA_OF_REQ : CmInput.MRA_OF_REP;
    }

    private void known(byte[] mad, MadField theirs, MadField ours, CmInput input) {
        CmConnection connection = find(theirs.getInt(mad), ours.getInt(mad));
        if (connection != null) {
            protocol.apply(connection, input, mad);
        }
    }

    /** The connection of these names; before the first answer, it does not know the peer's. */
    private @Nullable CmConnection find(int remoteId, int localId) {
        CmConnection connection = connections.byLocalId(localId);
        return connection != null && (connection.remoteId == remoteId || connection.remoteId == 0) ? connection : null;
    }

    private void req(CmPath back, byte[] mad) {
        long guid = ReqMad.LOCAL_CA_GUID.get(mad);
        CmConnection again = connections.byRemoteId(guid, ReqMad.LOCAL_COMM_ID.getInt(mad));
        if (again != null) {
            protocol.apply(again, CmInput.REQ_AGAIN, mad);
            return;
        }
        CmConnection stale = connections.byRemoteQp(guid, ReqMad.LOCAL_QPN.getInt(mad));
        if (stale != null) {
            protocol.send(back, CmMessages.rejOfReq(mad, RejectReason.STALE_CONNECTION));
            if (stale.state == CmState.ESTABLISHED) {
                protocol.disconnect(stale);
            }
            return;
        }
        CmPath path = CmPath.of(back.from(), back.destination(), ReqMad.PRIMARY_TRAFFIC_CLASS.getInt(mad));
        CmConnection fresh = protocol.create(path);
        open(fresh, mad);
        answer(services.requested(ReqMad.SERVICE_ID.get(mad), fresh, mad), fresh, mad);
    }

    private void open(CmConnection fresh, byte[] mad) {
        fresh.transaction = MadHeader.TRANSACTION_ID.get(mad);
        fresh.remoteId = ReqMad.LOCAL_COMM_ID.getInt(mad);
        fresh.remoteGuid = ReqMad.LOCAL_CA_GUID.get(mad);
        fresh.remoteQpn = ReqMad.LOCAL_QPN.getInt(mad);
        fresh.sqPsn = ReqMad.STARTING_PSN.getInt(mad);
        fresh.mtu = mtu(ReqMad.PATH_MTU.getInt(mad), fresh.mtu);
        // What one end can have outstanding is what the other serves.
        fresh.responderResources = ReqMad.INITIATOR_DEPTH.getInt(mad);
        fresh.initiatorDepth = ReqMad.RESPONDER_RESOURCES.getInt(mad);
        fresh.retryCount = ReqMad.RETRY_COUNT.getInt(mad);
        fresh.rnrRetryCount = ReqMad.RNR_RETRY_COUNT.getInt(mad);
        fresh.ackTimeout = ReqMad.PRIMARY_LOCAL_ACK_TIMEOUT.getInt(mad);
        protocol.waits(fresh, ReqMad.LOCAL_CM_RESPONSE_TIMEOUT.getInt(mad), ReqMad.MAX_CM_RETRIES.getInt(mad));
        protocol.apply(fresh, CmInput.REQ, mad);
        connections.noteRemote(fresh);
    }

    private static Mtu mtu(int code, Mtu otherwise) {
        return code >= 1 && code <= LARGEST_MTU_CODE ? Mtu.of(code) : otherwise;
    }

    private void answer(CmServices.Answer answer, CmConnection fresh, byte[] mad) {
        switch (answer) {
            case TAKEN -> {
                // Its user answers.
            }
            case NOBODY -> {
                protocol.send(fresh.path, CmMessages.rejOfReq(mad, RejectReason.INVALID_SERVICE_ID));
                protocol.drop(fresh);
            }
            case REFUSED -> {
                protocol.send(fresh.path, CmMessages.rejOfReq(mad, RejectReason.CONSUMER));
                protocol.drop(fresh);
            }
            case FULL -> protocol.drop(fresh);
        }
    }

    private void rep(CmPath back, byte[] mad) {
        int remoteId = RepMad.LOCAL_COMM_ID.getInt(mad);
        CmConnection connection = find(remoteId, RepMad.REMOTE_COMM_ID.getInt(mad));
        if (connection == null) {
            return;
        }
        if (connection.remoteId == 0) {
            long guid = RepMad.LOCAL_CA_GUID.get(mad);
            int qpn = RepMad.LOCAL_QPN.getInt(mad);
            if (connections.byRemoteQp(guid, qpn) != null || connections.byRemoteId(guid, remoteId) != null) {
                protocol.send(back, CmMessages.rejOfRep(mad, RejectReason.STALE_CONNECTION));
                return;
            }
            if (CmTable.step(connection.state, CmInput.REP) == null) {
                return;
            }
            learn(connection, mad, guid, remoteId, qpn);
        }
        protocol.apply(connection, CmInput.REP, mad);
    }

    private void learn(CmConnection connection, byte[] mad, long guid, int remoteId, int qpn) {
        connection.remoteId = remoteId;
        connection.remoteGuid = guid;
        connection.remoteQpn = qpn;
        connection.sqPsn = RepMad.STARTING_PSN.getInt(mad);
        connection.responderResources = RepMad.INITIATOR_DEPTH.getInt(mad);
        connection.initiatorDepth = RepMad.RESPONDER_RESOURCES.getInt(mad);
        connection.rnrRetryCount = RepMad.RNR_RETRY_COUNT.getInt(mad);
        connections.noteRemote(connection);
    }

    private void rej(byte[] mad) {
        CmConnection connection = rejected(mad);
        if (connection != null) {
            boolean stale = RejMad.REASON.get(mad) == RejectReason.STALE_CONNECTION;
            protocol.apply(connection, stale ? CmInput.REJ_STALE : CmInput.REJ, mad);
        }
    }

    /** A peer that gives its REQ up does not know our name, but says its device's GUID. */
    private @Nullable CmConnection rejected(byte[] mad) {
        int remoteId = RejMad.LOCAL_COMM_ID.getInt(mad);
        if (RejMad.REASON.get(mad) == RejectReason.TIMEOUT) {
            long guid = ByteBuffer.wrap(RejMad.ARI.get(mad)).getLong();
            return connections.byRemoteId(guid, remoteId);
        }
        int localId = RejMad.REMOTE_COMM_ID.getInt(mad);
        return RejMad.MESSAGE_REJECTED.get(mad) == CmMessages.OF_REQ
                ? connections.byLocalId(localId)
                : find(remoteId, localId);
    }

    private void dreq(CmPath back, byte[] mad) {
        int remoteId = DreqMad.LOCAL_COMM_ID.getInt(mad);
        int localId = DreqMad.REMOTE_COMM_ID.getInt(mad);
        CmConnection connection = connections.byLocalId(localId);
        if (connection == null || connection.remoteId != remoteId) {
            protocol.send(back, CmMessages.drep(MadHeader.TRANSACTION_ID.get(mad), localId, remoteId));
        } else if (connection.localQpn == DreqMad.REMOTE_QPN.getInt(mad)) {
            protocol.apply(connection, CmInput.DREQ, mad);
        }
    }

    private void sidrReq(CmPath back, byte[] mad) {
        int id = SidrReqMad.REQUEST_ID.getInt(mad);
        if (connections.byRequestId(back.destination(), id) != null) {
            return;
        }
        CmConnection fresh = protocol.create(back);
        fresh.transaction = MadHeader.TRANSACTION_ID.get(mad);
        fresh.remoteId = id;
        fresh.request = mad;
        protocol.apply(fresh, CmInput.SIDR_REQ, mad);
        connections.noteRequest(fresh);
        switch (services.requested(SidrReqMad.SERVICE_ID.get(mad), fresh, mad)) {
            case TAKEN -> {
                // Its user answers.
            }
            case NOBODY -> protocol.nameService(fresh, SidrStatus.UNSUPPORTED, ServiceQp.none());
            case REFUSED -> protocol.nameService(fresh, SidrStatus.REJECTED, ServiceQp.none());
            case FULL -> protocol.drop(fresh);
        }
    }

    private void sidrRep(Gid source, byte[] mad) {
        CmConnection connection = connections.byLocalId(SidrRepMad.REQUEST_ID.getInt(mad));
        if (connection != null && connection.path.destination().equals(source)) {
            protocol.apply(connection, CmInput.SIDR_REP, mad);
        }
    }
}
