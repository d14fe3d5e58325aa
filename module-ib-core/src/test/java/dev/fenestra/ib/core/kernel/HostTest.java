package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.argThat;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verifyNoMoreInteractions;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.kernel.host.Host;
import dev.fenestra.ib.core.kernel.host.Process;
import dev.fenestra.ib.core.kernel.inspection.HostObserver;
import dev.fenestra.ib.core.kernel.inspection.RefusalLog;
import dev.fenestra.ib.core.spi.KernelBuffer;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.HostConfig;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mockito.InOrder;

public class HostTest {
    private final Host host =
            new Host(HostConfig.named("alice").withMemory(16 << 20).withSeed(3).withCommandTimeout(Duration.ZERO));
    private final FakeDriver driver = new FakeDriver();

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void shouldOfferEverySlotToEveryDriverUntilOneClaimsIt() {
        FakeDriver second = new FakeDriver();
        host.plug("unknown hardware");
        host.plug(device("fake_0"));

        assertEquals(List.of("fake_0"), host.discover(List.of(driver, second)));
        assertEquals(2, driver.probes);
        assertEquals(1, second.probes);
        assertEquals(List.of(), host.discover(List.of(driver)));
        assertEquals(3, driver.probes);
        assertEquals(List.of("fake_0"), List.copyOf(host.devices().keySet()));
    }

    @Test
    @Provokes("HOST-1")
    void shouldRefuseASecondDeviceOfTheSameNameAndLeaveItsSlotUnclaimed() {
        FakeDevice first = device("fake_0");
        host.plug(first);
        host.discover(List.of(driver));
        host.plug(device("fake_0"));

        assertRefused(KernelRule.DEVICE_NAME, () -> host.discover(List.of(driver)));
        assertRefused(KernelRule.DEVICE_NAME, () -> host.discover(List.of(driver)));
        assertSame(first, host.devices().get("fake_0"));
    }

    @Test
    @Provokes("HOST-2")
    void shouldRefuseToOpenADeviceThatIsNotThere() {
        Process process = host.createProcess("app");

        VerbsException refused = assertRefused(KernelRule.DEVICE, () -> process.open("fake_9"));

        assertEquals("name=fake_9, has []", refused.values());
        assertEquals(1, host.refusals().total());
    }

    @Test
    @Provokes("HOST-3")
    void shouldEndTheWaitForACommandThatNeverEnds() {
        FakeDevice device = plugged();

        VerbsException refused =
                assertRefused(KernelRule.COMMAND_TIME, () -> driver.services.await(device, () -> false));

        assertEquals("fake_0 gave no answer in PT0S", refused.values());
    }

    @Test
    void shouldDriveTheDeviceOnlyWhileACommandIsWaitedFor() {
        FakeDevice device = plugged();
        AtomicInteger looks = new AtomicInteger();
        driver.services.await(device, () -> looks.incrementAndGet() == 2);

        assertEquals(2, looks.get());
        driver.services.await(device, () -> true);
    }

    @Test
    void shouldLendKernelMemoryThatDevicesCanReach() {
        plugged();
        KernelBuffer buffer = driver.services.allocate(64);

        assertSame(buffer.segment(), driver.services.busMemory().segment(buffer.busAddress()));
        assertEquals(buffer.offset(), driver.services.busMemory().offset(buffer.busAddress()));
        driver.services.free(buffer);
    }

    @Test
    void shouldLogRefusalsInTheNameOfTheLayerWhoseRuleItWas() {
        FakeDevice device = plugged();
        KernelContext context = host.createProcess("app").open("fake_0").getContext(Udata.none());
        assertThrows(VerbsException.class, () -> context.pds().deallocate(7));
        doThrow(FakeRule.refusal(Errno.ENOMEM)).when(device).allocPd(any(), any());
        assertThrows(VerbsException.class, () -> context.pds().allocate(Udata.none()));

        assertEquals(
                List.of("ib-core HND-2 ENOENT handle=7", "driver FAKE-1 ENOMEM as told"),
                host.refusals().refusals().stream()
                        .map(refusal -> refusal.layer() + " " + refusal.ruleId() + " " + refusal.outcome() + " "
                                + refusal.values())
                        .toList());
    }

    @Test
    void shouldKeepTheLast256Refusals() {
        plugged();
        KernelContext context = host.createProcess("app").open("fake_0").getContext(Udata.none());
        for (int handle = 1; handle <= 300; handle++) {
            int unknown = handle;
            assertThrows(VerbsException.class, () -> context.mrs().deregister(unknown));
        }

        assertEquals(300, host.refusals().total());
        assertEquals(RefusalLog.CAPACITY, host.refusals().refusals().size());
        assertEquals("handle=45", host.refusals().refusals().getFirst().values());
        assertEquals("handle=300", host.refusals().refusals().getLast().values());
    }

    @Test
    void shouldCountEveryKernelTransitionOfAProcessRefusedOnesIncluded() {
        plugged();
        Process process = host.createProcess("app");
        KernelContext context = process.open("fake_0").getContext(Udata.none());
        int pd = context.pds().allocate(Udata.none());
        context.pds().deallocate(pd);
        assertThrows(VerbsException.class, () -> context.pds().deallocate(pd));
        context.progress();
        context.now();

        assertEquals(
                "{GET_CONTEXT=1, ALLOC_PD=1, DEALLOC_PD=2}",
                process.transitions().counts().toString());
        assertEquals(4, process.transitions().total());
        assertEquals(0, process.transitions().of(SystemCall.REG_MR));
        assertEquals(0, host.createProcess("other").transitions().total());
    }

    @Test
    void shouldCarryTheCommandNumbersOfTheUverbsAbi() {
        assertEquals(9, SystemCall.REG_MR.command());
        assertEquals(27, SystemCall.DESTROY_QP.command());
        assertEquals(SystemCall.NO_COMMAND, SystemCall.CLOSE.command());
    }

    @Test
    void shouldTellTheObserverWhatTheKernelDoes() {
        plugged();
        Process process = host.createProcess("app");
        KernelContext context = process.open("fake_0").getContext(Udata.none());
        int pd = context.pds().allocate(Udata.none());
        HostObserver observer = mock(HostObserver.class);
        host.observe(observer);
        assertSame(observer, driver.services.observer());

        long address = process.memory().allocate(5000);
        int region = context.mrs().register(pd, address, 5000, address, 0).handle();
        context.mrs().deregister(region);
        assertThrows(VerbsException.class, () -> context.mrs().deregister(region));
        host.observe(null);
        context.queryDevice();

        InOrder told = inOrder(observer);
        told.verify(observer).pinned("app", 2);
        told.verify(observer).providerCall("fake_0", "reg_user_mr");
        told.verify(observer).systemCall(eq("app"), eq(SystemCall.REG_MR), eq(0), any());
        told.verify(observer).providerCall("fake_0", "dereg_mr");
        told.verify(observer).unpinned("app", 2);
        told.verify(observer).systemCall(eq("app"), eq(SystemCall.DEREG_MR), eq(0), any());
        told.verify(observer).refused(argThat(refusal -> refusal.ruleId().equals("HND-2")));
        told.verify(observer).systemCall(eq("app"), eq(SystemCall.DEREG_MR), eq(Errno.ENOENT.code()), any());
        verifyNoMoreInteractions(observer);
        assertNull(driver.services.observer());
    }

    @Test
    void shouldGiveProcessesMemoryOfTheirOwn() {
        Process one = host.createProcess("one");
        Process two = host.createProcess("two");

        assertTrue(one.memory().allocate(1) != two.memory().allocate(1));
        assertEquals("two", two.name());
        assertEquals("alice", host.name());
    }

    private static FakeDevice device(String name) {
        return FakeDevice.of(name, FakeAttributes.USUAL);
    }

    private FakeDevice plugged() {
        FakeDevice device = device("fake_0");
        host.plug(device);
        host.discover(List.of(driver));
        return device;
    }
}
