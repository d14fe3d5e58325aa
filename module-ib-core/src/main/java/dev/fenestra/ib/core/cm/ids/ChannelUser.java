package dev.fenestra.ib.core.cm.ids;

import dev.fenestra.ib.core.cm.CmEvent;

/** What a channel has a handle for, and events of. */
abstract class ChannelUser implements EventOwner {
    final int handle;
    /** Those of its channel. */
    EventList events;

    long uid;
    int eventsRead;

    ChannelUser(int handle, EventList events, long uid) {
        this.handle = handle;
        this.events = events;
        this.uid = uid;
    }

    @Override
    public void eventRead(CmEvent event) {
        eventsRead++;
    }
}
