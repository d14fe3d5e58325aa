package dev.fenestra.ib.core.cm;

import org.jspecify.annotations.Nullable;

/**
 * An event of a channel ({@code rdma_cm_event}).
 *
 * @param type what has happened
 * @param id handle of the id, or of the group for MULTICAST_JOIN
 * @param uid what the program calls the id, the group, or for CONNECT_REQUEST the listening id
 * @param listener for CONNECT_REQUEST, handle of the listening id; else 0
 * @param status 0, an errno below 0, or the peer's reason
 * @param conn what the peer says of a connection, if it does
 * @param ud what the peer says of a datagram service, if it does
 * @param ece the peer's options
 */
public record CmEvent(
        CmEventType type,
        int id,
        long uid,
        int listener,
        int status,
        @Nullable ConnParam conn,
        @Nullable UdParam ud,
        Ece ece) {}
