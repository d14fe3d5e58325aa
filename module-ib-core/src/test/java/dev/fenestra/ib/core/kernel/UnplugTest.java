package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.same;
import static org.mockito.Mockito.inOrder;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.mockito.InOrder;

/** A device is taken away while a process has it open. */
public class UnplugTest {
    @AutoClose
    private final Bench bench = new Bench();

    private final KernelContext context = bench.context;

    @Test
    @Provokes("HND-5")
    void shouldRefuseCallsButLetADestroySucceed() {
        int pd = bench.pd();

        bench.host.unplug("fake_0");

        assertRefused(KernelRule.DEVICE_THERE, bench::pd);
        context.pds().deallocate(pd);
        context.close();
    }

    @Test
    void shouldTellTheDriverBeforeItDestroysTheObjectsThenEndTheContext() {
        int pd = bench.pd();
        bench.mr(pd, AccessFlag.LOCAL_WRITE);

        bench.host.unplug("fake_0");

        InOrder order = inOrder(bench.device);
        order.verify(bench.device).disassociate(same(bench.device.lastContext));
        order.verify(bench.device).deregMr(any());
        order.verify(bench.device).deallocPd(any());
        order.verify(bench.device).closeContext(same(bench.device.lastContext));
        order.verify(bench.device).shutdown();
    }

    @Test
    void shouldLetTheProcessReadTheEventThatTellsIt() {
        bench.host.unplug("fake_0");

        assertEquals(
                AsyncEventType.DEVICE_FATAL,
                context.events().readAsync().orElseThrow().type());
        assertRefused(KernelRule.DEVICE_THERE, () -> context.events().readAsync());
    }

    @Test
    void shouldKeepOtherDevicesAndProcesses() {
        KernelContext other = bench.open(bench.host.createProcess("other"));
        other.close();

        bench.host.unplug("fake_0");

        assertRefused(KernelRule.DEVICE, () -> bench.process.open("fake_0"));
        assertRefused(KernelRule.CONTEXT_OPEN, other::queryDevice);
    }
}
