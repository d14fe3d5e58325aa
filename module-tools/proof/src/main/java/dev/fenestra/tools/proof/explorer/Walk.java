package dev.fenestra.tools.proof.explorer;

import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.tools.conformance.guard.Guard;
import dev.fenestra.tools.proof.oracle.Difference;
import dev.fenestra.tools.proof.oracle.Run;
import dev.fenestra.tools.proof.oracle.model.View;
import dev.fenestra.tools.proof.oracle.program.KeyName;
import dev.fenestra.tools.proof.oracle.program.Side;
import dev.fenestra.tools.proof.oracle.program.Slots;
import dev.fenestra.tools.proof.oracle.program.Step;
import dev.fenestra.tools.proof.oracle.program.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A path on stack and model. */
final class Walk {
    private static final String EXCEPTION = "exception";

    private final ExplorerHosts hosts;
    private final Run run;
    private final View bob;
    /** By slot of windows: the number of the QP of the last bind of type 2. */
    private final int[] boundThrough = new int[Slots.WINDOWS];

    private long fills = ExplorerScope.FILLS.size();

    Walk(ExplorerHosts hosts) {
        this.hosts = hosts;
        run = hosts.run();
        bob = run.model().view(Side.BOB);
        ExplorerScope.OBJECTS.forEach(run::adopt);
        ExplorerScope.FILLS.forEach(run::next);
    }

    /** Carries an action out; empty when the stack does what the model says. */
    Optional<Difference> perform(Action action) {
        for (Step step : action.steps()) {
            Optional<Difference> wrong = Guard.run(
                    () -> perform(step),
                    thrown -> Optional.of(new Difference(
                            0,
                            step,
                            EXCEPTION,
                            Set.of(Difference.property(EXCEPTION)),
                            "none",
                            thrown.toString(),
                            "")));
            if (wrong.isPresent()) {
                return wrong;
            }
        }
        return Optional.empty();
    }

    private Optional<Difference> perform(Step step) {
        switch (step) {
            case Step.RegMr _, Step.AllocMw _ -> hosts.indexes().beforeCreation(keys());
            case Step.CreateQp _ -> hosts.qpNumbers().beforeCreation(queues());
            default -> {}
        }
        Optional<Difference> wrong = run.next(step);
        if (wrong.isPresent() || !(step instanceof Step.Post post)) {
            return wrong;
        }
        if (post.works().getFirst() instanceof Work.BindTwo bind && bob.isTied(bind.window(), post.qp())) {
            boundThrough[bind.window()] = run.qpNumber(Side.BOB, post.qp());
        }
        // Other bytes than the access has left, so that the next one changes them.
        return run.next(new Step.Fill(Side.BOB, 0, ExplorerScope.PAGE + ExplorerScope.REGION_BYTES, ++fills));
    }

    private int keys() {
        int keys = 0;
        for (int slot = 0; slot < Slots.WINDOWS; slot++) {
            keys += bob.hasWindow(slot) ? 1 : 0;
        }
        for (int slot = 0; slot < ExplorerScope.REGIONS; slot++) {
            keys += bob.hasRegion(slot) ? 1 : 0;
        }
        return keys;
    }

    private int queues() {
        int queues = 0;
        for (int qp = 0; qp < ExplorerScope.QPS; qp++) {
            queues += bob.hasQueue(qp) ? 1 : 0;
        }
        return queues;
    }

    /** Connects again the QPs that are in error, or whose peer is. */
    Action recovery() {
        List<Step> steps = new ArrayList<>();
        for (int qp = 0; qp < ExplorerScope.QPS; qp++) {
            if (!isReady(qp)) {
                steps.add(ExplorerScope.connection(qp));
            }
        }
        return new Action(steps);
    }

    private boolean isReady(int qp) {
        boolean isPeerReady = run.model().state(Side.ALICE, qp) == QpState.RTS;
        return !bob.hasQueue(qp) || bob.isReady(qp) && isPeerReady;
    }

    /** Asks how each window is bound. */
    Action queries() {
        List<Step> steps = new ArrayList<>();
        for (int slot = 0; slot < Slots.WINDOWS; slot++) {
            if (bob.hasWindow(slot)) {
                steps.add(new Step.QueryMw(Side.BOB, slot));
            }
        }
        return new Action(steps);
    }

    /** Ends everything the path has made, windows first. */
    Action ending() {
        List<Step> steps = new ArrayList<>();
        for (int slot = 0; slot < Slots.WINDOWS; slot++) {
            if (bob.hasWindow(slot)) {
                steps.add(new Step.DeallocMw(Side.BOB, slot));
            }
        }
        for (int slot = 0; slot < ExplorerScope.REGIONS; slot++) {
            if (bob.hasRegion(slot)) {
                steps.add(new Step.DeregMr(Side.BOB, slot));
            }
        }
        for (int qp = 0; qp < ExplorerScope.QPS; qp++) {
            if (bob.hasQueue(qp)) {
                steps.add(new Step.DestroyQp(Side.BOB, qp));
            }
            steps.add(new Step.ResetQp(Side.ALICE, qp));
        }
        return new Action(steps);
    }

    /** The key that a name means now. */
    int key(KeyName name) {
        return run.model().key(Side.BOB, name);
    }

    /** Whether a QP has the number that the QP of a window's last bind had. */
    boolean isBoundThroughNumberOf(int window, int qp) {
        return bob.hasQueue(qp) && run.qpNumber(Side.BOB, qp) == boundThrough[window];
    }

    /** Key indexes that the path has freed and not used again. */
    int freeIndexes() {
        return hosts.indexes().free(keys());
    }

    /** After the end of the path: its numbers are taken again. */
    void close() {
        hosts.indexes().fill();
        hosts.qpNumbers().fill();
    }
}
