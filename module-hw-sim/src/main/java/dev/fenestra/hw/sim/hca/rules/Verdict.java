package dev.fenestra.hw.sim.hca.rules;

import java.util.Arrays;

/** The fate of a packet: the decision of the device that received it, or the reason why no device received it. */
public sealed interface Verdict {

    /** {@return the verdict in a few words} */
    String text();

    /** Verdicts that need no rule of memory protection or of the transport. */
    enum Plain implements Verdict {
        /** The device executed the packet, or took it into account. */
        ACCEPTED("accepted"),
        /** A request that was executed before: the device only answers it again. */
        DUPLICATE("duplicate: not executed again"),
        /** A packet before this one is missing. */
        OUT_OF_SEQUENCE("not the next one: something before it is missing"),
        /** The packet needs a receive, and none is posted. */
        NOT_READY("no receive is posted"),
        /** The packet needs a page that has not come yet. */
        NO_PAGE("a page that it needs is not there yet"),

        /** The destination QP does not exist. */
        NO_QP("dropped: no such QP"),
        /** The transport header has an opcode that no service has. */
        UNKNOWN_OPCODE("dropped: unknown opcode"),
        /** The transport header has another version than 0. */
        WRONG_VERSION("dropped: unknown transport version"),
        /** The P_Key is not that of the QP's partition. */
        WRONG_PKEY("dropped: P_Key of another partition"),
        /** The opcode belongs to another service than the QP. */
        WRONG_SERVICE("dropped: opcode of another service than the QP's"),
        /** The packet does not come from the GID of the QP's peer, or does not go to the QP's own GID. */
        FOREIGN_PORT("dropped: not from the GID of the QP's peer to the QP's own"),
        /** The QP takes no such packet in its state. */
        WRONG_STATE("dropped: the QP takes no such packets in its state"),
        /** The payload does not fit its place in the message. */
        WRONG_LENGTH("dropped: the payload does not fit its place in the message"),
        /** A repeated READ or atomic whose answer the responder no longer keeps. */
        FORGOTTEN("dropped: a repeated request whose answer is no longer kept"),
        /** The QP owes senders of SRD as many answers as it keeps; they ask again. */
        TOO_MANY_ANSWERS("dropped: the QP owes as many answers as it keeps"),
        /** A response to no outstanding request. */
        UNEXPECTED_ANSWER("dropped: answers nothing that is waited for"),

        /** The link of the port is down. */
        PORT_DOWN("lost: the link of the port is down"),
        /** No device has decided yet: a link holds the packet back. */
        UNDER_WAY("still under way"),
        /** The link dropped the packet. */
        LOST("lost: the link dropped it"),
        /** The link flipped a bit, and the port found a wrong ICRC. */
        CORRUPTED("lost: the link flipped a bit, and its ICRC is wrong"),
        /** No port has the destination GID. */
        NO_PORT("lost: no port has this address"),
        /** The packet left the fabric for another machine. */
        LEFT("left for another machine"),
        /** The socket did not take the packet. */
        NOT_SENT("lost: the socket did not take it");

        private final String text;

        Plain(String text) {
            this.text = text;
        }

        @Override
        public String text() {
            return text;
        }
    }

    /**
     * A rule refused the packet.
     *
     * @param rule the rule
     */
    record Refused(HcaRule rule) implements Verdict {
        private static final Refused[] BY_RULE =
                Arrays.stream(HcaRule.values()).map(Refused::new).toArray(Refused[]::new);

        @Override
        public String text() {
            return "refused [" + rule.id() + "] " + rule.violation() + ": " + rule.outcome();
        }
    }

    /**
     * {@return the verdict that names a rule}
     *
     * @param rule the rule that refused a packet
     */
    static Verdict refusedBy(HcaRule rule) {
        return Refused.BY_RULE[rule.ordinal()];
    }
}
