package dev.fenestra.ib.core.cm.ids;

/** That an id has joined a group. */
final class Membership extends ChannelUser {
    final CmIdObject id;

    Membership(int handle, CmIdObject id, long uid) {
        super(handle, id.events, uid);
        this.id = id;
    }
}
