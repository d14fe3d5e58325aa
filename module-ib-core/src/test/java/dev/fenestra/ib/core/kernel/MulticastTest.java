package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.kernel.calls.KernelQps;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

public class MulticastTest {
    private static final Gid GROUP = Gid.ofIpv4(0xe0010203);
    private static final Gid OTHER = new Gid(0xff0e000000000000L, 1);

    private final Bench bench = new Bench(FakeAttributes.xrc());
    private final KernelQps calls = bench.context.qps();
    private final int qp = qp(QpType.UD);

    @AfterEach
    void close() {
        bench.close();
    }

    private int qp(QpType type) {
        int cq = bench.cq();
        return calls.create(bench.pd(), type, cq, cq, Bench.CAPACITY, false, Udata.none())
                .handle();
    }

    private int asked(String what) {
        return Collections.frequency(bench.device.operations, what);
    }

    @Test
    void shouldAskTheDeviceOnceForAGroupThatIsAttachedTwice() {
        calls.attachMcast(qp, GROUP);
        calls.attachMcast(qp, GROUP);
        assertEquals(1, asked("attachMcast"));

        calls.detachMcast(qp, GROUP);
        assertEquals(1, asked("detachMcast"));
    }

    @Test
    @Provokes("MCG-1")
    void shouldRefuseGroupsOnADeviceWithoutThem() {
        try (Bench without = new Bench()) {
            int cq = without.cq();
            int rc = without.qp(without.pd(), cq, cq);
            VerbsException refused =
                    assertRefused(QueueRule.MCASTS, () -> without.context.qps().attachMcast(rc, GROUP));
            assertEquals(Errno.EOPNOTSUPP, refused.errno());
        }
    }

    @Test
    @Provokes("MCG-2")
    void shouldAttachUdQpsOnly() {
        int rc = qp(QpType.RC);

        assertRefused(QueueRule.MCAST_QP, () -> calls.attachMcast(rc, GROUP));
        assertRefused(QueueRule.MCAST_QP, () -> calls.detachMcast(rc, GROUP));
        assertEquals(0, asked("attachMcast"));
    }

    @Test
    @Provokes("MCG-3")
    void shouldRefuseAGidThatIsNotAGroups() {
        assertRefused(QueueRule.MCAST_GID, () -> calls.attachMcast(qp, Gid.ofIpv4(0x0a000001)));
        assertRefused(QueueRule.MCAST_GID, () -> calls.attachMcast(qp, new Gid(0xfe80L << 48, 1)));
        assertEquals(0, asked("attachMcast"));
    }

    @Test
    @Provokes("MCG-4")
    void shouldRefuseToDetachFromAGroupThatTheQpIsNotAttachedTo() {
        calls.attachMcast(qp, GROUP);

        VerbsException refused = assertRefused(QueueRule.MCAST_ATTACHED, () -> calls.detachMcast(qp, OTHER));
        assertEquals(Errno.EINVAL, refused.errno());
        assertEquals(0, asked("detachMcast"));
    }

    @Test
    @Provokes("MCG-5")
    void shouldKeepAQpThatIsAttached() {
        calls.attachMcast(qp, GROUP);

        VerbsException refused =
                assertRefused(QueueRule.QP_DETACHED, () -> bench.context.qps().destroy(qp));
        assertEquals(Errno.EBUSY, refused.errno());
        assertEquals(0, asked("destroyQp"));
        calls.detachMcast(qp, GROUP);
        bench.context.qps().destroy(qp);
    }

    @Test
    void shouldNotBeAttachedWhenTheDeviceRefuses() {
        bench.device.refuse("attachMcast", Errno.ENOMEM);
        assertThrows(VerbsException.class, () -> calls.attachMcast(qp, GROUP));

        bench.context.qps().destroy(qp);
        assertEquals(0, asked("detachMcast"));
    }

    @Test
    void shouldDetachTheQpsOfAContextThatIsClosed() {
        calls.attachMcast(qp, GROUP);
        calls.attachMcast(qp, OTHER);
        bench.context.close();

        assertEquals(2, asked("detachMcast"));
        assertEquals(1, asked("destroyQp"));
    }
}
