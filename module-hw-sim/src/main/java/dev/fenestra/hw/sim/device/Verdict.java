package dev.fenestra.hw.sim.device;

import java.util.Arrays;

/** The fate of a packet: the decision of the device that received it, or the reason why no device received it. */
public sealed interface Verdict {

    /** In a few words. */
    String text();

    /** Verdicts that need no rule of memory protection or of the transport. */
    enum Plain implements Verdict {
        ACCEPTED("accepted"),
        DUPLICATE("duplicate: not executed again"),
        OUT_OF_SEQUENCE("not the next one: something before it is missing"),
        NOT_READY("no receive is posted"),
        NO_PAGE("a page that it needs is not there yet"),

        NO_QP("dropped: no such QP"),
        UNKNOWN_OPCODE("dropped: unknown opcode"),
        WRONG_VERSION("dropped: unknown transport version"),
        WRONG_PKEY("dropped: P_Key of another partition"),
        WRONG_SERVICE("dropped: opcode of another service than the QP's"),
        FOREIGN_PORT("dropped: not from the port of the QP's peer"),
        WRONG_STATE("dropped: the QP takes no such packets in its state"),
        WRONG_LENGTH("dropped: the payload does not fit its place in the message"),
        FORGOTTEN("dropped: a repeated request whose answer is no longer kept"),
        UNEXPECTED_ANSWER("dropped: answers nothing that is waited for"),

        PORT_DOWN("lost: the link of the port is down"),
        UNDER_WAY("still under way"),
        LOST("lost: the link dropped it"),
        CORRUPTED("lost: the link flipped a bit, and its ICRC is wrong"),
        NO_PORT("lost: nobody has this address"),
        LEFT("left for another machine"),
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

    /** A rule refused it. */
    record Refused(HcaRule rule) implements Verdict {
        private static final Refused[] BY_RULE =
                Arrays.stream(HcaRule.values()).map(Refused::new).toArray(Refused[]::new);

        @Override
        public String text() {
            return "refused [" + rule.id() + "] " + rule.violation() + ": " + rule.outcome();
        }
    }

    /** The verdict that names a rule. */
    static Verdict refusedBy(HcaRule rule) {
        return Refused.BY_RULE[rule.ordinal()];
    }
}
