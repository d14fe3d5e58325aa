package dev.fenestra.hw.sim.hca.queue;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.mlx5.prm.Eqe;
import dev.fenestra.hw.sim.mlx5.prm.EventType;
import org.jspecify.annotations.Nullable;

/**
 * An event for the host, written as an EQE.
 *
 * @param type one of {@link EventType}
 * @param subType of port changes, else 0
 * @param number of the QP, SRQ, CQ or port
 * @param refusal the rule that a responder enforced, or null
 * @param rkey the R_Key that a refused access named
 * @param address that it named
 * @param length of the access, bytes
 * @param fault of page faults, else null
 */
public record Event(
        int type,
        int subType,
        int number,
        @Nullable HcaRule refusal,
        int rkey,
        long address,
        long length,
        @Nullable PageFault fault) {

    /**
     * Makes an event of a QP, SRQ or CQ, as the type says.
     *
     * @param type one of {@link EventType}
     * @param number of the QP, SRQ or CQ
     * @return the event
     */
    public static Event of(int type, int number) {
        return new Event(type, 0, number, null, 0, 0, 0, null);
    }

    /**
     * Makes an event of a port whose link went down or up.
     *
     * @param subType whether it is down or up, as in the {@link Eqe}
     * @param port number of the port
     * @return the event
     */
    public static Event ofPort(int subType, int port) {
        return new Event(EventType.PORT_CHANGE, subType, port, null, 0, 0, 0, null);
    }

    /**
     * Makes the event of a responder that refused a request as a whole.
     *
     * @param qpn QP of the responder
     * @param rule the rule that was broken
     * @return the event
     */
    public static Event invalidRequest(int qpn, HcaRule rule) {
        return new Event(EventType.WQ_INVALID_REQUEST, 0, qpn, rule, 0, 0, 0, null);
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
        return new Event(EventType.WQ_ACCESS_ERROR, 0, qpn, rule, rkey, address, length, null);
    }

    /**
     * Makes the event of a QP that waits for pages.
     *
     * @param qpn the QP
     * @param fault the pages
     * @return the event
     */
    public static Event pageFault(int qpn, PageFault fault) {
        return new Event(EventType.PAGE_FAULT, Eqe.MEMORY_FAULT, qpn, null, 0, 0, 0, fault);
    }
}
