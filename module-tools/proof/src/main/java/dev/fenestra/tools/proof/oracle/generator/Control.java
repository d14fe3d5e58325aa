package dev.fenestra.tools.proof.oracle.generator;

import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.ReregFlag;
import dev.fenestra.tools.proof.oracle.model.Model;
import dev.fenestra.tools.proof.oracle.model.View;
import dev.fenestra.tools.proof.oracle.program.Side;
import dev.fenestra.tools.proof.oracle.program.Slots;
import dev.fenestra.tools.proof.oracle.program.Step;
import dev.fenestra.tools.proof.oracle.program.VerbsProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** Steps that make, change and destroy objects. */
final class Control {
    private final Dice dice;
    private final Lengths lengths;
    private final DrawnRights rights;

    Control(Dice dice) {
        this.dice = dice;
        lengths = new Lengths(dice);
        rights = new DrawnRights(dice);
    }

    Step window(Model model, Side side) {
        int slot = dice.below(Slots.WINDOWS);
        if (model.view(side).hasWindow(slot) && dice.percent(45)) {
            return new Step.QueryMw(side, slot);
        }
        if (model.view(side).hasWindow(slot)) {
            return new Step.DeallocMw(side, slot);
        }
        MwType type = dice.percent(35) ? MwType.TYPE_1 : MwType.TYPE_2;
        return withPd(model, side, pd -> new Step.AllocMw(side, slot, pd, type));
    }

    Step region(Model model, Side side) {
        int slot = dice.below(Slots.REGIONS);
        if (model.view(side).hasRegion(slot) && dice.percent(45)) {
            return withPd(model, side, pd -> reregister(side, slot, pd));
        }
        return model.view(side).hasRegion(slot)
                ? new Step.DeregMr(side, slot)
                : withPd(model, side, pd -> register(side, slot, pd));
    }

    private Step register(Side side, int slot, int pd) {
        int length = lengths.range();
        int offset = (int) lengths.inside(VerbsProgram.MEMORY_BYTES, length);
        int iovaStep = dice.oneIn(5) ? dice.pick(PAGE_BYTES, -PAGE_BYTES, 1 << 30) : 0;
        boolean isGood = dice.percent(90);
        if (isGood && dice.oneIn(6)) {
            int aligned = Math.min(offset & -PAGE_BYTES, VerbsProgram.MEMORY_BYTES - length & -PAGE_BYTES);
            return new Step.RegMr(side, slot, pd, aligned, length, 0, rights.region() | AccessFlag.ZERO_BASED.bit());
        }
        return isGood
                ? new Step.RegMr(side, slot, pd, offset, length, iovaStep, rights.region())
                : badRegister(side, slot, pd, offset, length);
    }

    private Step reregister(Side side, int slot, int pd) {
        int flags = dice.oneIn(20) ? 0 : dice.between(1, ReregFlag.ALL);
        boolean hasRights = (flags & ReregFlag.CHANGE_ACCESS) != 0;
        int length = dice.oneIn(20) ? 0 : lengths.range();
        int offset = (int) lengths.inside(VerbsProgram.MEMORY_BYTES, length);
        int access = hasRights ? newRights() : dice.oneIn(20) ? 1 : 0;
        return new Step.ReregMr(side, slot, flags, pd, offset, length, access);
    }

    private int newRights() {
        return switch (dice.below(16)) {
            case 0 -> rights.badRegion();
            case 1 -> rights.unknown();
            default -> rights.region();
        };
    }

    private Step badRegister(Side side, int slot, int pd, int offset, int length) {
        return switch (dice.below(4)) {
            case 0 -> new Step.RegMr(side, slot, pd, offset, length, 1, rights.region());
            case 1 -> new Step.RegMr(side, slot, pd, offset, 0, 0, rights.region());
            case 2 -> new Step.RegMr(side, slot, pd, offset, 1L << 30, 0, rights.region());
            default -> new Step.RegMr(side, slot, pd, offset, length, 0, rights.badRegion());
        };
    }

    /** The steps that are missing until both QPs of a slot exist. */
    Optional<Step> missing(Model model, int qp) {
        return missing(model, Side.ALICE, qp).or(() -> missing(model, Side.BOB, qp));
    }

    private Optional<Step> missing(Model model, Side side, int qp) {
        View view = model.view(side);
        if (!view.hasCq(qp)) {
            return Optional.of(new Step.CreateCq(side, qp));
        }
        return view.hasQueue(qp)
                ? Optional.empty()
                : Optional.of(withPd(model, side, pd -> new Step.CreateQp(side, qp, pd)));
    }

    /** Connects two QPs; when a bound window holds one of them back, mostly gets rid of that window. */
    Step connect(Model model, int qp) {
        for (Side side : Side.values()) {
            View view = model.view(side);
            for (int slot = 0; slot < Slots.WINDOWS; slot++) {
                if (view.hasWindow(slot) && view.isTied(slot, qp) && dice.percent(75)) {
                    return new Step.DeallocMw(side, slot);
                }
            }
        }
        Mtu mtu = dice.oneOf(Mtu.MTU_256, Mtu.MTU_1024, Mtu.MTU_4096);
        return new Step.Connect(qp, mtu, rights.queue(), rights.queue());
    }

    /** Something rare that happens to a QP, a CQ or a PD. */
    Step upheaval(Model model, Side side) {
        int slot = dice.below(Slots.QPS);
        int pd = dice.below(Slots.PDS);
        return switch (dice.below(8)) {
            case 0 -> new Step.FailQp(side, slot);
            case 1 -> new Step.ResetQp(side, slot);
            case 2 -> new Step.InitQp(side, slot);
            case 3 -> new Step.DestroyQp(side, slot);
            case 4 -> new Step.DestroyCq(side, slot);
            case 5 -> connect(model, slot);
            default -> model.view(side).hasPd(pd) ? new Step.DeallocPd(side, pd) : new Step.AllocPd(side, pd);
        };
    }

    Step fill(Side side) {
        int length = dice.between(1, 2 * PAGE_BYTES);
        return new Step.Fill(side, dice.below(VerbsProgram.MEMORY_BYTES - length + 1), length, dice.bits());
    }

    /** Destroys all objects of a host, first in any order, then in an order that works, and closes its context. */
    List<Step> teardown(Side side) {
        List<Step> inOrder = new ArrayList<>();
        for (int slot = 0; slot < Slots.WINDOWS; slot++) {
            inOrder.add(new Step.DeallocMw(side, slot));
        }
        for (int slot = 0; slot < Slots.REGIONS; slot++) {
            inOrder.add(new Step.DeregMr(side, slot));
        }
        for (int slot = 0; slot < Slots.QPS; slot++) {
            inOrder.add(new Step.DestroyQp(side, slot));
            inOrder.add(new Step.DestroyCq(side, slot));
        }
        for (int slot = 0; slot < Slots.PDS; slot++) {
            inOrder.add(new Step.DeallocPd(side, slot));
        }
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < inOrder.size(); i++) {
            steps.add(inOrder.get(dice.below(inOrder.size())));
        }
        steps.addAll(inOrder);
        steps.add(new Step.Reopen(side));
        return steps;
    }

    private Step withPd(Model model, Side side, IntFunction<Step> use) {
        int pd = dice.percent(88) ? 0 : dice.between(1, Slots.PDS - 1);
        return model.view(side).hasPd(pd) ? use.apply(pd) : new Step.AllocPd(side, pd);
    }
}
