package dev.fenestra.ib.core.cm;

/** What has happened to an id; numbers as in rdma_cma.h {@code rdma_cm_event_type}. */
public enum CmEventType {
    /** The peer's address is known. */
    ADDR_RESOLVED(0),
    /** The peer's address was not found; the status is an errno below 0. */
    ADDR_ERROR(1),
    /** The way to the peer is known. */
    ROUTE_RESOLVED(2),
    /** No way to the peer was found. */
    ROUTE_ERROR(3),
    /** A peer wants to connect; the event's id is a new one. */
    CONNECT_REQUEST(4),
    /** The peer has accepted; accept without parameters ends the exchange. */
    CONNECT_RESPONSE(5),
    /** The connection could not be made for a reason of this host. */
    CONNECT_ERROR(6),
    /** The peer does not answer (status -ETIMEDOUT), or a datagram service refuses (status of SIDR_REP). */
    UNREACHABLE(7),
    /** The peer has refused; the status is the reason of the REJ. */
    REJECTED(8),
    /** The connection may be used. */
    ESTABLISHED(9),
    /** The connection has ended; status -ETIMEDOUT when the peer did not answer. */
    DISCONNECTED(10),
    /** The device has gone. */
    DEVICE_REMOVAL(11),
    /** The id has joined a group. */
    MULTICAST_JOIN(12),
    /** The id could not join a group. */
    MULTICAST_ERROR(13),
    /** The address has moved to another device. */
    ADDR_CHANGE(14),
    /** Late packets of the connection can no longer come. */
    TIMEWAIT_EXIT(15);

    private final int code;

    CmEventType(int code) {
        this.code = code;
    }

    /** {@return its number in rdma_cma.h} */
    public int code() {
        return code;
    }
}
