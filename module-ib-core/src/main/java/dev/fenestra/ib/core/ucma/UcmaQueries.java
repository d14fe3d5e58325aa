package dev.fenestra.ib.core.ucma;

import dev.fenestra.ib.core.abi.ucma.QueryLayouts.QpAttr;
import dev.fenestra.ib.core.abi.ucma.QueryLayouts.QueryAddrResp;
import dev.fenestra.ib.core.abi.ucma.QueryLayouts.QueryRouteResp;
import dev.fenestra.ib.core.abi.ucma.QueryLayouts.UserPathRec;
import dev.fenestra.ib.core.abi.uverbs.PathFields;
import dev.fenestra.ib.core.cm.CmIdInfo;
import dev.fenestra.ib.core.cm.CmPort;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import java.lang.foreign.MemorySegment;

/** The answers of queries: addresses and paths of an id, and how its QP is brought into a state. */
final class UcmaQueries {
    private static final int PKEY = 0xffff;
    private static final int HOPS = 64;

    private UcmaQueries() {}

    static MemorySegment route(CmIdInfo id) {
        MemorySegment out = MemorySegment.ofArray(new byte[QueryRouteResp.SIZE]);
        UcmaAddress.write(QueryRouteResp.SRC_ADDR.of(out), id.source());
        UcmaAddress.write(QueryRouteResp.DST_ADDR.of(out), id.destination());
        CmPort port = id.port();
        if (port == null) {
            return out;
        }
        QueryRouteResp.NODE_GUID.set(out, port.guid());
        QueryRouteResp.PORT_NUM.set(out, port.port());
        Gid peer = id.destinationGid();
        if (peer != null) {
            QueryRouteResp.NUM_PATHS.set(out, 1);
            MemorySegment path = QueryRouteResp.IB_ROUTE.of(out);
            UserPathRec.DGID.set(path, peer);
            UserPathRec.SGID.set(path, port.gid());
            UserPathRec.REVERSIBLE.set(path, 1);
            UserPathRec.MTU.set(path, port.mtu().code());
            UserPathRec.PKEY.set(path, PKEY);
            UserPathRec.HOP_LIMIT.set(path, HOPS);
            UserPathRec.TRAFFIC_CLASS.set(path, id.trafficClass());
        }
        return out;
    }

    static MemorySegment address(CmIdInfo id) {
        MemorySegment out = device(id);
        QueryAddrResp.SRC_SIZE.set(out, UcmaAddress.write(QueryAddrResp.SRC_ADDR.of(out), id.source()));
        QueryAddrResp.DST_SIZE.set(out, UcmaAddress.write(QueryAddrResp.DST_ADDR.of(out), id.destination()));
        return out;
    }

    /** The device of an id, in an answer that has no addresses yet. */
    static MemorySegment device(CmIdInfo id) {
        MemorySegment out = MemorySegment.ofArray(new byte[QueryAddrResp.SIZE]);
        CmPort port = id.port();
        if (port != null) {
            QueryAddrResp.NODE_GUID.set(out, port.guid());
            QueryAddrResp.PORT_NUM.set(out, port.port());
            QueryAddrResp.PKEY.set(out, PKEY);
        }
        return out;
    }

    static MemorySegment qp(QpAttributes attributes) {
        MemorySegment out = MemorySegment.ofArray(new byte[QpAttr.SIZE]);
        QpAttr.QP_ATTR_MASK.set(out, attributes.mask());
        QpAttr.QP_STATE.set(out, attributes.state().code());
        QpAttr.PATH_MTU.set(
                out, attributes.has(QpAttribute.PATH_MTU) ? attributes.pathMtu().code() : 0);
        QpAttr.QKEY.set(out, attributes.qkey());
        QpAttr.RQ_PSN.set(out, attributes.rqPsn());
        QpAttr.SQ_PSN.set(out, attributes.sqPsn());
        QpAttr.DEST_QP_NUM.set(out, attributes.destinationQpn());
        QpAttr.QP_ACCESS_FLAGS.set(out, attributes.access());
        if (attributes.has(QpAttribute.AV)) {
            PathFields.AH_ATTR.write(QpAttr.AH_ATTR.of(out), attributes.path());
        }
        QpAttr.PKEY_INDEX.set(out, attributes.pkeyIndex());
        QpAttr.MAX_RD_ATOMIC.set(out, attributes.maxRdAtomic());
        QpAttr.MAX_DEST_RD_ATOMIC.set(out, attributes.maxDestRdAtomic());
        QpAttr.MIN_RNR_TIMER.set(out, attributes.minRnrTimer());
        QpAttr.PORT_NUM.set(out, attributes.has(QpAttribute.PORT) ? attributes.port() : 1);
        QpAttr.TIMEOUT.set(out, attributes.timeout());
        QpAttr.RETRY_CNT.set(out, attributes.retryCount());
        QpAttr.RNR_RETRY.set(out, attributes.rnrRetry());
        return out;
    }
}
