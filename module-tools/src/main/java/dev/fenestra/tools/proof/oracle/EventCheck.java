package dev.fenestra.tools.proof.oracle;

import dev.fenestra.tools.proof.oracle.model.Expected;
import dev.fenestra.tools.proof.oracle.model.Prediction;
import dev.fenestra.tools.proof.oracle.program.Side;
import dev.fenestra.tools.proof.oracle.program.Slots;
import dev.fenestra.uverbs.CompletionQueue;
import java.util.Optional;

/** Compares the events of CQs with those predicted: one for each request, at the completion that it was made for. */
final class EventCheck {
    /** Looks in vain before an event counts as missing; each is a microsecond of the device's clock. */
    private static final int PATIENCE = 100;

    private final Stack stack;

    EventCheck(Stack stack) {
        this.stack = stack;
    }

    /** Takes all that are predicted. Their completions have been polled. */
    Optional<Mismatch> check(Prediction prediction) {
        for (Expected told : prediction.told()) {
            boolean isThere = false;
            for (int i = 0; i < PATIENCE && !isThere; i++) {
                isThere = take(stack.rig(told.side()).cqs().at(told.qp()));
            }
            if (!isThere) {
                return Optional.of(mismatch(told.side(), told.qp(), "one", "none"));
            }
        }
        return Optional.empty();
    }

    /** No CQ has told of anything that was not predicted. */
    Optional<Mismatch> nothingLeft() {
        for (Side side : Side.values()) {
            for (int cq = 0; cq < Slots.QPS; cq++) {
                if (stack.rig(side).hasOpenCq(cq) && take(stack.rig(side).cqs().at(cq))) {
                    return Optional.of(mismatch(side, cq, "none", "one"));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean take(CompletionQueue cq) {
        boolean isThere = cq.channel().flatMap(channel -> channel.pollEvent()).isPresent();
        if (isThere) {
            cq.ackEvents(1);
        }
        return isThere;
    }

    private static Mismatch mismatch(Side side, int cq, String expected, String seen) {
        String name = JavaNames.cq(side, cq);
        return new Mismatch(
                "event",
                expected + " of " + side.host() + "'s CQ " + cq,
                seen,
                "takeEvent(" + name + ") ? \"one\" : \"none\"");
    }
}
