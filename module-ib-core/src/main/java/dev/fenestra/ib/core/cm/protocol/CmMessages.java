package dev.fenestra.ib.core.cm.protocol;

import dev.fenestra.ib.core.cm.CmPath;
import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.Ece;
import dev.fenestra.ib.core.mad.AprMad;
import dev.fenestra.ib.core.mad.CmAttribute;
import dev.fenestra.ib.core.mad.DrepMad;
import dev.fenestra.ib.core.mad.DreqMad;
import dev.fenestra.ib.core.mad.MadHeader;
import dev.fenestra.ib.core.mad.MraMad;
import dev.fenestra.ib.core.mad.RejMad;
import dev.fenestra.ib.core.mad.RepMad;
import dev.fenestra.ib.core.mad.ReqMad;
import dev.fenestra.ib.core.mad.RtuMad;
import dev.fenestra.ib.core.mad.SidrRepMad;
import dev.fenestra.ib.core.mad.SidrReqMad;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.nio.ByteBuffer;

/** Writes the messages of a connection. */
final class CmMessages {
    static final int OF_REQ = 0;
    static final int OF_REP = 1;
    private static final int OF_OTHER = 2;
    private static final int NO_LID = 0xffff;
    private static final int DEFAULT_PKEY = 0xffff;
    private static final int FAILOVER_NOT_SUPPORTED = 1;
    private static final int PATHS_NOT_SUPPORTED = 2;
    private static final int RATE_10_GBPS = 3;
    private static final int EXTENDED = 3;
    private static final int EXTENDED_XRC = 1;

    private CmMessages() {}

    static byte[] req(CmConnection c, CmRequest request, CmTimes times) {
        byte[] mad = CmAttribute.REQ.mad(c.transaction);
        ConnParam param = request.param();
        MadHeader.ATTRIBUTE_MODIFIER.set(mad, request.ece().attrMod());
        ReqMad.LOCAL_COMM_ID.set(mad, c.localId);
        ReqMad.VENDOR_ID.set(mad, request.ece().vendorId());
        ReqMad.SERVICE_ID.set(mad, request.service());
        ReqMad.LOCAL_CA_GUID.set(mad, c.path.from().guid());
        ReqMad.LOCAL_QPN.set(mad, param.qpn());
        ReqMad.RESPONDER_RESOURCES.set(mad, param.responderResources());
        ReqMad.INITIATOR_DEPTH.set(mad, param.initiatorDepth());
        ReqMad.REMOTE_CM_RESPONSE_TIMEOUT.set(mad, times.responseTimeout());
        ReqMad.TRANSPORT_SERVICE_TYPE.set(mad, transport(request.type()));
        ReqMad.EXTENDED_TRANSPORT_TYPE.set(mad, transport(request.type()) == EXTENDED ? EXTENDED_XRC : 0);
        ReqMad.END_TO_END_FLOW_CONTROL.set(mad, param.flowControl() ? 1 : 0);
        ReqMad.STARTING_PSN.set(mad, c.rqPsn);
        ReqMad.LOCAL_CM_RESPONSE_TIMEOUT.set(mad, times.responseTimeout());
        ReqMad.RETRY_COUNT.set(mad, param.retryCount());
        ReqMad.PARTITION_KEY.set(mad, DEFAULT_PKEY);
        ReqMad.PATH_MTU.set(mad, c.mtu.code());
        ReqMad.RNR_RETRY_COUNT.set(mad, param.rnrRetryCount());
        ReqMad.MAX_CM_RETRIES.set(mad, times.maxRetries());
        ReqMad.SRQ.set(mad, param.srq() ? 1 : 0);
        path(mad, c.path, request.ackTimeout());
        ReqMad.PRIVATE_DATA.set(mad, param.privateData());
        return mad;
    }

    private static void path(byte[] mad, CmPath path, int ackTimeout) {
        ReqMad.PRIMARY_LOCAL_LID.set(mad, NO_LID);
        ReqMad.PRIMARY_REMOTE_LID.set(mad, NO_LID);
        ReqMad.PRIMARY_LOCAL_GID.set(mad, path.from().gid());
        ReqMad.PRIMARY_REMOTE_GID.set(mad, path.destination());
        ReqMad.PRIMARY_PACKET_RATE.set(mad, RATE_10_GBPS);
        ReqMad.PRIMARY_TRAFFIC_CLASS.set(mad, path.trafficClass());
        ReqMad.PRIMARY_HOP_LIMIT.set(mad, path.hopLimit());
        ReqMad.PRIMARY_LOCAL_ACK_TIMEOUT.set(mad, ackTimeout);
    }

    private static int transport(QpType type) {
        return switch (type) {
            case RC -> 0;
            case UC -> 1;
            case UD, RAW_PACKET, XRC_INI, XRC_TGT, DRIVER -> EXTENDED;
        };
    }

    static byte[] rep(CmConnection c, ConnParam param, Ece ece) {
        byte[] mad = CmAttribute.REP.mad(c.transaction);
        MadHeader.ATTRIBUTE_MODIFIER.set(mad, ece.attrMod());
        RepMad.LOCAL_COMM_ID.set(mad, c.localId);
        RepMad.REMOTE_COMM_ID.set(mad, c.remoteId);
        RepMad.LOCAL_QPN.set(mad, param.qpn());
        RepMad.VENDOR_ID_HIGH.set(mad, ece.vendorId() >> 16);
        RepMad.VENDOR_ID_MIDDLE.set(mad, ece.vendorId() >> 8);
        RepMad.VENDOR_ID_LOW.set(mad, ece.vendorId());
        RepMad.STARTING_PSN.set(mad, c.rqPsn);
        RepMad.RESPONDER_RESOURCES.set(mad, param.responderResources());
        RepMad.INITIATOR_DEPTH.set(mad, param.initiatorDepth());
        RepMad.FAILOVER_ACCEPTED.set(mad, FAILOVER_NOT_SUPPORTED);
        RepMad.END_TO_END_FLOW_CONTROL.set(mad, param.flowControl() ? 1 : 0);
        RepMad.RNR_RETRY_COUNT.set(mad, param.rnrRetryCount());
        RepMad.SRQ.set(mad, param.srq() ? 1 : 0);
        RepMad.LOCAL_CA_GUID.set(mad, c.path.from().guid());
        RepMad.PRIVATE_DATA.set(mad, param.privateData());
        return mad;
    }

    static byte[] rtu(CmConnection c) {
        byte[] mad = CmAttribute.RTU.mad(c.transaction);
        RtuMad.LOCAL_COMM_ID.set(mad, c.localId);
        RtuMad.REMOTE_COMM_ID.set(mad, c.remoteId);
        return mad;
    }

    static byte[] mra(CmConnection c, CmTimes times) {
        byte[] mad = CmAttribute.MRA.mad(c.transaction);
        MraMad.LOCAL_COMM_ID.set(mad, c.localId);
        MraMad.REMOTE_COMM_ID.set(mad, c.remoteId);
        MraMad.MESSAGE_MRAED.set(mad, c.state == CmState.MRA_REQ_SENT ? OF_REQ : OF_REP);
        MraMad.SERVICE_TIMEOUT.set(mad, times.serviceTimeout());
        return mad;
    }

    /** A REJ in the present state of a connection. */
    static byte[] rej(CmConnection c, int reason, byte... privateData) {
        byte[] mad = CmAttribute.REJ.mad(c.transaction);
        RejMad.LOCAL_COMM_ID.set(mad, c.localId);
        RejMad.REMOTE_COMM_ID.set(mad, c.remoteId);
        RejMad.MESSAGE_REJECTED.set(mad, rejected(c.state));
        RejMad.REASON.set(mad, reason);
        if (reason == RejectReason.TIMEOUT) {
            RejMad.REJECTED_INFO_LENGTH.set(mad, Long.BYTES);
            RejMad.ARI.set(
                    mad,
                    ByteBuffer.allocate(Long.BYTES)
                            .putLong(c.path.from().guid())
                            .array());
        }
        RejMad.PRIVATE_DATA.set(mad, privateData);
        return mad;
    }

    private static int rejected(CmState state) {
        return switch (state) {
            case REQ_RCVD, MRA_REQ_SENT, TIMEWAIT -> OF_REQ;
            case REP_RCVD, MRA_REP_SENT -> OF_REP;
            default -> OF_OTHER;
        };
    }

    /** A REJ for a REQ that gets no connection. */
    static byte[] rejOfReq(byte[] req, int reason) {
        byte[] mad = CmAttribute.REJ.mad(MadHeader.TRANSACTION_ID.get(req));
        RejMad.REMOTE_COMM_ID.set(mad, ReqMad.LOCAL_COMM_ID.get(req));
        RejMad.MESSAGE_REJECTED.set(mad, OF_REQ);
        RejMad.REASON.set(mad, reason);
        return mad;
    }

    /** A REJ for a REP whose sender we take for a connection of before. */
    static byte[] rejOfRep(byte[] rep, int reason) {
        byte[] mad = CmAttribute.REJ.mad(MadHeader.TRANSACTION_ID.get(rep));
        RejMad.LOCAL_COMM_ID.set(mad, RepMad.REMOTE_COMM_ID.get(rep));
        RejMad.REMOTE_COMM_ID.set(mad, RepMad.LOCAL_COMM_ID.get(rep));
        RejMad.MESSAGE_REJECTED.set(mad, OF_REP);
        RejMad.REASON.set(mad, reason);
        return mad;
    }

    static byte[] dreq(CmConnection c) {
        byte[] mad = CmAttribute.DREQ.mad(c.transaction);
        DreqMad.LOCAL_COMM_ID.set(mad, c.localId);
        DreqMad.REMOTE_COMM_ID.set(mad, c.remoteId);
        DreqMad.REMOTE_QPN.set(mad, c.remoteQpn);
        return mad;
    }

    static byte[] drep(long transaction, int localId, int remoteId) {
        byte[] mad = CmAttribute.DREP.mad(transaction);
        DrepMad.LOCAL_COMM_ID.set(mad, localId);
        DrepMad.REMOTE_COMM_ID.set(mad, remoteId);
        return mad;
    }

    /** Alternate paths are not supported. */
    static byte[] apr(CmConnection c) {
        byte[] mad = CmAttribute.APR.mad(c.transaction);
        AprMad.LOCAL_COMM_ID.set(mad, c.localId);
        AprMad.REMOTE_COMM_ID.set(mad, c.remoteId);
        AprMad.AP_STATUS.set(mad, PATHS_NOT_SUPPORTED);
        return mad;
    }

    static byte[] sidrReq(CmConnection c, long service, byte[] privateData) {
        byte[] mad = CmAttribute.SIDR_REQ.mad(c.transaction);
        SidrReqMad.REQUEST_ID.set(mad, c.localId);
        SidrReqMad.PARTITION_KEY.set(mad, DEFAULT_PKEY);
        SidrReqMad.SERVICE_ID.set(mad, service);
        SidrReqMad.PRIVATE_DATA.set(mad, privateData);
        return mad;
    }

    static byte[] sidrRep(byte[] request, int status, ServiceQp qp) {
        byte[] mad = CmAttribute.SIDR_REP.mad(MadHeader.TRANSACTION_ID.get(request));
        SidrRepMad.REQUEST_ID.set(mad, SidrReqMad.REQUEST_ID.get(request));
        SidrRepMad.SERVICE_ID.set(mad, SidrReqMad.SERVICE_ID.get(request));
        SidrRepMad.STATUS.set(mad, status);
        MadHeader.ATTRIBUTE_MODIFIER.set(mad, qp.ece().attrMod());
        SidrRepMad.VENDOR_ID_HIGH.set(mad, qp.ece().vendorId() >> 8);
        SidrRepMad.VENDOR_ID_LOW.set(mad, qp.ece().vendorId());
        SidrRepMad.QPN.set(mad, qp.qpn());
        SidrRepMad.QKEY.set(mad, qp.qkey());
        SidrRepMad.PRIVATE_DATA.set(mad, qp.privateData());
        return mad;
    }
}
