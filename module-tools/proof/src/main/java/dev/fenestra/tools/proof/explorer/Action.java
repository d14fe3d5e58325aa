package dev.fenestra.tools.proof.explorer;

import dev.fenestra.tools.proof.oracle.program.Step;
import java.util.List;
import java.util.stream.Stream;

/** Steps that belong together, such as a receive and the message that takes it. */
record Action(List<Step> steps) {
    Action {
        steps = List.copyOf(steps);
    }

    static Action of(Step... steps) {
        return new Action(List.of(steps));
    }

    /** This action, and another one right after it. */
    Action then(Action next) {
        return new Action(Stream.concat(steps.stream(), next.steps.stream()).toList());
    }
}
