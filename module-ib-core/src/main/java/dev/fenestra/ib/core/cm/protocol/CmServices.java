package dev.fenestra.ib.core.cm.protocol;

/** Who takes requests for services; asked under the lock. */
public interface CmServices {

    /** What becomes of a request. */
    enum Answer {
        /** It has a user now. */
        TAKEN,
        /** Nobody listens to the service. */
        NOBODY,
        /** Somebody listens to the service, but not at this address or not with this type of QP. */
        REFUSED,
        /** Whoever listens has too many unread requests: the peer is to ask again. */
        FULL
    }

    /**
     * {@return what becomes of a request}
     *
     * @param service the service ID
     * @param connection a new one, in REQ_RCVD or SIDR_REQ_RCVD; TAKEN has set its user
     * @param mad the message
     */
    Answer requested(long service, CmConnection connection, byte[] mad);
}
