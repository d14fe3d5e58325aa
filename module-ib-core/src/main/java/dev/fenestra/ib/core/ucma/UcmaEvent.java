package dev.fenestra.ib.core.ucma;

import dev.fenestra.ib.core.abi.ucma.ConnectionLayouts.EventResp;
import dev.fenestra.ib.core.cm.CmEvent;
import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.UdParam;
import java.lang.foreign.MemorySegment;

/** An event as {@code struct rdma_ucm_event_resp}. */
final class UcmaEvent {
    private UcmaEvent() {}

    static MemorySegment of(CmEvent event) {
        MemorySegment out = MemorySegment.ofArray(new byte[EventResp.SIZE]);
        EventResp.UID.set(out, event.uid());
        EventResp.ID.set(out, event.id());
        EventResp.EVENT.set(out, event.type().code());
        EventResp.STATUS.set(out, event.status());
        ConnParam conn = event.conn();
        UdParam datagrams = event.ud();
        if (conn != null) {
            UcmaParameters.conn(EventResp.PARAM.of(out), conn);
        } else if (datagrams != null) {
            UcmaParameters.datagrams(EventResp.PARAM.of(out), datagrams);
        }
        UcmaParameters.ece(EventResp.ECE.of(out), event.ece());
        return out;
    }
}
