package dev.fenestra.uverbs.request;

/**
 * A request on an XRC initiator, for one SRQ of the peer.
 *
 * @param srqNumber of the peer's SRQ, 24 bits; a SEND takes its receive there, and keys must belong to its PD
 * @param request the request itself
 */
public record XrcRequest(int srqNumber, WorkRequest request) implements WorkRequest {

    /**
     * {@return the request, for an SRQ of the peer}
     *
     * @param srqNumber the number of the SRQ on the peer, 24 bits
     * @param request the request itself
     */
    public static XrcRequest of(int srqNumber, WorkRequest request) {
        return new XrcRequest(srqNumber, request);
    }

    @Override
    public long wrId() {
        return request.wrId();
    }

    @Override
    public int flags() {
        return request.flags();
    }
}
