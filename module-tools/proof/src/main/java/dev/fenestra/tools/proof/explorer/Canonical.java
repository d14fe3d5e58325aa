package dev.fenestra.tools.proof.explorer;

import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.tools.proof.oracle.model.View;
import dev.fenestra.tools.proof.oracle.model.WindowFacts;
import dev.fenestra.tools.proof.oracle.program.KeyName;
import org.jspecify.annotations.Nullable;

/**
 * The name of a state: its objects, their bindings, and what earlier keys lead to. The objects of each kind are in the
 * order that gives the smallest text. States of one name differ only in the names of objects.
 */
final class Canonical {
    private static final int[] FORWARD = {0, 1};
    private static final int[][] ORDERS = {FORWARD, {1, 0}};

    private final World world;
    private final int[] pds;
    private final int[] qps;
    private final int[] regions;
    private final int[] windows;

    private Canonical(World world, int[] pds, int[] qps, int[] regions, int[] windows) {
        this.world = world;
        this.pds = pds;
        this.qps = qps;
        this.regions = regions;
        this.windows = windows;
    }

    /** The name of the state that a walk has come to. */
    static String of(World world, Walk walk) {
        String smallest = null;
        for (int[] pds : ORDERS) {
            for (int[] qps : ORDERS) {
                for (int[] regions : ORDERS) {
                    for (int[] windows : ORDERS) {
                        Canonical name = new Canonical(world, pds, qps, regions, windows);
                        String text = name.present() + name.past(walk);
                        smallest = smallest == null || text.compareTo(smallest) < 0 ? text : smallest;
                    }
                }
            }
        }
        return String.valueOf(smallest);
    }

    /** The objects and bindings, each object by its own name. */
    static String text(World world) {
        return new Canonical(world, FORWARD, FORWARD, FORWARD, FORWARD).present();
    }

    private String present() {
        View view = world.view();
        StringBuilder text = new StringBuilder();
        for (int qp : qps) {
            text.append(view.hasQueue(qp) ? "q" + pds[view.pdOfQueue(qp)] : "-");
        }
        for (int region : regions) {
            text.append(view.hasRegion(region) ? " " + pds[view.pdOfRegion(region)] + 'r' + view.access(region) : " -");
        }
        for (int window : windows) {
            text.append(world.hasWindow(window) ? window(window) : " -").append(world.stale(window) == null ? "" : "'");
        }
        return text.toString();
    }

    private String window(int window) {
        WindowFacts facts = world.facts(window);
        String to = "free";
        if (facts.region() != WindowFacts.NONE) {
            // An order of two is its own inverse.
            int qp = facts.qp() == WindowFacts.NONE ? WindowFacts.NONE : qps[facts.qp()];
            to = regions[facts.region()] + "by" + qp + "as" + facts.length() + '/' + facts.access();
        }
        int slot = world.slot(window);
        return " " + pds[world.view().pdOfWindow(slot)] + (world.view().isType1(slot) ? "one" : "two") + to;
    }

    /**
     * The part of the past that still matters. For each window it is the present use of the index of its stale key, and
     * the slot that now has the number of the QP of its last bind.
     */
    private String past(Walk walk) {
        StringBuilder text = new StringBuilder();
        for (int window : windows) {
            KeyName stale = world.stale(window);
            text.append(stale == null ? "-" : relation(walk, walk.key(stale)));
            boolean isBoundTwo = world.hasWindow(window)
                    && !world.view().isType1(world.slot(window))
                    && world.facts(window).region() != WindowFacts.NONE;
            for (int i = 0; isBoundTwo && i < qps.length; i++) {
                text.append(walk.isBoundThroughNumberOf(world.slot(window), qps[i]) ? "q" + i : "");
            }
            text.append(' ');
        }
        return text.append(walk.freeIndexes()).toString();
    }

    private String relation(Walk walk, int key) {
        for (int i = 0; i < windows.length; i++) {
            String same = world.hasWindow(windows[i])
                    ? sameIndex(walk.key(KeyName.window(world.slot(windows[i]))), key)
                    : null;
            if (same != null) {
                return "w" + i + same;
            }
        }
        for (int i = 0; i < regions.length; i++) {
            String same =
                    world.view().hasRegion(regions[i]) ? sameIndex(walk.key(KeyName.region(regions[i])), key) : null;
            if (same != null) {
                return "m" + i + same;
            }
        }
        return "free";
    }

    /** Null unless both keys have one index. */
    private static @Nullable String sameIndex(int now, int then) {
        if (MemoryKey.index(now) != MemoryKey.index(then)) {
            return null;
        }
        return now == then ? "=" : "";
    }
}
