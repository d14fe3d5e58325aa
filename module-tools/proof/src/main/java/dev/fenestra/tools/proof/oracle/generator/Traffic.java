package dev.fenestra.tools.proof.oracle.generator;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.tools.proof.oracle.model.Model;
import dev.fenestra.tools.proof.oracle.model.View;
import dev.fenestra.tools.proof.oracle.program.Piece;
import dev.fenestra.tools.proof.oracle.program.Side;
import dev.fenestra.tools.proof.oracle.program.Slots;
import dev.fenestra.tools.proof.oracle.program.Step;
import dev.fenestra.tools.proof.oracle.program.Target;
import dev.fenestra.tools.proof.oracle.program.Work;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Steps that post work. */
final class Traffic {
    private static final int TRIES = 12;

    private final Dice dice;
    private final Lengths lengths;
    private final DrawnRights rights;
    private final Keys keys;

    Traffic(Dice dice) {
        this.dice = dice;
        lengths = new Lengths(dice);
        rights = new DrawnRights(dice);
        keys = new Keys(dice);
    }

    /** One request, or a few together; when they need a receive that is not there, mostly the receive. */
    Step post(Model model, Side side, int qp) {
        List<Work> works = new ArrayList<>();
        int many = dice.percent(80) ? 1 : dice.between(2, 3);
        for (int i = 0; i < many; i++) {
            works.add(work(model, side, qp));
        }
        works.sort(Comparator.comparingInt(Traffic::rank));
        while (works.size() > 1 && works.get(works.size() - 2).hasAnswer()) {
            works.removeLast();
        }
        boolean lacksReceive = works.stream().anyMatch(Traffic::takesReceive)
                && !model.view(side.peer()).hasReceive(qp);
        return lacksReceive && dice.percent(90)
                ? receive(model, side.peer(), qp)
                : new Step.Post(side, qp, List.copyOf(works), dice.oneIn(3), dice.oneIn(2));
    }

    Step receive(Model model, Side side, int qp) {
        int length = dice.percent(85) ? Math.max(64, lengths.message()) : dice.between(0, 64);
        Piece piece = keys.piece(model.view(side), qp, length, true);
        return new Step.Receive(side, qp, piece);
    }

    Step bindOne(Model model, Side side, int qp) {
        View here = model.view(side);
        int window = dice.below(Slots.WINDOWS);
        int region = dice.below(Slots.REGIONS);
        boolean isCareless = dice.percent(7);
        for (int i = 0; i < TRIES && !isCareless && !isBindable(here, window, region, qp); i++) {
            window = dice.below(Slots.WINDOWS);
            region = dice.below(Slots.REGIONS);
        }
        return bindOne(side, qp, here, window, region);
    }

    private Step bindOne(Side side, int qp, View here, int window, int region) {
        boolean isRestored = !dice.oneIn(10);
        if (dice.oneIn(8)) {
            int none = dice.oneIn(10) ? 1 : 0;
            return new Step.BindOne(
                    side, qp, window, Step.BindOne.NO_REGION, 0, none, rights.windowOfType1(), isRestored);
        }
        Work.BindTwo like = keys.bind(here, window, region, rights, dice.oneIn(8));
        int access = dice.oneIn(12) ? like.access() : like.access() & ~AccessFlag.ZERO_BASED.bit();
        return new Step.BindOne(side, qp, window, region, like.offset(), like.length(), access, isRestored);
    }

    private static boolean isBindable(View here, int window, int region, int qp) {
        return here.isOfPd(qp, window) && here.isType1(window) && here.fits(window, region);
    }

    /** Local requests come first, one with an answer last: so the tables decide what becomes of each. */
    private static int rank(Work work) {
        return work.isLocal() ? 0 : work.hasAnswer() ? 2 : 1;
    }

    private static boolean takesReceive(Work work) {
        return work instanceof Work.Send || work instanceof Work.SendInvalidate || work instanceof Work.WriteImmediate;
    }

    private Work atomic(Model model, Side side, int qp) {
        Target found = keys.target(model, side, qp, Long.BYTES, AccessFlag.REMOTE_ATOMIC);
        long crooked = model.view(side).knowsPeer(found.key()) ? model.address(side.peer(), found) & Long.BYTES - 1 : 0;
        long offset = dice.percent(92) ? found.offset() - crooked : found.offset();
        Target target = new Target(found.key(), offset, found.isAbsolute());
        Piece result = keys.piece(model.view(side), qp, Long.BYTES, true);
        return dice.percent(50)
                ? new Work.FetchAdd(target, dice.bits(), result)
                : new Work.CompareSwap(target, dice.oneIn(3) ? 0 : dice.bits(), dice.bits(), result);
    }

    private Work work(Model model, Side side, int qp) {
        View here = model.view(side);
        int length = lengths.message();
        int roll = dice.below(100);
        if (roll < 27) {
            return new Work.Write(
                    keys.target(model, side, qp, length, AccessFlag.REMOTE_WRITE),
                    keys.pieces(model, side, qp, length, false));
        }
        if (roll < 32) {
            return atomic(model, side, qp);
        }
        if (roll < 47) {
            return new Work.Read(
                    keys.target(model, side, qp, length, AccessFlag.REMOTE_READ),
                    keys.pieces(model, side, qp, length, true));
        }
        if (roll < 55) {
            return new Work.WriteImmediate(
                    keys.target(model, side, qp, length, AccessFlag.REMOTE_WRITE),
                    (int) dice.bits(),
                    keys.pieces(model, side, qp, length, false));
        }
        if (roll < 67) {
            return new Work.Send(keys.pieces(model, side, qp, dice.percent(80) ? length % 65 : length, false));
        }
        if (roll < 75) {
            return new Work.SendInvalidate(
                    keys.toInvalidate(model.view(side.peer()), qp), keys.pieces(model, side, qp, length % 65, false));
        }
        return roll < 83 ? new Work.LocalInvalidate(keys.toInvalidate(here, qp)) : keys.bind(here, qp, rights);
    }
}
