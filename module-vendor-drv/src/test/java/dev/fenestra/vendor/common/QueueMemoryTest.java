package dev.fenestra.vendor.common;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.spi.DriverCq;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.KernelBuffer;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.QueueMr;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.irdma.IrdmaDriver;
import dev.fenestra.vendor.irdma.abi.IrdmaUdata;
import dev.fenestra.vendor.irdma.kernel.IrdmaHalf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** A user half registers the memory of a queue before it makes the queue, as libirdma does. */
class QueueMemoryTest {
    private static final int PAGE = 4096;
    private static final int ENTRIES = 8;
    /** What libirdma asks for when a program wants one piece and a few requests: rings of 512 and 4 quanta. */
    private static final QpCapacity CAPACITY = new QpCapacity(256, 4, 1, 1, 0);

    private static final int SEND_PAGES = 4;

    private final CardHost host = new CardHost(new IrdmaDriver(), IrdmaHalf.LIMITS);
    private final DriverPd pd = host.device.allocPd(host.context, Udata.ofBytes(0, IrdmaUdata.PD.bytes()));
    private final LedgerCell cell = cell();
    private final long ring = host.allocate(PAGE);
    private final long record = host.allocate(PAGE);
    private final long queues = host.allocate((SEND_PAGES + 2) * PAGE);

    private LedgerCell cell() {
        KernelBuffer ledger = host.kernel().allocate(64);
        return new LedgerCell(ledger.segment(), ledger.offset(), ledger.busAddress());
    }

    private static void refused(CardRule rule, Executable call) {
        assertEquals(rule, assertThrows(VerbsException.class, call).rule().constant());
    }

    /** Registers memory; the pins are the test's, as they are the kernel's. */
    private DriverMr register(long address, int pages, int type, int first, int second) {
        PinnedPages pinned = host.pin(address, (long) pages * PAGE, true);
        Udata udata = Udata.ofBytes(IrdmaUdata.MEMORY.bytes(), 0);
        IrdmaUdata.MEMORY_TYPE.set(udata.request(), type);
        (type == IrdmaUdata.OF_CQ ? IrdmaUdata.CQ_PAGES : IrdmaUdata.SEND_PAGES).set(udata.request(), first);
        IrdmaUdata.RECEIVE_PAGES.set(udata.request(), second);
        try {
            int access = AccessFlag.LOCAL_WRITE.bit();
            return host.device.regions().regMr(pd, pinned, address, access, cell, udata);
        } finally {
            host.unpin(pinned);
        }
    }

    private DriverCq createCq() {
        Udata udata = Udata.ofBytes(IrdmaUdata.CQ.bytes(), IrdmaUdata.CQ_ANSWER.bytes());
        IrdmaUdata.CQ_BUFFER.set(udata.request(), ring);
        IrdmaUdata.CQ_RECORD.set(udata.request(), record);
        return host.device.completions().createCq(host.context, ENTRIES, udata);
    }

    private DriverCq registeredCq() {
        register(ring, 1, IrdmaUdata.OF_CQ, 1, 0);
        register(record, 1, IrdmaUdata.OF_CQ, 1, 0);
        return createCq();
    }

    private DriverQp createQp(DriverCq cq) {
        Udata udata = Udata.ofBytes(IrdmaUdata.QP.bytes(), IrdmaUdata.QP_ANSWER.bytes());
        IrdmaUdata.QP_BUFFER.set(udata.request(), queues);
        return host.device.queues().createQp(pd, new QpRequest(QpType.RC, cq, cq, null, CAPACITY, false, null), udata);
    }

    @Test
    void shouldRefuseACqWithoutMemory() {
        refused(CardRule.CQ_MEMORY, this::createCq);
        register(ring, 1, IrdmaUdata.OF_CQ, 1, 0);
        refused(CardRule.CQ_MEMORY, this::createCq);
    }

    @Test
    void shouldRefuseAResizeWithoutMemory() {
        DriverCq cq = registeredCq();
        Udata udata = Udata.ofBytes(IrdmaUdata.CQ_BUFFER.end(), 0);
        IrdmaUdata.CQ_BUFFER.set(udata.request(), queues);
        refused(CardRule.RESIZE_MEMORY, () -> host.device.completions().resizeCq(cq, 2 * ENTRIES, udata));
        register(queues, 1, IrdmaUdata.OF_CQ, 1, 0);
        host.device.completions().resizeCq(cq, 2 * ENTRIES, udata);
    }

    @Test
    void shouldServeOneQueueByOneRegistration() {
        DriverCq cq = registeredCq();
        refused(CardRule.QP_MEMORY, () -> createQp(cq));
        register(queues, SEND_PAGES + 2, IrdmaUdata.OF_QP, SEND_PAGES, 1);
        host.device.queues().destroyQp(createQp(cq));
        refused(CardRule.QP_MEMORY, () -> createQp(cq));
    }

    @Test
    void shouldKeepTheMemoryOfAQueueWhoseRegistrationHasEnded() {
        DriverCq cq = registeredCq();
        int before = host.kernel().pinned().size();
        DriverMr registered = register(queues, SEND_PAGES + 2, IrdmaUdata.OF_QP, SEND_PAGES, 1);
        assertInstanceOf(QueueMr.class, registered);
        DriverQp qp = createQp(cq);
        host.device.regions().deregMr(registered);
        assertEquals(before + 1, host.kernel().pinned().size());
        host.device.queues().destroyQp(qp);
        assertEquals(before, host.kernel().pinned().size());
    }

    @Test
    void shouldRefuseMemoryThatIsTooSmallForItsQueue() {
        DriverCq cq = registeredCq();
        refused(CardRule.UDATA, () -> register(queues, SEND_PAGES, IrdmaUdata.OF_QP, SEND_PAGES, 1));
        register(queues, 3, IrdmaUdata.OF_QP, 1, 1);
        refused(CardRule.UDATA, () -> createQp(cq));
        refused(CardRule.QP_MEMORY, () -> createQp(cq));
    }

    @Test
    void shouldRefuseMemoryOfAnUnknownKind() {
        refused(CardRule.UDATA, () -> register(queues, 1, 3, 0, 0));
    }
}
