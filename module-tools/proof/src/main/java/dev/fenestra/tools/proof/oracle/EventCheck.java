package dev.fenestra.tools.proof.oracle;

import dev.fenestra.tools.proof.oracle.model.Expected;
import dev.fenestra.tools.proof.oracle.model.Model;
import dev.fenestra.tools.proof.oracle.model.Prediction;
import dev.fenestra.tools.proof.oracle.program.Side;
import dev.fenestra.tools.proof.oracle.program.Slots;
import dev.fenestra.tools.proof.oracle.program.Step;
import dev.fenestra.uverbs.handles.CompletionQueue;
import java.util.Optional;

/**
 * Compares the events of CQs with those predicted: one for each request, at the completion that it was made for. An
 * event whose request has already been answered is legal: the program wakes up and finds nothing.
 */
final class EventCheck {
    /** Empty polls before an event counts as missing; each takes a microsecond of the device's clock. */
    private static final int PATIENCE = 100;

    private final Stack stack;
    private final Model model;

    EventCheck(Stack stack, Model model) {
        this.stack = stack;
        this.model = model;
    }

    /** Takes all predicted events. Their completions have been polled. */
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

    /** Removes old events before a new request, so that none of them passes for its answer. */
    void beforeAsking(Step.ArmCq arm) {
        if (!model.isAsked(arm.side(), arm.cq())) {
            drain(arm.side(), arm.cq());
        }
    }

    /**
     * Checks that no outstanding arm has led to an event. Takes all events, so that none is mistaken for a later one.
     */
    Optional<Mismatch> nothingLeft() {
        for (Side side : Side.values()) {
            for (int cq = 0; cq < Slots.QPS; cq++) {
                boolean wasTold = drain(side, cq);
                if (wasTold && model.isAsked(side, cq)) {
                    return Optional.of(mismatch(side, cq, "none", "one"));
                }
            }
        }
        return Optional.empty();
    }

    /** Whether there was any event. */
    private boolean drain(Side side, int cq) {
        boolean wasTold = false;
        while (stack.rig(side).hasOpenCq(cq) && take(stack.rig(side).cqs().at(cq))) {
            wasTold = true;
        }
        return wasTold;
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
