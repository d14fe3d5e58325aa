package dev.fenestra.uverbs.cm;

import dev.fenestra.ib.core.cm.CmEvent;
import dev.fenestra.ib.core.cm.CmEventType;
import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.VerbsRule;
import java.time.Duration;

/** Steps that both ends of a connection take. */
final class CmSteps {
    private CmSteps() {}

    /** Waits for an event of an id. Another event of it ends the wait: ECONNREFUSED for REJECTED, else ECONNABORTED. */
    static CmEvent await(CmChannel channel, CmId id, CmEventType type, Duration timeout) {
        return check(channel.awaitEvent(timeout), id.handle(), type);
    }

    static CmEvent check(CmEvent event, int id, CmEventType type) {
        if (event.type() == type && event.id() == id) {
            return event;
        }
        String values = String.format(
                "expected=%s of cm_id %d, event=%s of cm_id %d, status=%d",
                type, id, event.type(), event.id(), event.status());
        throw event.type() == CmEventType.REJECTED
                ? new VerbsException(VerbsRule.CM_ACCEPTED, values)
                : new VerbsException(VerbsRule.CM_STEP, values);
    }

    static byte[] privateData(CmEvent event) {
        ConnParam peer = event.conn();
        return peer == null ? new byte[0] : peer.privateData();
    }
}
