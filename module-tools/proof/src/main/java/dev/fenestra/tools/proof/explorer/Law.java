package dev.fenestra.tools.proof.explorer;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.proof.explorer.Action.Access;
import dev.fenestra.tools.proof.explorer.Action.Bind;
import dev.fenestra.tools.proof.explorer.Action.Invalidate;
import dev.fenestra.tools.proof.explorer.World.Bound;
import dev.fenestra.tools.proof.explorer.World.Region;
import dev.fenestra.tools.proof.explorer.World.Window;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The effect of an action by the specification.
 *
 * @param is2A whether type-2 windows are tied to their QP alone, and hold it
 */
record Law(boolean is2A) {

    /** The invariant that the action would break if it succeeded; null when it must succeed. */
    @Nullable
    Invariant forbids(World world, Action action) {
        return switch (action) {
            case Action.DeregMr(int region) -> world.isHeld(region) ? Invariant.REGION_HELD : null;
            case Action.DestroyQp(int qp) -> is2A && world.hasType2Through(qp) ? Invariant.QP_HELD : null;
            case Action.ResetQp(int qp) -> is2A && world.hasType2Through(qp) ? Invariant.QP_HELD : null;
            case Bind bind -> forbidsBind(world, bind);
            case Invalidate invalidate -> forbidsInvalidate(world, invalidate);
            case Action.InvalidateRegion _ -> Invariant.INVALIDATE;
            case Access access -> forbidsAccess(world, access);
            case Action.CreateQp _, Action.RegMr _, Action.AllocMw _, Action.DeallocMw _ -> null;
        };
    }

    /** The world after the action has succeeded. */
    World after(World world, Action action) {
        return switch (action) {
            case Action.CreateQp(int qp, int pd) -> world.withQp(qp, pd);
            case Action.DestroyQp(int qp) -> orphaned(world, qp).withQp(qp, null);
            case Action.RegMr(int region, int pd, RegionRights rights) ->
                world.withRegion(region, new Region(pd, rights));
            case Action.DeregMr(int region) -> world.withRegion(region, null);
            case Action.AllocMw(int window, int pd, MwType type) ->
                world.withWindow(window, new Window(pd, type, null));
            case Action.DeallocMw(int window) -> world.withWindow(window, null).withStale(window, true);
            case Bind bind -> afterBind(world, bind);
            case Invalidate(int window, int _, boolean _, boolean _) ->
                world.withWindow(window, at(world, window).with(null));
            case Action.ResetQp _, Action.InvalidateRegion _, Access _ -> world;
        };
    }

    private static Window at(World world, int window) {
        return Objects.requireNonNull(world.windows().get(window));
    }

    private static World orphaned(World world, int qp) {
        World after = world;
        for (int i = 0; i < ExplorerScope.WINDOWS; i++) {
            Window window = world.windows().get(i);
            Bound bound = window == null ? null : window.bound();
            if (window != null && bound != null && bound.qp() == qp) {
                after = after.withWindow(i, window.with(new Bound(World.GONE, bound.region(), bound.shape())));
            }
        }
        return after;
    }

    private static World afterBind(World world, Bind bind) {
        Bound bound = bind.shape() == Shape.EMPTY ? null : new Bound(bind.qp(), bind.region(), bind.shape());
        return world.withWindow(bind.window(), at(world, bind.window()).with(bound))
                .withStale(bind.window(), true);
    }

    private static @Nullable Invariant forbidsBind(World world, Bind bind) {
        Window window = at(world, bind.window());
        Region region = Objects.requireNonNull(world.regions().get(bind.region()));
        boolean isEmpty = bind.shape() == Shape.EMPTY;
        if (window.isType2() && (window.bound() != null || isEmpty)) {
            return Invariant.FREE;
        }
        if (!Objects.equals(world.qps().get(bind.qp()), window.pd()) || !isEmpty && region.pd() != window.pd()) {
            return Invariant.PD;
        }
        if (isEmpty) {
            return null;
        }
        boolean isWritable = bind.shape().right() == AccessFlag.REMOTE_WRITE;
        if (!region.rights().allows(AccessFlag.MW_BIND)
                || isWritable && !region.rights().allows(AccessFlag.LOCAL_WRITE)) {
            return Invariant.RIGHT;
        }
        return bind.shape().isInside() ? null : Invariant.RANGE;
    }

    private static @Nullable Invariant forbidsInvalidate(World world, Invalidate invalidate) {
        Window window = world.windows().get(invalidate.window());
        if (window == null || !window.isType2() || invalidate.isStale()) {
            return Invariant.INVALIDATE;
        }
        boolean isThroughAnother = window.bound() != null && window.bound().qp() != invalidate.qp();
        return isThroughAnother ? Invariant.INVALIDATE : null;
    }

    private @Nullable Invariant forbidsAccess(World world, Access access) {
        Window window = world.windows().get(access.window());
        Bound bound = window == null ? null : window.bound();
        if (window == null || bound == null || access.isStale()) {
            return Invariant.KEY;
        }
        boolean hasPd = !window.isType2() || !is2A;
        if (hasPd && !Objects.equals(world.qps().get(access.qp()), window.pd())) {
            return Invariant.PD;
        }
        if (window.isType2() && bound.qp() != access.qp()) {
            return Invariant.QP;
        }
        if (bound.shape().right() != access.reach().right()) {
            return Invariant.RIGHT;
        }
        return access.reach().isInside() ? null : Invariant.RANGE;
    }
}
