package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.kernel.calls.KernelQps;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
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

    @Test
    void shouldAskTheDeviceOnceForAGroupThatIsAttachedTwice() {
        calls.attachMcast(qp, GROUP);
        calls.attachMcast(qp, GROUP);
        verify(bench.device).attachMcast(any(), any());

        calls.detachMcast(qp, GROUP);
        verify(bench.device).detachMcast(any(), any());
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
        verify(bench.device, never()).attachMcast(any(), any());
    }

    @Test
    @Provokes("MCG-3")
    void shouldRefuseAGidThatIsNotAGroups() {
        assertRefused(QueueRule.MCAST_GID, () -> calls.attachMcast(qp, Gid.ofIpv4(0x0a000001)));
        assertRefused(QueueRule.MCAST_GID, () -> calls.attachMcast(qp, new Gid(0xfe80L << 48, 1)));
        verify(bench.device, never()).attachMcast(any(), any());
    }

    @Test
    @Provokes("MCG-4")
    void shouldRefuseToDetachFromAGroupThatTheQpIsNotAttachedTo() {
        calls.attachMcast(qp, GROUP);

        VerbsException refused = assertRefused(QueueRule.MCAST_ATTACHED, () -> calls.detachMcast(qp, OTHER));
        assertEquals(Errno.EINVAL, refused.errno());
        verify(bench.device, never()).detachMcast(any(), any());
    }

    @Test
    @Provokes("MCG-5")
    void shouldKeepAQpThatIsAttached() {
        calls.attachMcast(qp, GROUP);

        VerbsException refused =
                assertRefused(QueueRule.QP_DETACHED, () -> bench.context.qps().destroy(qp));
        assertEquals(Errno.EBUSY, refused.errno());
        verify(bench.device, never()).destroyQp(any());
        calls.detachMcast(qp, GROUP);
        bench.context.qps().destroy(qp);
    }

    @Test
    void shouldNotBeAttachedWhenTheDeviceRefuses() {
        doThrow(FakeRule.refusal(Errno.ENOMEM)).when(bench.device).attachMcast(any(), any());
        assertThrows(VerbsException.class, () -> calls.attachMcast(qp, GROUP));

        bench.context.qps().destroy(qp);
        verify(bench.device, never()).detachMcast(any(), any());
    }

    @Test
    void shouldDetachTheQpsOfAContextThatIsClosed() {
        calls.attachMcast(qp, GROUP);
        calls.attachMcast(qp, OTHER);
        bench.context.close();

        verify(bench.device, times(2)).detachMcast(any(), any());
        verify(bench.device).destroyQp(any());
    }
}
