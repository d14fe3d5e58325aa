package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.vendor.mlx.testing.Vector;
import dev.fenestra.vendor.mlx.testing.VectorPlan;
import java.util.List;
import java.util.Set;

/** Which send vectors are run, and which are answered otherwise. */
final class SendPlan {
    private static final int EINVAL = 22;
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
        List<Vector> wrs = wrs(vector);
        if (wrs.stream().anyMatch(wr -> !SendRequests.isExpressible(wr))) {
            return VectorPlan.excepted(NO_OPCODE);
        }
        if (isRefusedByUsOnly(vector, wrs)) {
            return VectorPlan.excepted(SETTLED);
        }
        return VectorPlan.RUN;
    }

    /** B2, B13, P8 and P9: mlx5 posts such a bind, we refuse it. */
    static boolean isRefusedByUsOnly(Vector vector, List<Vector> wrs) {
        boolean accepted = vector.object("expect").number("rc") == 0;
        boolean request =
                vector.text("api").equals("post_send") || vector.text("api").equals("wr_builder");
        boolean datagrams = vector.object("qp").text("qp_type").equals("UD");
        return accepted
                && request
                && wrs.stream()
                        .filter(wr -> wr.has("bind_mw"))
                        .map(wr -> wr.object("bind_mw"))
                        .anyMatch(bind -> datagrams || isWrongBind(bind));
    }

    private static boolean isWrongBind(Vector bind) {
        return bind.number("mw_type") == 1
                || MemoryKey.index(bind.hexInt("new_rkey")) != MemoryKey.index(bind.hexInt("mw_rkey"))
                || !WINDOW_RIGHTS.containsAll(bind.texts("mw_access_flags"));
    }

    static VectorPlan ofDebugBuild(Vector vector) {
        return vector.object("expect").number("rc") == EINVAL ? VectorPlan.excepted(DEBUG_BUILD) : VectorPlan.RUN;
    }

    static List<Vector> wrs(Vector vector) {
        return vector.has("wr") ? List.of(vector.object("wr")) : vector.objects("wrs");
    }
}
