package dev.fenestra.ib.core.cm.ids;

import dev.fenestra.ib.core.cm.CmEventType;
import dev.fenestra.ib.core.cm.CmPort;
import dev.fenestra.ib.core.cm.CmRule;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.cm.protocol.CmConnection;
import dev.fenestra.ib.core.cm.protocol.CmProtocol;
import dev.fenestra.ib.core.vocabulary.QpType;

/** How ids come, move and go. */
final class IdLife {
    private final CmProtocol protocol;
    private final Bindings bindings;
    private final IdTable ids;
    private final GroupCalls groups;

    IdLife(CmProtocol protocol, Bindings bindings, IdTable ids, GroupCalls groups) {
        this.protocol = protocol;
        this.bindings = bindings;
        this.ids = ids;
        this.groups = groups;
    }

    int create(EventList events, PortSpace space, QpType type, long uid) {
        boolean fits = switch (space) {
            case TCP -> type == QpType.RC;
            case UDP, IPOIB -> type == QpType.UD;
            case IB -> type != QpType.RAW_PACKET;
        };
        if (!fits) {
            throw CmRule.PORT_SPACE.refused("port space=" + space + " QP type=" + type);
        }
        CmIdObject id = new CmIdObject(ids.newHandle(), events, space, type, uid);
        ids.add(id);
        return id.handle;
    }

    /** Destroys an id, and the requests that its program has not seen; how many of its events were read. */
    int destroy(CmIdObject id) {
        ids.remove(id);
        bindings.release(id);
        id.stopTimer();
        groups.of(id).forEach(groups::leave);
        for (EventList.Entry entry : id.events.remove(id)) {
            if (entry.requested() instanceof CmIdObject requested && requested != id) {
                destroy(requested);
            }
        }
        CmConnection connection = id.connection;
        if (connection != null) {
            protocol.abandon(connection);
        }
        return id.eventsRead;
    }

    /** Moves an id with its unread events; how many of them were read in the old channel. */
    int migrate(CmIdObject id, EventList to) {
        for (EventList.Entry entry : id.events.remove(id)) {
            if (entry.requested() instanceof CmIdObject requested) {
                requested.events = to;
            }
            to.add(entry);
        }
        id.events = to;
        groups.of(id).forEach(membership -> membership.events = to);
        return id.eventsRead;
    }

    /** All ids of a device hear that it has gone; their connections end without a word. */
    void deviceRemoved(String device) {
        for (CmIdObject id : ids.ids()) {
            CmPort port = id.port;
            if (port != null && port.device().equals(device) && id.state != IdState.DEVICE_REMOVAL) {
                id.stopTimer();
                CmConnection connection = id.connection;
                if (connection != null) {
                    protocol.drop(connection);
                }
                id.connection = null;
                id.state = IdState.DEVICE_REMOVAL;
                Events.tell(id, CmEventType.DEVICE_REMOVAL, 0);
            }
        }
    }
}
