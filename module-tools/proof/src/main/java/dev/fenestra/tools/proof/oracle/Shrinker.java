package dev.fenestra.tools.proof.oracle;

import dev.fenestra.tools.proof.oracle.program.Step;
import dev.fenestra.tools.proof.oracle.program.VerbsProgram;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makes a failing program short, as long as it fails in the same way: first whole runs of steps go, from half of all
 * down to single ones, then the arguments become simple. It always tries the same things in the same order, and not for
 * ever.
 */
final class Shrinker {
    private static final int MOST_TRIES = 3_000;
    /** Steps of a program that is remembered. */
    private static final int SHORT = 100;

    private final Oracle oracle;
    /** Programs that did not fail in this way. Each round tries many of the round before again. */
    private final Set<List<Step>> useless = new HashSet<>();

    private Failure best;
    private int tries;

    Shrinker(Oracle oracle, Failure failure) {
        this.oracle = oracle;
        best = failure;
    }

    Failure shrink() {
        // The fault may not occur in a replay of its seed. Then the original program is all that can be shown.
        keepIfItFails(best.program().steps());
        boolean isShorter = true;
        while (isShorter && tries < MOST_TRIES) {
            int before = size();
            deleteRuns();
            boolean isSimpler = simplify();
            isShorter = isSimpler || size() < before;
        }
        return best;
    }

    private void deleteRuns() {
        for (int run = Math.max(1, size() / 2); run >= 1; run /= 2) {
            // From the end, so that what uses an object goes before what makes it.
            for (int from = size() - run; from >= 0; from -= run) {
                from = Math.min(from, size() - run);
                if (from < 0 || tries >= MOST_TRIES) {
                    break;
                }
                keepIfItFails(without(from, from + run));
            }
        }
    }

    private boolean simplify() {
        boolean isSimpler = false;
        for (int at = 0; at < size() && tries < MOST_TRIES; at++) {
            for (Step simpler : Simpler.than(best.program().steps().get(at))) {
                if (at < size() && keepIfItFails(with(at, simpler))) {
                    isSimpler = true;
                    break;
                }
            }
        }
        return isSimpler;
    }

    private boolean keepIfItFails(List<Step> steps) {
        if (useless.contains(steps)) {
            return false;
        }
        tries++;
        VerbsProgram program = best.program().with(steps);
        Optional<Difference> difference = oracle.replay(program);
        if (difference.isEmpty() || !difference.get().isLike(best.difference())) {
            if (steps.size() <= SHORT) {
                useless.add(steps);
            }
            return false;
        }
        // Steps after the failing one never ran.
        List<Step> run = steps.subList(0, difference.get().number() + 1);
        best = new Failure(program.with(run), difference.get());
        return true;
    }

    private List<Step> without(int from, int to) {
        List<Step> steps = new ArrayList<>(best.program().steps());
        steps.subList(from, to).clear();
        return steps;
    }

    private List<Step> with(int at, Step step) {
        List<Step> steps = new ArrayList<>(best.program().steps());
        steps.set(at, step);
        return steps;
    }

    private int size() {
        return best.program().steps().size();
    }
}
