package dev.fenestra.tools.proof.soak;

import dev.fenestra.uverbs.handles.Completion;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of a program: completions in order, and all memory. Not changed once made.
 *
 * @param requester the requester's memory
 * @param responder the responder's memory
 * @param packets that were handed to the link
 * @param trace a hash of them and of when they were sent
 * @param defect what no fault excuses: an exception, or what state of a card contradicted itself on the way
 */
@SuppressWarnings("ArrayRecordComponent") // made for one comparison, and not shared
record SoakOutcome(
        List<Completion> sends,
        List<Completion> receives,
        byte[] requester,
        byte[] responder,
        int packets,
        long trace,
        Optional<String> defect) {

    SoakOutcome {
        sends = List.copyOf(sends);
        receives = List.copyOf(receives);
    }

    /** A run that ended with an exception. */
    static SoakOutcome thrown(Throwable exception, int packets) {
        byte[] none = new byte[0];
        return new SoakOutcome(List.of(), List.of(), none, none, packets, 0, Optional.of("an exception: " + exception));
    }

    /** The difference from the run without faults; empty when there is none. */
    Optional<String> differenceFrom(SoakOutcome expected) {
        return defect.or(() -> sendsDiffer(expected))
                .or(() -> receives.equals(expected.receives)
                        ? Optional.empty()
                        : Optional.of("receive completions are " + receives + ", not " + expected.receives))
                .or(() -> requesterDiffers(expected))
                .or(() -> memory("the responder's", responder, expected.responder));
    }

    Optional<String> sendsDiffer(SoakOutcome expected) {
        return sends.equals(expected.sends)
                ? Optional.empty()
                : Optional.of("send completions are " + sends + ", not " + expected.sends);
    }

    Optional<String> requesterDiffers(SoakOutcome expected) {
        return memory("the requester's", requester, expected.requester);
    }

    private static Optional<String> memory(String whose, byte[] is, byte[] shouldBe) {
        int at = Arrays.mismatch(is, shouldBe);
        return at < 0
                ? Optional.empty()
                : Optional.of(whose + " memory differs at " + at + ": " + is[at] + ", not " + shouldBe[at]);
    }
}
