package dev.fenestra.ib.core.kernel;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.same;
import static org.mockito.Mockito.verify;

import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The bytes of a user half reach the driver in the calls in which drivers differ. */
class UdataTest {
    @AutoClose
    private final Bench bench = new Bench();

    private final KernelContext context = bench.context;
    private final Udata udata = Udata.ofBytes(8, 8);
    private final int pd = bench.pd();

    @Test
    void shouldReachARegistration() {
        long address = bench.process.memory().allocate(Bench.PAGE);

        context.mrs().register(pd, address, Bench.PAGE, address, AccessFlag.LOCAL_WRITE.bit(), udata);

        verify(bench.device).regMr(any(), any(), anyLong(), anyInt(), any(), same(udata));
    }

    @Test
    void shouldReachTheAllocationOfAWindow() {
        context.mws().allocate(pd, MwType.TYPE_2.code(), udata);

        verify(bench.device).allocMw(any(), any(), same(udata));
    }

    @Test
    void shouldReachAChangeOfAQp() {
        int cq = bench.cq();
        int qp = bench.qp(pd, cq, cq);

        context.qps()
                .modify(qp, QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).access(0), udata);

        verify(bench.device).modifyQp(any(), any(), any(), same(udata));
    }

    @Test
    void shouldTellTheDriverWhichProcessCreatesAQp() {
        int cq = bench.cq();

        context.qps().create(pd, QpType.RC, cq, cq, Bench.CAPACITY, false, udata);

        verify(bench.device).createQp(same(bench.device.lastContext), any(), any(), same(udata));
    }
}
