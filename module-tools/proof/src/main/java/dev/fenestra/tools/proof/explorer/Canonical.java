package dev.fenestra.tools.proof.explorer;

import dev.fenestra.tools.proof.explorer.World.Bound;
import dev.fenestra.tools.proof.explorer.World.Region;
import dev.fenestra.tools.proof.explorer.World.Window;
import org.jspecify.annotations.Nullable;

/**
 * The name of a state: its objects, their bindings, and what earlier keys lead to. The slots of each kind are in the
 * order that gives the smallest text. States of one name differ only in the names of objects.
 */
final class Canonical {
    private static final int[][] ORDERS = {{0, 1}, {1, 0}};

    private Canonical() {}

    static String of(World world, ExploredStack machine) {
        String smallest = null;
        for (int[] pds : ORDERS) {
            for (int[] qps : ORDERS) {
                for (int[] regions : ORDERS) {
                    for (int[] windows : ORDERS) {
                        String text =
                                text(world, pds, qps, regions, windows) + machine.past(world, qps, regions, windows);
                        smallest = smallest == null || text.compareTo(smallest) < 0 ? text : smallest;
                    }
                }
            }
        }
        return String.valueOf(smallest);
    }

    private static String text(World world, int[] pds, int[] qps, int[] regions, int[] windows) {
        StringBuilder text = new StringBuilder();
        for (int slot : qps) {
            Integer pd = world.qps().get(slot);
            text.append(pd == null ? "-" : "q" + pds[pd]);
        }
        for (int slot : regions) {
            Region region = world.regions().get(slot);
            text.append(region == null ? " -" : " " + pds[region.pd()] + region.rights());
        }
        for (int slot : windows) {
            text.append(window(world.windows().get(slot), pds, qps, regions));
        }
        return text.toString();
    }

    private static String window(@Nullable Window window, int[] pds, int[] qps, int[] regions) {
        if (window == null) {
            return " -";
        }
        Bound bound = window.bound();
        String to = "free";
        if (bound != null) {
            // An order of two is its own inverse.
            int qp = bound.qp() == World.GONE || !window.isType2() ? World.GONE : qps[bound.qp()];
            to = regions[bound.region()] + "by" + qp + bound.shape();
        }
        return " " + pds[window.pd()] + window.type() + to + " ";
    }
}
