package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.vendor.mlx.testing.Vector;
import dev.fenestra.vendor.mlx.testing.VectorPlan;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which send vectors are run, and which are answered otherwise. */
final class SendPlan {
    private static final int EINVAL = 22;
    private static final int SIGNATURE = 8;
    private static final int UMR_FLAGS = 16;
    private static final Set<String> REQUEST_CALLS = Set.of("post_send", "wr_builder");
    private static final Set<String> WINDOW_RIGHTS =
            Set.of("LOCAL_WRITE", "REMOTE_WRITE", "REMOTE_READ", "REMOTE_ATOMIC", "ZERO_BASED");
    private static final String NO_OPCODE =
            "the SPI has no word for this operation, so a list with it cannot be made; the requests before it are"
                    + " posted";
    private static final String DEBUG_BUILD =
            "our driver is the default build: what the debug build refuses is left to the device";

    private static final String SETTLED =
            "ARCHITECTURE.md: what the driver sees and the device cannot is refused with EINVAL when it is posted";

    private SendPlan() {}

    static VectorPlan of(Vector vector) {
        if (wrs(vector).stream().anyMatch(wr -> !SendRequests.isExpressible(wr))) {
            return VectorPlan.excepted(NO_OPCODE);
        }
        return isRefusedByUsOnly(vector) ? VectorPlan.excepted(SETTLED) : VectorPlan.RUN;
    }

    /** B2, B13, P8 and P9: mlx5 posts such a bind, we refuse it. */
    static boolean isRefusedByUsOnly(Vector vector) {
        return vector.object("expect").number("rc") == 0 && firstRefusedByUsOnly(vector) >= 0;
    }

    /** Which request of a call mlx5 posts and we refuse, or -1. */
    static int firstRefusedByUsOnly(Vector vector) {
        List<Vector> wrs = wrs(vector);
        boolean datagrams = vector.object("qp").text("qp_type").equals("UD");
        boolean request = REQUEST_CALLS.contains(vector.text("api"));
        for (int i = 0; i < wrs.size(); i++) {
            if (wrs.get(i).has("bind_mw")) {
                Vector bind = wrs.get(i).object("bind_mw");
                if (datagrams || isWrongAccess(bind) || request && isWrongBind(bind)) {
                    return i;
                }
            }
        }
        return -1;
    }

    private static boolean isWrongBind(Vector bind) {
        return bind.number("mw_type") == 1
                || MemoryKey.index(bind.hexInt("new_rkey")) != MemoryKey.index(bind.hexInt("mw_rkey"));
    }

    private static boolean isWrongAccess(Vector bind) {
        return !WINDOW_RIGHTS.containsAll(bind.texts("mw_access_flags"));
    }

    static VectorPlan ofDebugBuild(Vector vector) {
        return vector.object("expect").number("rc") == EINVAL ? VectorPlan.excepted(DEBUG_BUILD) : VectorPlan.RUN;
    }

    static boolean isWithoutRegion(Vector vector) {
        return wrs(vector).stream()
                .anyMatch(wr -> wr.has("bind_mw") && !wr.object("bind_mw").has("mr"));
    }

    static List<Vector> wrs(Vector vector) {
        return vector.has("wr") ? List.of(vector.object("wr")) : vector.objects("wrs");
    }

    /**
     * What is expected of us: a type-2 bind of length 0 with tag 0 asks for a free window, where mlx5 writes the bytes
     * of an invalidate. That is one bit of the WQE, its signature, and the register where the WQE goes there as a
     * whole.
     */
    static Vector withOwnBytes(Vector vector) {
        List<Vector> wrs = wrs(vector);
        Vector expect = vector.object("expect");
        List<Vector> wqes = SendRun.wqes(expect);
        boolean signed = vector.object("qp").flag("wq_sig");
        List<Vector> changed = new ArrayList<>();
        for (int i = 0; i < wqes.size(); i++) {
            changed.add(isOwn(wrs.get(i)) ? asking(wqes.get(i), "wqe_hex", signed) : wqes.get(i));
        }
        if (changed.equals(wqes)) {
            return vector;
        }
        Vector outcome = expect.has("wqes")
                ? with(expect, "wqes", changed.stream().map(Vector::members).toList())
                : changed.getFirst();
        return with(
                vector, "expect", (expect.flag("blueflame") ? asking(outcome, "uar_hex", signed) : outcome).members());
    }

    private static boolean isOwn(Vector wr) {
        if (!wr.has("bind_mw")) {
            return false;
        }
        Vector bind = wr.object("bind_mw");
        return bind.number("mw_type") == 2
                && bind.has("new_rkey")
                && bind.hex("length") == 0
                && MemoryKey.tag(bind.hexInt("new_rkey")) == 0;
    }

    private static Vector asking(Vector of, String name, boolean signed) {
        byte[] bytes = of.bytes(name);
        bytes[UMR_FLAGS] |= UmrControlSegment.CHECK_FREE;
        if (signed) {
            bytes[SIGNATURE] ^= UmrControlSegment.CHECK_FREE;
        }
        return with(of, name, HexFormat.of().formatHex(bytes));
    }

    private static Vector with(Vector vector, String name, Object value) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>(vector.members());
        members.put(name, value);
        return new Vector(members);
    }
}
