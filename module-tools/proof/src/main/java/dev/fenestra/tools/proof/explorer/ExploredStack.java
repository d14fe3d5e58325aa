package dev.fenestra.tools.proof.explorer;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.MwState;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.BindMw;
import dev.fenestra.uverbs.request.LocalInvalidate;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.SendWithInvalidate;
import dev.fenestra.uverbs.request.WorkRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The stack itself: carries actions out through verbs, on the objects of one path. */
final class ExploredStack {
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    /** Gives up soon: after 16 us, twice. */
    private static final ConnectOptions IMPATIENT =
            ConnectOptions.DEFAULT.withTimeout(2).withRetries(1, 1);

    private static final byte[] OLD = new byte[ExplorerScope.REGION_BYTES];
    private static final byte[] FRESH = "explorer".getBytes(StandardCharsets.US_ASCII);

    private final Hosts hosts;
    private final @Nullable QueuePair[] qps = new @Nullable QueuePair[ExplorerScope.QPS];
    private final @Nullable MemoryRegion[] regions = new @Nullable MemoryRegion[ExplorerScope.REGIONS];
    private final @Nullable MemoryWindow[] windows = new @Nullable MemoryWindow[ExplorerScope.WINDOWS];
    private final int[] present = new int[ExplorerScope.WINDOWS];
    private final int[] stale = new int[ExplorerScope.WINDOWS];
    private final int[] boundTo = new int[ExplorerScope.WINDOWS];
    private final int[] boundThrough = new int[ExplorerScope.WINDOWS];
    private long lastWrId;

    ExploredStack(Hosts hosts) {
        this.hosts = hosts;
        paint();
    }

    private void paint() {
        hosts.aliceMemory.put(0, FRESH);
        for (int i = 0; i < ExplorerScope.REGIONS; i++) {
            hosts.bobMemory.put(i * Hosts.PAGE, OLD);
        }
    }

    /** Carries an action out; whatever refuses it is an outcome. */
    ActionOutcome perform(Action action) {
        try {
            return switch (action) {
                case Action.CreateQp(int qp, int pd) -> createQp(qp, pd);
                case Action.DestroyQp(int qp) -> destroy(qps, qp, hosts.qpNumbers);
                case Action.ResetQp(int qp) -> connect(qp);
                case Action.RegMr(int region, int pd, RegionRights rights) -> register(region, pd, rights);
                case Action.DeregMr(int region) -> destroy(regions, region, hosts.indexes);
                case Action.AllocMw(int window, int pd, MwType type) -> allocate(window, pd, type);
                case Action.DeallocMw(int window) -> deallocate(window);
                case Action.Bind bind -> bind(bind);
                case Action.Invalidate(int window, int qp, boolean byPeer, boolean isStale) ->
                    invalidate(qp, isStale ? stale[window] : present[window], byPeer);
                case Action.InvalidateRegion(int region, int qp) ->
                    invalidate(qp, of(regions, region).rkey(), false);
                case Action.Access access -> access(access);
            };
        } catch (VerbsException refused) {
            return ActionOutcome.refused(
                    refused.usualErrno() + " by " + refused.rule().id());
        }
    }

    /** Takes a QP that is in error, or whose peer is, back to RTS; false when it must stay as it is. */
    boolean recover(int slot) {
        QueuePair qp = of(qps, slot);
        boolean isFine = qp.state() == QpState.RTS && hosts.aliceQps.get(slot).state() == QpState.RTS;
        return isFine || perform(new Action.ResetQp(slot)).isDone();
    }

    /** Where queries and the world disagree, in words; null when they agree. */
    @Nullable
    String disagreement(World world) {
        for (int i = 0; i < ExplorerScope.WINDOWS; i++) {
            World.Window expected = world.windows().get(i);
            MemoryWindow window = windows[i];
            if (expected != null && window != null) {
                MwState seen = window.query();
                World.Bound bound = expected.bound();
                boolean isSame = bound == null
                        ? !seen.isBound()
                        : seen.isBound()
                                && Objects.equals(seen.region(), regions[bound.region()])
                                && seen.rkey() == present[i]
                                && seen.address()
                                        == address(bound.region())
                                                + bound.shape().offset()
                                && seen.length() == bound.shape().length();
                if (!isSame) {
                    return String.format("mw%d is %s, seen %s", i, expected, seen);
                }
            }
        }
        return null;
    }

    /**
     * The part of the past that still matters. For each window it is the present use of the index of its last key, and
     * the slot that now has the number of the QP of its last bind.
     */
    String past(World world, int[] qpOrder, int[] regionOrder, int[] windowOrder) {
        StringBuilder text = new StringBuilder();
        for (int window : windowOrder) {
            text.append(stale[window] == 0 ? "-" : relation(stale[window], regionOrder, windowOrder));
            World.Window now = world.windows().get(window);
            for (int i = 0; now != null && now.isType2() && now.bound() != null && i < qpOrder.length; i++) {
                QueuePair qp = qps[qpOrder[i]];
                text.append(qp != null && qp.number() == boundThrough[window] ? "q" + i : "");
            }
            text.append(' ');
        }
        return text.append(hosts.indexes.free()).toString();
    }

    private String relation(int key, int[] regionOrder, int[] windowOrder) {
        for (int i = 0; i < windowOrder.length; i++) {
            MemoryWindow window = windows[windowOrder[i]];
            if (window != null && present[windowOrder[i]] >>> 8 == key >>> 8) {
                return "w" + i + tags(present[windowOrder[i]], key);
            }
        }
        for (int i = 0; i < regionOrder.length; i++) {
            MemoryRegion region = regions[regionOrder[i]];
            if (region != null && region.rkey() >>> 8 == key >>> 8) {
                return "m" + i + tags(region.rkey(), key);
            }
        }
        return "free";
    }

    private static String tags(int now, int then) {
        return now == then ? "=" : "";
    }

    /** Ends everything the path has made, windows first; the first refusal, or null. */
    @Nullable
    String end() {
        for (int i = 0; i < ExplorerScope.WINDOWS; i++) {
            ActionOutcome gone = windows[i] == null ? ActionOutcome.DONE : perform(new Action.DeallocMw(i));
            if (!gone.isDone()) {
                return "dealloc_mw: " + gone.text();
            }
        }
        for (int i = 0; i < ExplorerScope.REGIONS; i++) {
            ActionOutcome gone = regions[i] == null ? ActionOutcome.DONE : perform(new Action.DeregMr(i));
            if (!gone.isDone()) {
                return "dereg_mr: " + gone.text();
            }
        }
        for (int i = 0; i < ExplorerScope.QPS; i++) {
            ActionOutcome gone = qps[i] == null ? ActionOutcome.DONE : perform(new Action.DestroyQp(i));
            if (!gone.isDone()) {
                return "destroy_qp: " + gone.text();
            }
        }
        hosts.indexes.fill();
        hosts.qpNumbers.fill();
        return null;
    }

    /** The first byte of bob's that is not as it was, or -1. */
    int changedByte() {
        byte[] seen = new byte[ExplorerScope.REGION_BYTES];
        for (int i = 0; i < ExplorerScope.REGIONS; i++) {
            hosts.bobMemory.get(i * Hosts.PAGE, seen, 0, seen.length);
            int at = Arrays.mismatch(seen, OLD);
            if (at >= 0) {
                return i * Hosts.PAGE + at;
            }
        }
        return -1;
    }

    private ActionOutcome createQp(int slot, int pd) {
        hosts.qpNumbers.beforeCreation();
        qps[slot] = hosts.createQp(hosts.bobPds.get(pd));
        hosts.qpNumbers.created();
        return connect(slot);
    }

    private ActionOutcome connect(int slot) {
        QueuePair bob = of(qps, slot);
        QueuePair alice = hosts.aliceQps.get(slot);
        bob.reset();
        alice.reset();
        alice.connect(bob.endpoint(IMPATIENT), IMPATIENT);
        bob.connect(alice.endpoint(IMPATIENT), IMPATIENT);
        return ActionOutcome.DONE;
    }

    private ActionOutcome register(int slot, int pd, RegionRights rights) {
        hosts.indexes.beforeCreation();
        regions[slot] = hosts.bobPds
                .get(pd)
                .regMr(hosts.bobMemory, (long) slot * Hosts.PAGE, ExplorerScope.REGION_BYTES, rights.flags());
        hosts.indexes.created();
        return ActionOutcome.DONE;
    }

    private ActionOutcome allocate(int slot, int pd, MwType type) {
        hosts.indexes.beforeCreation();
        MemoryWindow window = hosts.bobPds.get(pd).allocMw(type);
        windows[slot] = window;
        present[slot] = window.rkey();
        hosts.indexes.created();
        return ActionOutcome.DONE;
    }

    private ActionOutcome deallocate(int slot) {
        ActionOutcome gone = destroy(windows, slot, hosts.indexes);
        stale[slot] = present[slot];
        return gone;
    }

    private static <T extends VerbsObject> ActionOutcome destroy(@Nullable T[] slots, int slot, Reserve numbers) {
        of(slots, slot).close();
        slots[slot] = null;
        numbers.destroyed();
        return ActionOutcome.DONE;
    }

    private ActionOutcome bind(Action.Bind bind) {
        MemoryWindow window = of(windows, bind.window());
        QueuePair qp = of(qps, bind.qp());
        MemoryRegion region = of(regions, bind.region());
        int newKey = window.nextKey();
        long wrId = ++lastWrId;
        MemorySlice range = new MemorySlice(
                region, region.address() + bind.shape().offset(), bind.shape().length());
        AccessFlag right = bind.shape().right();
        if (window.type() == MwType.TYPE_2) {
            qp.post(BindMw.of(wrId, window, newKey, range, right));
        } else if (bind.shape() == Shape.EMPTY) {
            qp.unbindMw(wrId, window);
        } else {
            qp.bindMw(wrId, window, range, right);
        }
        ActionOutcome outcome = await(hosts.bobCq, wrId);
        window.rkey(outcome.isDone() ? newKey : present[bind.window()]);
        if (outcome.isDone()) {
            stale[bind.window()] = present[bind.window()];
            present[bind.window()] = newKey;
            boundTo[bind.window()] = bind.region();
            boundThrough[bind.window()] = qp.number();
        }
        return outcome;
    }

    private ActionOutcome invalidate(int qp, int key, boolean byPeer) {
        long wrId = ++lastWrId;
        if (!byPeer) {
            return request(of(qps, qp), hosts.bobCq, LocalInvalidate.of(wrId, key));
        }
        long receive = ++lastWrId;
        of(qps, qp).postRecv(receive);
        ActionOutcome sent = request(hosts.aliceQps.get(qp), hosts.aliceCq, SendWithInvalidate.of(wrId, key));
        ActionOutcome received = await(hosts.bobCq, receive);
        return sent.isDone() && !received.isDone()
                ? new ActionOutcome(true, "SUCCESS, and the receiver's " + received.text())
                : sent;
    }

    private ActionOutcome access(Action.Access access) {
        int key = access.isStale() ? stale[access.window()] : present[access.window()];
        long first = address(boundTo[access.window()]) + ExplorerScope.WINDOW_OFFSET;
        RemoteBuffer target = new RemoteBuffer(first + access.reach().offset(), ExplorerScope.ACCESS_BYTES, key);
        MemorySlice local = hosts.aliceRegion.slice(0, ExplorerScope.ACCESS_BYTES);
        boolean writes = access.reach().right() == AccessFlag.REMOTE_WRITE;
        long wrId = ++lastWrId;
        WorkRequest request = writes ? RdmaWrite.of(wrId, target, local) : RdmaRead.of(wrId, target, local);
        ActionOutcome outcome = request(hosts.aliceQps.get(access.qp()), hosts.aliceCq, request);
        int changed = changedByte();
        boolean shouldChange = outcome.isDone() && writes;
        int expected = shouldChange ? boundTo[access.window()] * Hosts.PAGE + ExplorerScope.WINDOW_OFFSET : -1;
        boolean isWrong =
                changed != expected && !(outcome.isDone() && access.reach().offset() != 0);
        if (outcome.isDone()) {
            paint();
        }
        return isWrong
                ? new ActionOutcome(outcome.isDone(), outcome.text() + ", but byte " + changed + " changed")
                : outcome;
    }

    private long address(int region) {
        return hosts.bobMemory.address() + (long) region * Hosts.PAGE;
    }

    private static ActionOutcome request(QueuePair qp, CompletionQueue cq, WorkRequest request) {
        qp.post(request);
        return await(cq, request.wrId());
    }

    private static ActionOutcome await(CompletionQueue cq, long wrId) {
        Completion seen = cq.await(wrId, PATIENCE);
        return seen.status() == WcStatus.SUCCESS
                ? ActionOutcome.DONE
                : ActionOutcome.refused(seen.status().toString());
    }

    private static <T> T of(@Nullable T[] slots, int slot) {
        return Objects.requireNonNull(slots[slot]);
    }
}
