package dev.fenestra.tools.proof.oracle;

import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.WcFlag;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.proof.oracle.model.Expected;
import dev.fenestra.tools.proof.oracle.model.Prediction;
import dev.fenestra.tools.proof.oracle.program.Side;
import dev.fenestra.tools.proof.oracle.program.Slots;
import dev.fenestra.uverbs.handles.CompletionQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compares the completions that come with those predicted: per QP and direction in order, none missing, none too many.
 */
final class CompletionCheck {
    private static final int BLOCK = 16;

    /** Empty polls before a completion counts as missing: each is a microsecond of the device's clock. */
    private static final int PATIENCE = 2_000;

    private final Stack stack;
    private final Completions block = new Completions(BLOCK);
    private final List<Expected> pending = new ArrayList<>();

    CompletionCheck(Stack stack) {
        this.stack = stack;
    }

    /** Waits for all predicted completions. */
    Optional<Mismatch> check(Prediction prediction) {
        pending.clear();
        pending.addAll(prediction.completions());
        int empty = 0;
        // The last one first: it is the requester's, whose retries drive everything else.
        while (!pending.isEmpty()) {
            Expected next = pending.getLast();
            CompletionQueue cq = stack.rig(next.side()).cqs().at(next.qp());
            if (cq.poll(block) == 0 && ++empty > PATIENCE) {
                return Optional.of(new Mismatch("completion", describe(next, prediction), "none"));
            }
            Optional<Mismatch> wrong = match(next.side(), next.qp(), prediction);
            if (wrong.isPresent()) {
                return wrong;
            }
        }
        return Optional.empty();
    }

    /** No CQ has anything that was not predicted. */
    Optional<Mismatch> nothingLeft() {
        for (Side side : Side.values()) {
            for (int qp = 0; qp < Slots.QPS; qp++) {
                if (stack.rig(side).hasOpenCq(qp)) {
                    stack.rig(side).cqs().at(qp).poll(block);
                    if (block.size() > 0) {
                        return Optional.of(new Mismatch("completion", "none", describe(side, 0)));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Mismatch> match(Side side, int qp, Prediction prediction) {
        for (int i = 0; i < block.size(); i++) {
            int at = find(side, qp, block.wrId(i));
            if (at < 0) {
                return Optional.of(new Mismatch("completion", "none", describe(side, i)));
            }
            Expected expected = pending.remove(at);
            if (isFollowedByEarlier(expected, at) || !isSame(expected, i)) {
                return Optional.of(new Mismatch("completion", describe(expected, prediction), describe(side, i)));
            }
        }
        return Optional.empty();
    }

    private int find(Side side, int qp, long wrId) {
        for (int at = 0; at < pending.size(); at++) {
            Expected expected = pending.get(at);
            if (expected.side() == side && expected.qp() == qp && expected.wrId() == wrId) {
                return at;
            }
        }
        return -1;
    }

    /** Whether one of the same QP and direction should have come first. */
    private boolean isFollowedByEarlier(Expected expected, int at) {
        for (Expected earlier : pending.subList(0, at)) {
            if (earlier.side() == expected.side()
                    && earlier.qp() == expected.qp()
                    && earlier.isReceive() == expected.isReceive()) {
                return true;
            }
        }
        return false;
    }

    private boolean isSame(Expected expected, int i) {
        if (block.status(i) != expected.status()) {
            return false;
        }
        if (!expected.isSuccess()) {
            return !expected.isReceive() || block.flags(i) == 0 && block.immediateOrKey(i) == 0;
        }
        return block.opcode(i) == expected.opcode().code()
                && isUnsaidOr(expected.byteLength(), block.byteLength(i))
                && isUnsaidOr(expected.flags(), flags(block, i))
                && (!expected.hasValue() || block.immediateOrKey(i) == expected.value());
    }

    private static boolean isUnsaidOr(int expected, int seen) {
        return expected == Expected.UNSAID || expected == seen;
    }

    private static String describe(Expected expected, Prediction prediction) {
        String why = prediction.why() == null
                ? ""
                : " (" + prediction.why() + ": " + prediction.why().text() + ")";
        String what = expected.isSuccess()
                ? String.format(
                        " %s byteLength=%d flags=%d value=0x%08x",
                        expected.opcode(), expected.byteLength(), expected.flags(), expected.value())
                : "";
        return String.format(
                "%s wrId=%d %s%s%s", expected.side().host(), expected.wrId(), expected.status(), what, why);
    }

    private String describe(Side side, int i) {
        String what = block.status(i) == WcStatus.SUCCESS
                ? String.format(
                        " opcode=%d byteLength=%d flags=%d value=0x%08x",
                        block.opcode(i), block.byteLength(i), flags(block, i), block.immediateOrKey(i))
                : String.format(
                        " vendorErr=0x%02x flags=%d value=0x%08x",
                        block.vendorError(i), block.flags(i), block.immediateOrKey(i));
        return String.format("%s wrId=%d %s%s", side.host(), block.wrId(i), block.status(i), what);
    }

    /**
     * A connected QP's message has no GRH; where its data arrived inside the completion, mlx5 reads that bit out of the
     * data.
     */
    private static int flags(Completions block, int i) {
        return block.flags(i) & ~WcFlag.GRH;
    }
}
