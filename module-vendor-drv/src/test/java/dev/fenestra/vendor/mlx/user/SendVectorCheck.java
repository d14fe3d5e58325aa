package dev.fenestra.vendor.mlx.user;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.vendor.mlx.testing.Vector;
import dev.fenestra.vendor.mlx.testing.VectorPlan;
import java.util.List;
import java.util.Set;

/** Posts what a vector of the send queue says, and compares all that it says of the outcome. */
final class SendVectorCheck {
    private static final byte ONES = (byte) 0xff;

    private SendVectorCheck() {}

    static void check(Vector vector) {
        Vector expected = SendPlan.withOwnBytes(vector);
        VectorPlan plan = SendPlan.of(vector);
        List<Vector> wrs = SendPlan.wrs(vector).stream()
                .takeWhile(SendRequests::isExpressible)
                .toList();
        SendRun run = new SendRun(expected, wrs, (byte) 0);
        if (SendPlan.isRefusedByUsOnly(vector)) {
            assertEquals(Errno.EINVAL.code(), run.errno(), "errno of what only we refuse");
            run.checkRequestsBefore(SendPlan.firstRefusedByUsOnly(vector));
            return;
        }
        if (plan.kind() == VectorPlan.Kind.RUN) {
            run.checkErrno();
        }
        compare(run, new SendRun(expected, wrs, ONES));
    }

    /** Of what only a debug build refuses: the default build posts it, unless it is without a region at all. */
    static void checkDebug(Vector vector) {
        if (SendPlan.ofDebugBuild(vector).kind() == VectorPlan.Kind.EXCEPTED) {
            SendRun run = new SendRun(vector, SendPlan.wrs(vector), (byte) 0);
            Set<Integer> allowed = SendPlan.isWithoutRegion(vector) ? Set.of(0, Errno.EINVAL.code()) : Set.of(0);
            assertEquals(true, allowed.contains(run.errno()), "errno " + run.errno() + " in " + allowed);
        } else {
            check(vector);
        }
    }

    private static void compare(SendRun run, SendRun other) {
        run.checkDoorbell();
        run.checkState();
        run.checkSaved();
        run.checkRing(other);
    }
}
