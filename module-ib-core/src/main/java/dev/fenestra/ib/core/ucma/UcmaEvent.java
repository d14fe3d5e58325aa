package dev.fenestra.ib.core.ucma;

import dev.fenestra.ib.core.cm.CmEvent;
import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.UdParam;
import java.nio.ByteBuffer;

/** An event as {@code struct rdma_ucm_event_resp}. */
final class UcmaEvent {
    /** Size of struct rdma_ucm_event_resp. */
    static final int BYTES = 336;

    private static final UcmaField UID = UcmaField.u64(0);
    private static final UcmaField ID = UcmaField.u32(8);
    private static final UcmaField EVENT = UcmaField.u32(12);
    private static final UcmaField STATUS = UcmaField.u32(16);
    private static final int PARAM = 20;
    private static final int ECE = 328;

    private UcmaEvent() {}

    static ByteBuffer of(CmEvent event) {
        ByteBuffer out = ByteBuffer.allocate(BYTES);
        UID.set(out, event.uid());
        ID.set(out, event.id());
        EVENT.set(out, event.type().ordinal());
        STATUS.set(out, event.status());
        ConnParam conn = event.conn();
        UdParam datagrams = event.ud();
        if (conn != null) {
            UcmaLayout.conn(out, PARAM, conn);
        } else if (datagrams != null) {
            UcmaLayout.datagrams(out, PARAM, datagrams);
        }
        UcmaLayout.ece(out, ECE, event.ece());
        return out;
    }
}
