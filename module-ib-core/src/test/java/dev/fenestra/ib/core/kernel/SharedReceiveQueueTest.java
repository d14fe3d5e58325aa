package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SrqAttribute;
import dev.fenestra.ib.core.vocabulary.SrqAttributes;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.ib.core.vocabulary.SrqLimits;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public class SharedReceiveQueueTest {
    private static final int LIMIT = SrqAttribute.LIMIT.bit();
    private static final int MAX_WR = SrqAttribute.MAX_WR.bit();

    private final Bench bench = new Bench();
    private final KernelContext context = bench.context;
    private final int pd = bench.pd();

    @AfterEach
    void close() {
        bench.close();
    }

    private int srq() {
        return srq(10, 4, 3);
    }

    private int srq(int maxWr, int maxSge, int limit) {
        return context.srqs()
                .create(pd, new SrqCapacity(maxWr, maxSge), limit, Udata.none())
                .handle();
    }

    @Test
    @Provokes("SRQ-1")
    void shouldHaveNoSrqsWhereTheDeviceHasNone() {
        try (Bench without = new Bench(FakeAttributes.of(MemoryWindows.NONE, SrqLimits.NONE))) {
            int domain = without.pd();

            assertRefused(
                    QueueRule.SRQS,
                    () -> without.context.srqs().create(domain, new SrqCapacity(1, 1), 0, Udata.none()));
        }
    }

    @ParameterizedTest
    @CsvSource({"0,1", "-1,1", "101,1", "1,0", "1,-1", "1,5"})
    @Provokes("SRQ-2")
    void shouldRefuseSrqsBeyondTheLimits(int maxWr, int maxSge) {
        assertRefused(QueueRule.SRQ_CAPACITY, () -> srq(maxWr, maxSge, 0));
        verify(bench.device, never()).createSrq(any(), any(), any());
    }

    @Test
    @Provokes("SRQ-3")
    void shouldRefuseALimitBeyondTheRoom() {
        assertRefused(QueueRule.SRQ_LIMIT, () -> srq(10, 1, 11));
        assertRefused(QueueRule.SRQ_LIMIT, () -> srq(10, 1, -1));
        int srq = srq();

        assertRefused(QueueRule.SRQ_LIMIT, () -> context.srqs().modify(srq, LIMIT, 0, 11, Udata.none()));

        assertEquals(
                new SrqAttributes(new SrqCapacity(10, 4), 3), context.srqs().query(srq));
    }

    @Test
    void shouldMeasureANewLimitByTheNewRoom() {
        int srq = srq();

        context.srqs().modify(srq, LIMIT | MAX_WR, 20, 15, Udata.none());

        assertEquals(
                new SrqAttributes(new SrqCapacity(20, 4), 15), context.srqs().query(srq));
        assertRefused(QueueRule.SRQ_CAPACITY, () -> context.srqs().modify(srq, MAX_WR, 101, 0, Udata.none()));
        assertRefused(QueueRule.SRQ_LIMIT, () -> context.srqs().modify(srq, LIMIT | MAX_WR, 5, 6, Udata.none()));
    }

    @Test
    void shouldRefuseASizeBelowTheLimitThatStays() {
        int srq = srq();

        assertRefused(QueueRule.SRQ_LIMIT, () -> context.srqs().modify(srq, MAX_WR, 2, 0, Udata.none()));

        assertEquals(
                new SrqAttributes(new SrqCapacity(10, 4), 3), context.srqs().query(srq));
        context.srqs().modify(srq, MAX_WR, 3, 0, Udata.none());
        context.srqs().modify(srq, MAX_WR | LIMIT, 2, 0, Udata.none());
        assertEquals(new SrqAttributes(new SrqCapacity(2, 4), 0), context.srqs().query(srq));
    }

    @Test
    @Provokes("SRQ-4")
    void shouldRefuseAttributesThatAnSrqDoesNotHave() {
        int srq = srq();

        assertRefused(QueueRule.SRQ_ATTRIBUTES, () -> context.srqs().modify(srq, 4, 0, 0, Udata.none()));
    }

    @Test
    @Provokes("QP-3")
    void shouldRefuseAnSrqForUnreliableConnectionsAndXrc() {
        Set<QpType> all = Set.of(QpType.values());
        try (Bench every = new Bench(FakeAttributes.of(MemoryWindows.NONE, -1, all))) {
            int domain = every.pd();
            int cq = every.cq();
            int srq = every.context
                    .srqs()
                    .create(domain, new SrqCapacity(1, 1), 0, Udata.none())
                    .handle();

            assertRefused(
                    QueueRule.QP_SRQ,
                    () -> every.context.qps().create(domain, asked(QpType.UC, cq, srq, Bench.CAPACITY), Udata.none()));
            assertRefused(
                    QueueRule.QP_SRQ,
                    () -> every.context
                            .qps()
                            .create(domain, asked(QpType.XRC_INI, cq, srq, Bench.CAPACITY), Udata.none()));
            every.context.qps().create(domain, asked(QpType.UD, cq, srq, Bench.CAPACITY), Udata.none());
        }
    }

    private static QpInitAttributes asked(QpType type, int cq, int srq, QpCapacity capacity) {
        return new QpInitAttributes(type, cq, cq, srq, capacity, false);
    }

    @Test
    void shouldNotLookAtTheReceivesOfAQpWithAnSrq() {
        QpCapacity absurd = new QpCapacity(1, Integer.MAX_VALUE, 1, -1, 0);

        context.qps().create(pd, asked(QpType.RC, bench.cq(), srq(), absurd), Udata.none());

        verify(bench.device).createQp(any(), any(), any());
    }

    @Test
    void shouldRefuseToDestroyAnSrqInUseAndNameItsQps() {
        int srq = srq();
        int qp = context.qps()
                .create(pd, asked(QpType.RC, bench.cq(), srq, Bench.CAPACITY), Udata.none())
                .handle();

        VerbsException refused =
                assertRefused(KernelRule.HELD, () -> context.srqs().destroy(srq));

        assertEquals("SRQ " + srq + " is held by QP " + qp, refused.values());
        context.qps().destroy(qp);
        context.srqs().destroy(srq);
        assertRefused(KernelRule.HANDLE, () -> context.srqs().query(srq));
    }

    @Test
    void shouldHoldThePdOfAnSrq() {
        int srq = srq();

        assertRefused(KernelRule.HELD, () -> context.pds().deallocate(pd));
        context.srqs().destroy(srq);
        context.pds().deallocate(pd);
    }

    @Test
    void shouldHaveRoomForAsManySrqsAsTheDeviceSays() {
        srq();
        int last = srq();

        assertRefused(KernelRule.ROOM, this::srq);
        context.srqs().destroy(last);
        srq();
    }

    @Test
    void shouldChangeNothingWhenTheDeviceRefuses() {
        int srq = srq();
        doThrow(FakeRule.refusal(Errno.EINVAL))
                .when(bench.device)
                .modifySrq(any(), anyInt(), anyInt(), anyInt(), any());
        doThrow(FakeRule.refusal(Errno.EBUSY)).when(bench.device).destroySrq(any());

        assertThrows(VerbsException.class, () -> context.srqs().modify(srq, LIMIT, 0, 1, Udata.none()));
        assertThrows(VerbsException.class, () -> context.srqs().destroy(srq));

        assertEquals(3, context.srqs().query(srq).limit());
    }
}
