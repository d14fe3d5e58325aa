package dev.fenestra.tools.proof.oracle.generator;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.tools.proof.oracle.model.Model;
import dev.fenestra.tools.proof.oracle.model.View;
import dev.fenestra.tools.proof.oracle.program.KeyName;
import dev.fenestra.tools.proof.oracle.program.Piece;
import dev.fenestra.tools.proof.oracle.program.Side;
import dev.fenestra.tools.proof.oracle.program.Slots;
import dev.fenestra.tools.proof.oracle.program.Target;
import dev.fenestra.tools.proof.oracle.program.Work;
import java.util.ArrayList;
import java.util.List;

/** Keys with addresses, local and remote: mostly such as a rule lets through, else whatever comes first. */
final class Keys {
    private static final int TRIES = 12;
    private static final int CARELESS_PERCENT = 7;

    private final Dice dice;
    private final Lengths lengths;

    Keys(Dice dice) {
        this.dice = dice;
        lengths = new Lengths(dice);
    }

    /** Where a request of a length goes. */
    Target target(Model model, Side side, int qp, int length, AccessFlag right) {
        View there = model.view(side.peer());
        View here = model.view(side);
        boolean isCareless = dice.percent(CARELESS_PERCENT);
        Target target = target(there, length, isCareless);
        for (int i = 0; i < TRIES && !isCareless && !here.peerAllows(qp, target, length, right); i++) {
            target = target(there, length, false);
        }
        return target;
    }

    private Target target(View there, int length, boolean isCareless) {
        KeyName name = dice.percent(65) ? anyWindow() : anyRegion();
        long whole = there.knows(name) ? there.length(name) : 0;
        long offset = isCareless && dice.percent(50) ? lengths.outside(whole, length) : lengths.inside(whole, length);
        return new Target(isCareless ? bent(name) : name, offset, isCareless && dice.oneIn(8));
    }

    /** Local memory for a message of a length. */
    List<Piece> pieces(Model model, Side side, int qp, int length, boolean isLanding) {
        List<Piece> pieces = new ArrayList<>();
        int first = length > 1 && dice.oneIn(5) ? dice.between(1, length - 1) : length;
        if (length > 0 || dice.percent(50)) {
            pieces.add(piece(model.view(side), qp, first, isLanding));
        }
        if (first < length) {
            pieces.add(piece(model.view(side), qp, length - first, isLanding));
        }
        return pieces;
    }

    Piece piece(View here, int qp, int length, boolean isLanding) {
        boolean isCareless = dice.percent(CARELESS_PERCENT);
        Piece piece = piece(here, length, isCareless);
        for (int i = 0; i < TRIES && !isCareless && !here.allows(qp, piece, isLanding); i++) {
            piece = piece(here, length, false);
        }
        return piece;
    }

    private Piece piece(View here, int length, boolean isCareless) {
        KeyName name = isCareless && dice.oneIn(4) ? anyWindow() : anyRegion();
        long whole = here.knows(name) ? here.length(name) : 0;
        long offset = isCareless && dice.percent(40) ? lengths.outside(whole, length) : lengths.inside(whole, length);
        return new Piece(isCareless ? bent(name) : name, offset, length);
    }

    /** A key that a QP may invalidate on its own host, mostly. */
    KeyName toInvalidate(View view, int qp) {
        if (dice.percent(2)) {
            return anyRegion();
        }
        KeyName name = anyWindow();
        for (int i = 0; i < TRIES && !isTied(view, name, qp); i++) {
            name = anyWindow();
        }
        return dice.percent(CARELESS_PERCENT) ? bent(name) : name;
    }

    /** A bind of type 2 that should succeed, or nearly. */
    Work.BindTwo bind(View here, int qp, DrawnRights rights) {
        boolean isCareless = dice.percent(12);
        int window = dice.below(Slots.WINDOWS);
        int region = dice.below(Slots.REGIONS);
        for (int i = 0; i < TRIES && !isCareless && !isBindable(here, window, region, qp); i++) {
            window = dice.below(Slots.WINDOWS);
            region = dice.below(Slots.REGIONS);
        }
        return bind(here, window, region, rights, dice.oneIn(8));
    }

    Work.BindTwo bind(View here, int window, int region, DrawnRights rights, boolean isCareless) {
        KeyName name = KeyName.region(region);
        long whole = here.knows(name) ? here.length(name) : 0;
        long length = isCareless && dice.oneIn(4) ? 0 : Math.min(lengths.range(), Math.max(1, whole));
        length = isCareless && dice.oneIn(6) ? (1L << 31) + dice.below(2) : length;
        long offset = isCareless && dice.oneIn(3) ? lengths.outside(whole, length) : lengths.inside(whole, length);
        int access = isCareless && dice.oneIn(4) ? rights.badWindow() : rights.window();
        int indexStep = isCareless && dice.oneIn(4) ? dice.pick(-1, 1, 3) : 0;
        int oldTag = here.hasWindow(window) ? here.key(window) & 0xff : 0;
        int tagStep = dice.percent(80) ? 1 : dice.pick(0, dice.below(256) - oldTag, -1, -oldTag);
        return new Work.BindTwo(window, tagStep, indexStep, region, offset, length, access);
    }

    private static boolean isBindable(View here, int window, int region, int qp) {
        return here.isOfPd(qp, window) && !here.isType1(window) && !here.isBound(window) && here.fits(window, region);
    }

    private static boolean isTied(View view, KeyName name, int qp) {
        return view.hasWindow(name.slot()) && view.isTied(name.slot(), qp);
    }

    private KeyName anyWindow() {
        return KeyName.window(dice.below(Slots.WINDOWS));
    }

    private KeyName anyRegion() {
        return KeyName.region(dice.below(Slots.REGIONS));
    }

    /** A key that is often not the one it looks like. */
    private KeyName bent(KeyName name) {
        return switch (dice.below(4)) {
            case 0 -> name.withTagStep(dice.pick(-1, 1, -2));
            case 1 -> name.withIndexStep(dice.pick(-1, 1, 1000));
            default -> name;
        };
    }
}
