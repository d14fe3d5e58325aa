package dev.fenestra.ib.core.cm;

/** What has happened to an id; the ordinal is the number of rdma_cma.h {@code rdma_cm_event_type}. */
public enum CmEventType {
    /** The peer's address is known. */
    ADDR_RESOLVED,
    /** The peer's address was not found; the status is an errno below 0. */
    ADDR_ERROR,
    /** The way to the peer is known. */
    ROUTE_RESOLVED,
    /** No way to the peer was found. */
    ROUTE_ERROR,
    /** A peer wants to connect; the event's id is a new one. */
    CONNECT_REQUEST,
    /** The peer has accepted; accept without parameters ends the exchange. */
    CONNECT_RESPONSE,
    /** The connection could not be made for a reason of this host. */
    CONNECT_ERROR,
    /** The peer does not answer (status -ETIMEDOUT), or a datagram service refuses (status of SIDR_REP). */
    UNREACHABLE,
    /** The peer has refused; the status is the reason of the REJ. */
    REJECTED,
    /** The connection may be used. */
    ESTABLISHED,
    /** The connection has ended; status -ETIMEDOUT when the peer did not answer. */
    DISCONNECTED,
    /** The device has gone. */
    DEVICE_REMOVAL,
    /** The id has joined a group. */
    MULTICAST_JOIN,
    /** The id could not join a group. */
    MULTICAST_ERROR,
    /** The address has moved to another device. */
    ADDR_CHANGE,
    /** Late packets of the connection can no longer come. */
    TIMEWAIT_EXIT
}
