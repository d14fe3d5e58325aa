package dev.fenestra.ib.core.ucma;

import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.Ece;
import dev.fenestra.ib.core.cm.UdParam;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.Gid;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Structures that several commands contain: parameters of connections and of datagrams, ECE, and paths. */
final class UcmaLayout {
    static final int CONN_PARAM_BYTES = 272;
    private static final UcmaField QP_NUM = UcmaField.u32(0);
    private static final int QPN_BITS = 0xffffff;
    private static final UcmaField QKEY = UcmaField.u32(4);
    private static final int CONN_PRIVATE = 8;
    private static final UcmaField CONN_LENGTH = UcmaField.u8(264);
    private static final UcmaField SRQ = UcmaField.u8(265);
    private static final UcmaField RESPONDER_RESOURCES = UcmaField.u8(266);
    private static final UcmaField INITIATOR_DEPTH = UcmaField.u8(267);
    private static final UcmaField FLOW_CONTROL = UcmaField.u8(268);
    private static final UcmaField RETRY_COUNT = UcmaField.u8(269);
    private static final UcmaField RNR_RETRY_COUNT = UcmaField.u8(270);
    /** Of accept: whether there are parameters at all. */
    private static final UcmaField VALID = UcmaField.u8(271);

    private static final int UD_PATH = 8;
    private static final int UD_PRIVATE = 40;
    private static final UcmaField UD_LENGTH = UcmaField.u8(296);

    private static final UcmaField VENDOR_ID = UcmaField.u32(0);
    private static final UcmaField ATTR_MOD = UcmaField.u32(4);
    private static final int ECE_BYTES = 8;

    /** Of {@code struct ib_uverbs_ah_attr}. */
    private static final UcmaField FLOW_LABEL = UcmaField.u32(16);

    private static final UcmaField SGID_INDEX = UcmaField.u8(20);
    private static final UcmaField HOP_LIMIT = UcmaField.u8(21);
    private static final UcmaField TRAFFIC_CLASS = UcmaField.u8(22);
    private static final UcmaField SERVICE_LEVEL = UcmaField.u8(26);
    private static final UcmaField STATIC_RATE = UcmaField.u8(28);
    private static final UcmaField IS_GLOBAL = UcmaField.u8(29);
    private static final UcmaField PORT_NUM = UcmaField.u8(30);

    private UcmaLayout() {}

    static boolean isValid(ByteBuffer in, int at) {
        return VALID.at(at).get(in) != 0;
    }

    static ConnParam conn(ByteBuffer in, int at) {
        byte[] data = new byte[CONN_LENGTH.at(at).number(in)];
        in.duplicate().position(at + CONN_PRIVATE).get(data);
        return new ConnParam(
                QP_NUM.at(at).number(in) & QPN_BITS,
                data,
                SRQ.at(at).get(in) != 0,
                RESPONDER_RESOURCES.at(at).number(in),
                INITIATOR_DEPTH.at(at).number(in),
                FLOW_CONTROL.at(at).get(in) != 0,
                RETRY_COUNT.at(at).number(in),
                RNR_RETRY_COUNT.at(at).number(in));
    }

    static void conn(ByteBuffer out, int at, ConnParam param) {
        QP_NUM.at(at).set(out, param.qpn());
        out.duplicate().position(at + CONN_PRIVATE).put(param.privateData());
        CONN_LENGTH.at(at).set(out, param.privateData().length);
        SRQ.at(at).set(out, param.srq() ? 1 : 0);
        RESPONDER_RESOURCES.at(at).set(out, param.responderResources());
        INITIATOR_DEPTH.at(at).set(out, param.initiatorDepth());
        FLOW_CONTROL.at(at).set(out, param.flowControl() ? 1 : 0);
        RETRY_COUNT.at(at).set(out, param.retryCount());
        RNR_RETRY_COUNT.at(at).set(out, param.rnrRetryCount());
    }

    static void datagrams(ByteBuffer out, int at, UdParam param) {
        QP_NUM.at(at).set(out, param.qpn());
        QKEY.at(at).set(out, param.qkey());
        path(out, at + UD_PATH, param.path());
        out.duplicate().position(at + UD_PRIVATE).put(param.privateData());
        UD_LENGTH.at(at).set(out, param.privateData().length);
    }

    /** Writes a {@code struct ib_uverbs_ah_attr}. */
    static void path(ByteBuffer out, int at, AhAttributes path) {
        gid(out, at, path.destination());
        FLOW_LABEL.at(at).set(out, path.flowLabel());
        SGID_INDEX.at(at).set(out, path.sourceGidIndex());
        HOP_LIMIT.at(at).set(out, path.hopLimit());
        TRAFFIC_CLASS.at(at).set(out, path.trafficClass());
        SERVICE_LEVEL.at(at).set(out, path.serviceLevel());
        STATIC_RATE.at(at).set(out, path.rate());
        IS_GLOBAL.at(at).set(out, 1);
        PORT_NUM.at(at).set(out, path.port());
    }

    static void gid(ByteBuffer out, int at, Gid gid) {
        out.duplicate().order(ByteOrder.BIG_ENDIAN).putLong(at, gid.high()).putLong(at + Long.BYTES, gid.low());
    }

    /** {@return the options there; none from a library that does not know them} */
    static Ece ece(ByteBuffer in, int at) {
        return in.limit() < at + ECE_BYTES
                ? Ece.NONE
                : new Ece(VENDOR_ID.at(at).number(in), ATTR_MOD.at(at).number(in));
    }

    static void ece(ByteBuffer out, int at, Ece ece) {
        VENDOR_ID.at(at).set(out, ece.vendorId());
        ATTR_MOD.at(at).set(out, ece.attrMod());
    }
}
