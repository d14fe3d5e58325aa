package dev.fenestra.tools.proof.explorer;

import dev.fenestra.ib.core.vocabulary.MwType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** Every action that can be tried in a world. A new object takes the first empty slot of its kind. */
final class Candidates {
    private final World world;
    private final List<Action> actions = new ArrayList<>();

    private Candidates(World world) {
        this.world = world;
    }

    /** Requests come first, then new QPs and windows: so what windows do is met early in every level. */
    static List<Action> in(World world) {
        Candidates found = new Candidates(world);
        for (int window = 0; window < ExplorerScope.WINDOWS; window++) {
            for (int qp = 0; qp < ExplorerScope.QPS; qp++) {
                if (world.qps().get(qp) != null) {
                    found.requests(window, qp);
                }
            }
        }
        found.creations();
        found.changes();
        return found.actions;
    }

    private void creations() {
        int qp = world.qps().indexOf(null);
        int region = world.regions().indexOf(null);
        int window = world.windows().indexOf(null);
        for (int pd = 0; pd < ExplorerScope.PDS; pd++) {
            if (window >= 0) {
                actions.add(new Action.AllocMw(window, pd, MwType.TYPE_2));
                actions.add(new Action.AllocMw(window, pd, MwType.TYPE_1));
            }
            if (qp >= 0) {
                actions.add(new Action.CreateQp(qp, pd));
            }
            for (RegionRights rights : region >= 0 ? RegionRights.values() : new RegionRights[0]) {
                actions.add(new Action.RegMr(region, pd, rights));
            }
        }
    }

    private void changes() {
        each(world.qps(), i -> {
            actions.add(new Action.ResetQp(i));
            actions.add(new Action.DestroyQp(i));
        });
        each(world.regions(), i -> {
            actions.add(new Action.DeregMr(i));
            each(world.qps(), qp -> actions.add(new Action.InvalidateRegion(i, qp)));
        });
        each(world.windows(), i -> actions.add(new Action.DeallocMw(i)));
    }

    private void requests(int window, int qp) {
        boolean exists = world.windows().get(window) != null;
        boolean hasStale = world.stale().get(window);
        if (exists) {
            each(world.regions(), region -> {
                for (Shape shape : Shape.values()) {
                    actions.add(new Action.Bind(window, qp, region, shape));
                }
            });
            actions.add(new Action.Invalidate(window, qp, false, false));
            actions.add(new Action.Invalidate(window, qp, true, false));
            for (WindowAccess reach : WindowAccess.values()) {
                actions.add(new Action.Access(window, qp, reach, false));
            }
        }
        if (hasStale) {
            actions.add(new Action.Invalidate(window, qp, false, true));
            actions.add(new Action.Access(window, qp, WindowAccess.WRITE, true));
            actions.add(new Action.Access(window, qp, WindowAccess.READ, true));
        }
    }

    private static void each(List<?> slots, IntConsumer use) {
        for (int i = 0; i < slots.size(); i++) {
            if (slots.get(i) != null) {
                use.accept(i);
            }
        }
    }
}
