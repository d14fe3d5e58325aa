package dev.fenestra.ib.core.cm.ids;

/** State of an id, in the words of {@code rdma resource show cm_id} (core/cma_priv.h). */
enum IdState {
    IDLE,
    /** Nobody has answered yet. */
    ADDR_QUERY,
    ADDR_RESOLVED,
    ROUTE_RESOLVED,
    /** A connection, or an exchange on the way to one. */
    CONNECT,
    DISCONNECT,
    ADDR_BOUND,
    LISTEN,
    /** Its device has gone. */
    DEVICE_REMOVAL
}
