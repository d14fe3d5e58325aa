package dev.fenestra.tools.proof.oracle.generator;

import dev.fenestra.tools.proof.oracle.model.Model;
import dev.fenestra.tools.proof.oracle.program.Room;
import dev.fenestra.tools.proof.oracle.program.Scope;
import dev.fenestra.tools.proof.oracle.program.Side;
import dev.fenestra.tools.proof.oracle.program.Slots;
import dev.fenestra.tools.proof.oracle.program.Step;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Writes a program by seed, one step after the other. */
public final class Generator {
    private static final int STEPS_TO_TEARDOWN = 3_000;
    private static final int STEPS_TO_FLOOD = 400;

    /** More receives than a queue takes. */
    private static final int FLOOD = 6;

    private static final int STEPS_TO_ARM = 8;
    private static final int STEPS_TO_RASH_CLOSE = 2_000;

    private final Scope scope;
    private final Room room;
    private final Dice dice;
    private final Control control;
    private final Traffic traffic;
    private final Deque<Step> planned = new ArrayDeque<>();

    /**
     * @param scope what a step may ask for
     * @param room how much of it
     */
    public Generator(long seed, Scope scope, Room room) {
        this.scope = scope;
        this.room = room;
        dice = new Dice(seed);
        control = new Control(dice);
        traffic = new Traffic(dice);
    }

    /** A step that the model decides. */
    public Step next(Model model) {
        Step step = propose(model);
        while (!scope.holds(step) || !room.holds(step) || !model.decides(step)) {
            step = propose(model);
        }
        return step;
    }

    private Step propose(Model model) {
        if (!planned.isEmpty()) {
            return planned.remove();
        }
        Side side = dice.percent(50) ? Side.ALICE : Side.BOB;
        if (dice.oneIn(STEPS_TO_TEARDOWN)) {
            planned.addAll(control.teardown(side));
        }
        if (dice.oneIn(STEPS_TO_RASH_CLOSE)) {
            return new Step.Reopen(side);
        }
        int roll = dice.below(100);
        if (roll < 9) {
            return control.window(model, side);
        }
        if (roll < 15) {
            return control.region(model, side);
        }
        if (roll < 17) {
            return control.upheaval(model, side);
        }
        return roll < 18 ? control.fill(side) : onQueue(model, side);
    }

    /** Work on a QP, once there is one and mostly once it is connected. */
    private Step onQueue(Model model, Side side) {
        int qp = dice.below(Slots.QPS);
        Optional<Step> missing = control.missing(model, qp);
        if (missing.isPresent()) {
            return missing.get();
        }
        boolean isConnected =
                model.view(Side.ALICE).isReady(qp) && model.view(Side.BOB).isReady(qp);
        if (!isConnected && dice.percent(88)) {
            return control.connect(model, qp);
        }
        if (dice.oneIn(STEPS_TO_FLOOD)) {
            for (int i = 0; i < FLOOD; i++) {
                planned.add(traffic.receive(model, side, qp));
            }
        }
        if (dice.oneIn(STEPS_TO_ARM)) {
            return new Step.ArmCq(side, qp, dice.oneIn(2));
        }
        int roll = dice.below(100);
        if (roll < 9) {
            return traffic.bindOne(model, side, qp);
        }
        return roll < 17 ? traffic.receive(model, side, qp) : traffic.post(model, side, qp);
    }
}
