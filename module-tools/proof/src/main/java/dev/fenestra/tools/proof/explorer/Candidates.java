package dev.fenestra.tools.proof.explorer;

import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.proof.oracle.model.View;
import dev.fenestra.tools.proof.oracle.program.KeyName;
import dev.fenestra.tools.proof.oracle.program.Piece;
import dev.fenestra.tools.proof.oracle.program.Side;
import dev.fenestra.tools.proof.oracle.program.Step;
import dev.fenestra.tools.proof.oracle.program.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/** Every action that can be tried in a world. A new object takes the first empty place of its kind. */
final class Candidates {
    /** A receive of a message without data. */
    private static final Piece NOTHING = new Piece(KeyName.region(0), 0, 0);

    private final World world;
    private final View view;
    private final List<Action> actions = new ArrayList<>();

    private Candidates(World world) {
        this.world = world;
        view = world.view();
    }

    /** Requests come first, then new QPs and windows: so what windows do is met early in every level. */
    static List<Action> in(World world) {
        Candidates found = new Candidates(world);
        for (int window = 0; window < ExplorerScope.WINDOWS; window++) {
            for (int qp = 0; qp < ExplorerScope.QPS; qp++) {
                if (found.view.hasQueue(qp)) {
                    found.requests(window, qp);
                }
            }
        }
        found.creations();
        found.changes();
        return found.actions;
    }

    private void creations() {
        int qp = firstWithout(ExplorerScope.QPS, view::hasQueue);
        int region = firstWithout(ExplorerScope.REGIONS, view::hasRegion);
        int window = firstWithout(ExplorerScope.WINDOWS, world::hasWindow);
        for (int pd = 0; pd < ExplorerScope.PDS; pd++) {
            if (window < ExplorerScope.WINDOWS) {
                add(new Step.AllocMw(Side.BOB, world.freeSlot(window), pd, MwType.TYPE_2));
                add(new Step.AllocMw(Side.BOB, world.freeSlot(window), pd, MwType.TYPE_1));
            }
            if (qp < ExplorerScope.QPS) {
                actions.add(ExplorerScope.createQp(qp, pd));
            }
            if (region < ExplorerScope.REGIONS) {
                for (RegionRights rights : RegionRights.values()) {
                    actions.add(ExplorerScope.registration(region, pd, rights));
                }
            }
        }
    }

    private static int firstWithout(int count, IntPredicate exists) {
        int first = 0;
        while (first < count && exists.test(first)) {
            first++;
        }
        return first;
    }

    private void changes() {
        each(ExplorerScope.QPS, view::hasQueue, qp -> {
            add(ExplorerScope.connection(qp));
            add(new Step.DestroyQp(Side.BOB, qp));
        });
        each(ExplorerScope.REGIONS, view::hasRegion, region -> {
            add(new Step.DeregMr(Side.BOB, region));
            each(
                    ExplorerScope.QPS,
                    view::hasQueue,
                    qp -> post(Side.BOB, qp, new Work.LocalInvalidate(KeyName.region(region))));
        });
        each(ExplorerScope.WINDOWS, world::hasWindow, window -> add(new Step.DeallocMw(Side.BOB, world.slot(window))));
    }

    private void requests(int window, int qp) {
        if (world.hasWindow(window)) {
            int slot = world.slot(window);
            KeyName key = KeyName.window(slot);
            each(ExplorerScope.REGIONS, view::hasRegion, region -> {
                for (Shape shape : Shape.values()) {
                    bind(slot, qp, region, shape);
                }
            });
            post(Side.BOB, qp, new Work.LocalInvalidate(key));
            actions.add(Action.of(
                    new Step.Receive(Side.BOB, qp, NOTHING),
                    posting(Side.ALICE, qp, new Work.SendInvalidate(key, List.of()))));
            for (WindowAccess access : WindowAccess.values()) {
                post(Side.ALICE, qp, access.by(key));
            }
        }
        KeyName stale = world.stale(window);
        if (stale != null) {
            post(Side.BOB, qp, new Work.LocalInvalidate(stale));
            post(Side.ALICE, qp, WindowAccess.WRITE.by(stale));
            post(Side.ALICE, qp, WindowAccess.READ.by(stale));
        }
    }

    /** Binds with the next key; with a region even where the length is 0, unless the window is of type 1. */
    private void bind(int slot, int qp, int region, Shape shape) {
        if (view.isType1(slot)) {
            int bound = shape == Shape.EMPTY ? Step.BindOne.NO_REGION : region;
            add(new Step.BindOne(Side.BOB, qp, slot, bound, shape.offset(), shape.length(), shape.access(), true));
        } else {
            post(Side.BOB, qp, new Work.BindTwo(slot, 1, 0, region, shape.offset(), shape.length(), shape.access()));
        }
    }

    private void post(Side side, int qp, Work work) {
        add(posting(side, qp, work));
    }

    private static Step posting(Side side, int qp, Work work) {
        return new Step.Post(side, qp, List.of(work), false, false);
    }

    private void add(Step step) {
        actions.add(Action.of(step));
    }

    private static void each(int count, IntPredicate exists, IntConsumer use) {
        for (int i = 0; i < count; i++) {
            if (exists.test(i)) {
                use.accept(i);
            }
        }
    }
}
