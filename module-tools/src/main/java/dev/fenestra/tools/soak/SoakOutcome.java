package dev.fenestra.tools.soak;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What a program has come to: completions in order, states, and all memory. Not changed once made. */
final class SoakOutcome {
    private final List<String> sends;
    private final List<String> receives;
    private final byte[] requester;
    private final byte[] responder;
    private final int packets;
    private final long trace;

    /**
     * @param packets that were handed to the link
     * @param trace a hash of them and of when they were sent
     */
    SoakOutcome(
            List<String> sends, List<String> receives, byte[] requester, byte[] responder, int packets, long trace) {
        this.sends = List.copyOf(sends);
        this.receives = List.copyOf(receives);
        this.requester = requester.clone();
        this.responder = responder.clone();
        this.packets = packets;
        this.trace = trace;
    }

    int packets() {
        return packets;
    }

    long trace() {
        return trace;
    }

    /** What is not as it was without faults; empty when all is. */
    Optional<String> differenceFrom(SoakOutcome expected) {
        if (!sends.equals(expected.sends)) {
            return Optional.of("send completions are " + sends + ", not " + expected.sends);
        }
        if (!receives.equals(expected.receives)) {
            return Optional.of("receive completions are " + receives + ", not " + expected.receives);
        }
        return memory("the requester's", requester, expected.requester)
                .or(() -> memory("the responder's", responder, expected.responder));
    }

    private static Optional<String> memory(String whose, byte[] is, byte[] shouldBe) {
        int at = Arrays.mismatch(is, shouldBe);
        return at < 0
                ? Optional.empty()
                : Optional.of(whose + " memory differs at " + at + ": " + is[at] + ", not " + shouldBe[at]);
    }
}
