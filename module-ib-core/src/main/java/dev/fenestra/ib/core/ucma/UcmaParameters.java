package dev.fenestra.ib.core.ucma;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostPart;
import dev.fenestra.ib.core.abi.ucma.ConnectionLayouts.UcmConnParam;
import dev.fenestra.ib.core.abi.ucma.ConnectionLayouts.UcmEce;
import dev.fenestra.ib.core.abi.ucma.ConnectionLayouts.UcmUdParam;
import dev.fenestra.ib.core.abi.uverbs.PathFields;
import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.Ece;
import dev.fenestra.ib.core.cm.UdParam;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Reads and writes what several commands contain: parameters of connections and of datagrams, and ECE. */
final class UcmaParameters {
    private static final int QPN_BITS = 0xffffff;

    private UcmaParameters() {}

    static ConnParam conn(MemorySegment in) {
        return new ConnParam(
                UcmConnParam.QP_NUM.getInt(in) & QPN_BITS,
                data(UcmConnParam.PRIVATE_DATA, UcmConnParam.PRIVATE_DATA_LEN, in),
                UcmConnParam.SRQ.isSet(in),
                UcmConnParam.RESPONDER_RESOURCES.getInt(in),
                UcmConnParam.INITIATOR_DEPTH.getInt(in),
                UcmConnParam.FLOW_CONTROL.isSet(in),
                UcmConnParam.RETRY_COUNT.getInt(in),
                UcmConnParam.RNR_RETRY_COUNT.getInt(in));
    }

    static void conn(MemorySegment out, ConnParam param) {
        UcmConnParam.QP_NUM.set(out, param.qpn());
        data(UcmConnParam.PRIVATE_DATA, UcmConnParam.PRIVATE_DATA_LEN, out, param.privateData());
        UcmConnParam.SRQ.set(out, param.srq() ? 1 : 0);
        UcmConnParam.RESPONDER_RESOURCES.set(out, param.responderResources());
        UcmConnParam.INITIATOR_DEPTH.set(out, param.initiatorDepth());
        UcmConnParam.FLOW_CONTROL.set(out, param.flowControl() ? 1 : 0);
        UcmConnParam.RETRY_COUNT.set(out, param.retryCount());
        UcmConnParam.RNR_RETRY_COUNT.set(out, param.rnrRetryCount());
    }

    static void datagrams(MemorySegment out, UdParam param) {
        UcmUdParam.QP_NUM.set(out, param.qpn());
        UcmUdParam.QKEY.set(out, param.qkey());
        PathFields.AH_ATTR.write(UcmUdParam.AH_ATTR.of(out), param.path());
        data(UcmUdParam.PRIVATE_DATA, UcmUdParam.PRIVATE_DATA_LEN, out, param.privateData());
    }

    /** Private data, as many bytes as the field of its length says. */
    static byte[] data(HostPart data, HostField length, MemorySegment in) {
        return data.of(in).asSlice(0, length.get(in)).toArray(ValueLayout.JAVA_BYTE);
    }

    private static void data(HostPart data, HostField length, MemorySegment out, byte[] bytes) {
        data.of(out).copyFrom(MemorySegment.ofArray(bytes));
        length.set(out, bytes.length);
    }

    /** {@return the options in a structure; none from a library that does not know them} */
    static Ece ece(HostPart place, MemorySegment structure) {
        MemorySegment in = place.of(structure);
        return place.isIn(structure) ? new Ece(UcmEce.VENDOR_ID.getInt(in), UcmEce.ATTR_MOD.getInt(in)) : Ece.NONE;
    }

    static void ece(MemorySegment out, Ece ece) {
        UcmEce.VENDOR_ID.set(out, ece.vendorId());
        UcmEce.ATTR_MOD.set(out, ece.attrMod());
    }
}
