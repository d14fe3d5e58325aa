package dev.fenestra.tools.proof.oracle.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a step must do: the errno of the call and the completions that come of it. Reused from step to step. */
public final class Prediction {
    /** In place of an errno: the user API says IllegalStateException. */
    public static final int ILLEGAL_STATE = -1;

    private final List<Expected> completions = new ArrayList<>();
    private final List<Landing> landings = new ArrayList<>();
    private final List<Expected> told = new ArrayList<>();
    private int errno;
    private boolean changesStates;
    private @Nullable OracleRule why;

    /** Errno of the call, 0 for success. */
    public int errno() {
        return errno;
    }

    public List<Expected> completions() {
        return completions;
    }

    /** Those that make an event of their CQ. */
    public List<Expected> told() {
        return told;
    }

    /** Where data may have landed in part before something failed: the tables do not say how much. */
    public List<Landing> landings() {
        return landings;
    }

    /** Whether a QP may have changed its state. */
    public boolean changesStates() {
        return changesStates;
    }

    /** The rule that decided, unless all went well. */
    public @Nullable OracleRule why() {
        return why;
    }

    void clear() {
        completions.clear();
        landings.clear();
        told.clear();
        errno = 0;
        changesStates = false;
        why = null;
    }

    void errno(int newErrno) {
        errno = newErrno;
    }

    void completes(Expected completion) {
        completions.add(completion);
    }

    void tells(Expected completion) {
        told.add(completion);
    }

    void landsPartly(Landing landing) {
        landings.add(landing);
    }

    void statesChange() {
        changesStates = true;
    }

    void because(@Nullable OracleRule rule) {
        why = rule;
    }
}
