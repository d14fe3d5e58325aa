package dev.fenestra.ib.core.cm.ids;

/** What a channel has a handle for, and events of. */
abstract sealed class ChannelObject permits CmIdObject, Membership {
    final int handle;
    Channel channel;
    long uid;
    int eventsRead;

    ChannelObject(int handle, Channel channel, long uid) {
        this.handle = handle;
        this.channel = channel;
        this.uid = uid;
    }
}
