package dev.fenestra.ib.core.cm.ids;

import dev.fenestra.ib.core.cm.CmEventType;
import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.Ece;
import dev.fenestra.ib.core.cm.UdParam;
import dev.fenestra.ib.core.cm.protocol.CmNotice;
import dev.fenestra.ib.core.cm.protocol.CmProtocol;
import dev.fenestra.ib.core.cm.protocol.CmUser;
import dev.fenestra.ib.core.cm.protocol.SidrStatus;
import dev.fenestra.ib.core.mad.MadHeader;
import dev.fenestra.ib.core.mad.RejMad;
import dev.fenestra.ib.core.mad.RepMad;
import dev.fenestra.ib.core.mad.SidrRepMad;
import dev.fenestra.ib.core.vocabulary.Errno;
import org.jspecify.annotations.Nullable;

/** Makes events of what happens to connections (core/cma.c cma_ib_handler). */
final class Reports {
    private static final int TIMED_OUT = -Errno.ETIMEDOUT.code();

    private final CmProtocol protocol;

    Reports(CmProtocol protocol) {
        this.protocol = protocol;
    }

    /** The user of an id's connection. */
    CmUser of(CmIdObject id) {
        return (notice, mad) -> told(id, notice, mad);
    }

    private void told(CmIdObject id, CmNotice notice, byte @Nullable [] mad) {
        IdState needed = notice == CmNotice.TIMEWAIT_EXIT ? IdState.DISCONNECT : IdState.CONNECT;
        if (id.state != needed) {
            return;
        }
        switch (notice) {
            case REQ_ERROR, REP_ERROR, SIDR_REQ_ERROR -> Events.tell(id, CmEventType.UNREACHABLE, TIMED_OUT);
            case RTU_RECEIVED, USER_ESTABLISHED -> Events.tell(id, CmEventType.ESTABLISHED, 0);
            case DREQ_ERROR -> disconnected(id, TIMED_OUT);
            case DREQ_RECEIVED, DREP_RECEIVED -> disconnected(id, 0);
            case TIMEWAIT_EXIT -> Events.tell(id, CmEventType.TIMEWAIT_EXIT, 0);
            case REP_RECEIVED, REJ_RECEIVED, SIDR_REP_RECEIVED -> {
                if (mad != null) {
                    answered(id, notice, mad);
                }
            }
        }
    }

    private static void disconnected(CmIdObject id, int status) {
        id.state = IdState.DISCONNECT;
        Events.tell(id, CmEventType.DISCONNECTED, status);
    }

    private void answered(CmIdObject id, CmNotice notice, byte[] mad) {
        switch (notice) {
            case REP_RECEIVED -> {
                protocol.delay(id.connected());
                Events.tell(id, CmEventType.CONNECT_RESPONSE, 0, accepted(mad), null, eceOfRep(mad));
            }
            case REJ_RECEIVED ->
                Events.tell(
                        id,
                        CmEventType.REJECTED,
                        RejMad.REASON.getInt(mad),
                        ConnParam.of(0).withPrivateData(RejMad.PRIVATE_DATA.get(mad)),
                        null,
                        Ece.NONE);
            default -> named(id, mad);
        }
    }

    private static ConnParam accepted(byte[] mad) {
        return new ConnParam(
                RepMad.LOCAL_QPN.getInt(mad),
                RepMad.PRIVATE_DATA.get(mad),
                RepMad.SRQ.isSet(mad),
                RepMad.INITIATOR_DEPTH.getInt(mad),
                RepMad.RESPONDER_RESOURCES.getInt(mad),
                RepMad.END_TO_END_FLOW_CONTROL.isSet(mad),
                0,
                RepMad.RNR_RETRY_COUNT.getInt(mad));
    }

    private static Ece eceOfRep(byte[] mad) {
        int vendor = RepMad.VENDOR_ID_HIGH.getInt(mad) << 16
                | RepMad.VENDOR_ID_MIDDLE.getInt(mad) << 8
                | RepMad.VENDOR_ID_LOW.getInt(mad);
        return new Ece(vendor, MadHeader.ATTRIBUTE_MODIFIER.getInt(mad));
    }

    private static void named(CmIdObject id, byte[] mad) {
        int status = SidrRepMad.STATUS.getInt(mad);
        UdParam ud = new UdParam(
                SidrRepMad.QPN.getInt(mad),
                SidrRepMad.QKEY.getInt(mad),
                Paths.to(id.connected().path()),
                SidrRepMad.PRIVATE_DATA.get(mad));
        CmEventType type = status == SidrStatus.SUCCESS ? CmEventType.ESTABLISHED : CmEventType.UNREACHABLE;
        int vendor = SidrRepMad.VENDOR_ID_HIGH.getInt(mad) << 8 | SidrRepMad.VENDOR_ID_LOW.getInt(mad);
        Events.tell(id, type, status, null, ud, new Ece(vendor, MadHeader.ATTRIBUTE_MODIFIER.getInt(mad)));
    }
}
