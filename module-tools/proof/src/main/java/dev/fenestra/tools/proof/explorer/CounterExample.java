package dev.fenestra.tools.proof.explorer;

import java.util.List;

/**
 * A shortest way to break an invariant.
 *
 * @param path what led to the state, the setting included
 * @param last the action that should have had another outcome
 * @param seen that it had
 */
record CounterExample(List<Action> path, Action last, Invariant broken, String seen) {

    CounterExample {
        path = List.copyOf(path);
    }
}
