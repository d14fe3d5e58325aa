package dev.fenestra.tools.proof.soak;

import dev.fenestra.uverbs.handles.Completion;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The guarantees of UC and UD, whatever the link does. The requester sees no fault. Each completed receive holds a
 * whole message that was sent. Each byte in reach of a WRITE has its old value or one that a WRITE brings.
 */
final class Delivery {
    private final SoakProgram program;
    private final SoakMemory memory;
    private final SoakOutcome outcome;

    private Delivery(SoakProgram program, SoakOutcome outcome) {
        this.program = program;
        this.memory = program.memory();
        this.outcome = outcome;
    }

    /** The arrivals that break a guarantee; empty when there are none. */
    static Optional<String> difference(SoakProgram program, SoakOutcome outcome, SoakOutcome expected) {
        Delivery delivery = new Delivery(program, outcome);
        return outcome.defect()
                .or(() -> outcome.sendsDiffer(expected))
                .or(() -> outcome.requesterDiffers(expected))
                .or(delivery::unknownMessage)
                .or(delivery::unknownByte);
    }

    private Optional<String> unknownMessage() {
        return outcome.receives().stream()
                .filter(receive -> program.steps().stream().noneMatch(step -> isDelivery(receive, step)))
                .findFirst()
                .map(receive -> "received, but never sent: " + receive);
    }

    private boolean isDelivery(Completion receive, SoakStep step) {
        if (!step.kind().takesReceive() || !(receive instanceof Completion.Done done)) {
            return false;
        }
        int grh = program.service() == SoakService.UD ? DatagramLink.GRH : 0;
        OptionalInt immediate =
                step.kind() == SoakStep.Kind.SEND ? OptionalInt.empty() : OptionalInt.of(step.operand());
        boolean isWrite = step.kind() == SoakStep.Kind.WRITE_WITH_IMMEDIATE;
        int at = memory.receive(done.wrId()) + grh;
        return done.byteLength() == step.length() + grh
                && done.immediate().equals(immediate)
                && (isWrite
                        || Arrays.equals(
                                outcome.responder(),
                                at,
                                at + step.length(),
                                outcome.requester(),
                                step.local(),
                                step.local() + step.length()));
    }

    private Optional<String> unknownByte() {
        byte[] before = SoakSide.pattern(SoakSide.RESPONDER, memory);
        for (int i = 0; i < memory.bytes() / 2; i++) {
            if (outcome.responder()[i] != before[i] && !isWritten(i)) {
                return Optional.of("the responder's memory at " + i + " has a value that no request wrote");
            }
        }
        return Optional.empty();
    }

    private boolean isWritten(int at) {
        return program.steps().stream()
                .filter(step -> step.kind() == SoakStep.Kind.WRITE || step.kind() == SoakStep.Kind.WRITE_WITH_IMMEDIATE)
                .filter(step -> at >= step.remote() && at < step.remote() + step.length())
                .anyMatch(step -> outcome.requester()[step.local() + at - step.remote()] == outcome.responder()[at]);
    }
}
