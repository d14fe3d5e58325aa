package dev.fenestra.ib.core.cm.ids;

import dev.fenestra.ib.core.cm.CmEvent;
import dev.fenestra.ib.core.cm.CmEventType;
import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.Ece;
import dev.fenestra.ib.core.cm.UdParam;
import org.jspecify.annotations.Nullable;

/** Puts events into the channel of their id. */
final class Events {
    private static final int NO_LISTENER = 0;

    private Events() {}

    static void tell(CmIdObject id, CmEventType type, int status) {
        tell(id, type, status, null, null, Ece.NONE);
    }

    /** An id that the program does not know yet is silent: it will find out when it accepts (core/ucma.c). */
    static void tell(
            CmIdObject id, CmEventType type, int status, @Nullable ConnParam conn, @Nullable UdParam ud, Ece ece) {
        if (id.known) {
            CmEvent event = new CmEvent(type, id.handle, id.uid, NO_LISTENER, status, conn, ud, ece);
            id.events.add(new EventList.Entry(event, id, null));
        }
    }

    static void joined(Membership membership, UdParam ud) {
        CmEvent event = new CmEvent(
                CmEventType.MULTICAST_JOIN, membership.handle, membership.uid, NO_LISTENER, 0, null, ud, Ece.NONE);
        membership.events.add(new EventList.Entry(event, membership, null));
    }

    /** A request: the new id has the listening id's uid in this event, and is unknown until it is accepted. */
    static void requested(
            CmIdObject listener, CmIdObject fresh, @Nullable ConnParam conn, @Nullable UdParam ud, Ece ece) {
        CmEvent event =
                new CmEvent(CmEventType.CONNECT_REQUEST, fresh.handle, listener.uid, listener.handle, 0, conn, ud, ece);
        listener.events.add(new EventList.Entry(event, listener, fresh));
    }
}
