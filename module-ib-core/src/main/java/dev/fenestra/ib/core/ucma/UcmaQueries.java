package dev.fenestra.ib.core.ucma;

import dev.fenestra.ib.core.cm.CmIdInfo;
import dev.fenestra.ib.core.cm.CmPort;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import java.nio.ByteBuffer;

/** The answers of queries: addresses and paths of an id, and how its QP is brought into a state. */
final class UcmaQueries {
    private static final int PKEY = 0xffff;
    private static final int HOPS = 64;

    private static final UcmaField NODE_GUID = UcmaField.u64(0);

    /** Of {@code struct rdma_ucm_query_route_resp}. */
    private static final int ROUTE_BYTES = 208;

    private static final int FIRST_PATH = 8;
    private static final int ROUTE_SOURCE = 136;
    private static final int ROUTE_DESTINATION = 164;
    private static final UcmaField NUM_PATHS = UcmaField.u32(192);
    private static final UcmaField ROUTE_PORT = UcmaField.u8(196);

    /** Of {@code struct ib_user_path_rec}. */
    private static final int DGID = 0;

    private static final int SGID = 16;
    private static final UcmaField REVERSIBLE = UcmaField.u32(44);
    private static final UcmaField MTU = UcmaField.u32(48);
    private static final UcmaField PATH_PKEY = UcmaField.u16(52);
    private static final UcmaField HOP_LIMIT = UcmaField.u8(54);
    private static final UcmaField TRAFFIC_CLASS = UcmaField.u8(55);

    /** Of {@code struct rdma_ucm_query_addr_resp}. */
    private static final int ADDRESS_BYTES = 280;

    private static final UcmaField ADDRESS_PORT = UcmaField.u8(8);
    private static final UcmaField ADDRESS_PKEY = UcmaField.u16(10);
    static final UcmaField SOURCE_SIZE = UcmaField.u16(12);
    static final UcmaField DESTINATION_SIZE = UcmaField.u16(14);
    static final int ADDRESS_SOURCE = 16;
    static final int ADDRESS_DESTINATION = 144;

    /** Of {@code struct ib_uverbs_qp_attr}. */
    private static final int QP_BYTES = 144;

    private static final UcmaField MASK = UcmaField.u32(0);
    private static final UcmaField STATE = UcmaField.u32(4);
    private static final UcmaField PATH_MTU = UcmaField.u32(12);
    private static final UcmaField QKEY = UcmaField.u32(20);
    private static final UcmaField RQ_PSN = UcmaField.u32(24);
    private static final UcmaField SQ_PSN = UcmaField.u32(28);
    private static final UcmaField DEST_QP_NUM = UcmaField.u32(32);
    private static final UcmaField ACCESS_FLAGS = UcmaField.u32(36);
    private static final int PATH = 40;
    private static final UcmaField PKEY_INDEX = UcmaField.u16(124);
    private static final UcmaField MAX_RD_ATOMIC = UcmaField.u8(130);
    private static final UcmaField MAX_DEST_RD_ATOMIC = UcmaField.u8(131);
    private static final UcmaField MIN_RNR_TIMER = UcmaField.u8(132);
    private static final UcmaField PORT_NUM = UcmaField.u8(133);
    private static final UcmaField TIMEOUT = UcmaField.u8(134);
    private static final UcmaField RETRY_CNT = UcmaField.u8(135);
    private static final UcmaField RNR_RETRY = UcmaField.u8(136);

    private UcmaQueries() {}

    static ByteBuffer route(CmIdInfo id) {
        ByteBuffer out = ByteBuffer.allocate(ROUTE_BYTES);
        UcmaAddress.write(out, ROUTE_SOURCE, id.source());
        UcmaAddress.write(out, ROUTE_DESTINATION, id.destination());
        CmPort port = id.port();
        if (port == null) {
            return out;
        }
        NODE_GUID.setBigEndian(out, port.guid());
        ROUTE_PORT.set(out, port.port());
        Gid peer = id.destinationGid();
        if (peer != null) {
            NUM_PATHS.set(out, 1);
            UcmaLayout.gid(out, FIRST_PATH + DGID, peer);
            UcmaLayout.gid(out, FIRST_PATH + SGID, port.gid());
            REVERSIBLE.at(FIRST_PATH).set(out, 1);
            MTU.at(FIRST_PATH).set(out, port.mtu().code());
            PATH_PKEY.at(FIRST_PATH).setBigEndian(out, PKEY);
            HOP_LIMIT.at(FIRST_PATH).set(out, HOPS);
            TRAFFIC_CLASS.at(FIRST_PATH).set(out, id.trafficClass());
        }
        return out;
    }

    static ByteBuffer address(CmIdInfo id) {
        ByteBuffer out = device(id);
        SOURCE_SIZE.set(out, UcmaAddress.write(out, ADDRESS_SOURCE, id.source()));
        DESTINATION_SIZE.set(out, UcmaAddress.write(out, ADDRESS_DESTINATION, id.destination()));
        return out;
    }

    /** The device of an id, in an answer that has no addresses yet. */
    static ByteBuffer device(CmIdInfo id) {
        ByteBuffer out = ByteBuffer.allocate(ADDRESS_BYTES);
        CmPort port = id.port();
        if (port != null) {
            NODE_GUID.setBigEndian(out, port.guid());
            ADDRESS_PORT.set(out, port.port());
            ADDRESS_PKEY.set(out, PKEY);
        }
        return out;
    }

    static ByteBuffer qp(QpAttributes attributes) {
        ByteBuffer out = ByteBuffer.allocate(QP_BYTES);
        MASK.set(out, attributes.mask());
        STATE.set(out, attributes.state().ordinal());
        PATH_MTU.set(
                out, attributes.has(QpAttribute.PATH_MTU) ? attributes.pathMtu().code() : 0);
        QKEY.set(out, attributes.qkey());
        RQ_PSN.set(out, attributes.rqPsn());
        SQ_PSN.set(out, attributes.sqPsn());
        DEST_QP_NUM.set(out, attributes.destinationQpn());
        ACCESS_FLAGS.set(out, attributes.access());
        if (attributes.has(QpAttribute.AV)) {
            UcmaLayout.path(out, PATH, attributes.path());
        }
        PKEY_INDEX.set(out, attributes.pkeyIndex());
        MAX_RD_ATOMIC.set(out, attributes.maxRdAtomic());
        MAX_DEST_RD_ATOMIC.set(out, attributes.maxDestRdAtomic());
        MIN_RNR_TIMER.set(out, attributes.minRnrTimer());
        PORT_NUM.set(out, attributes.has(QpAttribute.PORT) ? attributes.port() : 1);
        TIMEOUT.set(out, attributes.timeout());
        RETRY_CNT.set(out, attributes.retryCount());
        RNR_RETRY.set(out, attributes.rnrRetry());
        return out;
    }
}
