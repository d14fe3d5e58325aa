package dev.fenestra.hw.sim.hca.queue;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.vocabulary.EventKind;
import org.jspecify.annotations.Nullable;

/**
 * An event for the host.
 *
 * @param kind what has happened
 * @param number of the QP, SRQ, CQ or port
 * @param refusal the rule that a responder enforced, or null
 * @param rkey the R_Key that a refused access named
 * @param address that it named
 * @param length of the access, bytes
 * @param fault of page faults, else null
 */
public record Event(
        EventKind kind,
        int number,
        @Nullable HcaRule refusal,
        int rkey,
        long address,
        long length,
        @Nullable PageFault fault) {

    /**
     * Makes an event that says no more than what it is about.
     *
     * @param kind what has happened
     * @param number of the QP, SRQ, CQ or port
     * @return the event
     */
    public static Event of(EventKind kind, int number) {
        return new Event(kind, number, null, 0, 0, 0, null);
    }

    /**
     * Makes the event of a responder that refused a request as a whole.
     *
     * @param qpn QP of the responder
     * @param rule the rule that was broken
     * @return the event
     */
    public static Event invalidRequest(int qpn, HcaRule rule) {
        return new Event(EventKind.INVALID_REQUEST, qpn, rule, 0, 0, 0, null);
    }

    /**
     * Makes the event of a responder that refused an access.
     *
     * @param qpn QP of the responder
     * @param rule the rule that was broken
     * @param rkey the R_Key that the request named
     * @param address that it named
     * @param length bytes
     * @return the event
     */
    public static Event accessError(int qpn, HcaRule rule, int rkey, long address, long length) {
        return new Event(EventKind.ACCESS_ERROR, qpn, rule, rkey, address, length, null);
    }

    /**
     * Makes the event of a QP that waits for pages.
     *
     * @param qpn the QP
     * @param fault the pages
     * @return the event
     */
    public static Event pageFault(int qpn, PageFault fault) {
        return new Event(EventKind.PAGE_FAULT, qpn, null, 0, 0, 0, fault);
    }
}
