package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

public class MemoryWindowTest {
    private final Bench bench = new Bench();
    private final KernelContext context = bench.context;
    private final int pd = bench.pd();
    private final int mr = bench.mr(pd, AccessFlag.MW_BIND);
    private final MwResponse mw = context.mws().allocate(pd, MwType.TYPE_2.code());

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    @Provokes("LIFE-3")
    void shouldRefuseToDeregisterABoundRegionWithoutACommandAndNameTheWindow() {
        bench.device.bind(bench.device.lastMr, mw.rkey() + 2, 0x11);

        VerbsException refused =
                assertRefused(KernelRule.UNBOUND, () -> context.mrs().deregister(mr));

        assertEquals("MR 2 is held by MW 3 (key 0x000101:02), bound through QP 0x11", refused.values());
        verify(bench.device, never()).deregMr(any());
        context.mws().deallocate(mw.handle());
        context.mrs().deregister(mr);
    }

    @Test
    void shouldNameAWindowOfAnotherProcessAndOneThatIsTiedToNoQp() {
        KernelContext other = bench.open(bench.host.createProcess("other"));
        MwResponse theirs = other.mws().allocate(other.pds().allocate(Udata.none()), MwType.TYPE_1.code());
        bench.device.bind(bench.device.lastMr, theirs.rkey(), -1);

        VerbsException refused =
                assertRefused(KernelRule.UNBOUND, () -> context.mrs().deregister(mr));

        assertEquals("MR 2 is held by MW 2 of process other (key 0x000102:00)", refused.values());
    }

    @Test
    void shouldCountBoundWindowsThatTheDeviceCannotName() {
        FakeObjects.Mr region = bench.device.lastMr;
        bench.device.bind(region, mw.rkey(), 0x11);
        bench.device.windowsOf(region).clear();

        VerbsException refused =
                assertRefused(KernelRule.UNBOUND, () -> context.mrs().deregister(mr));

        assertEquals("MR 2 is held by 1 bound window(s)", refused.values());
    }

    @Test
    void shouldChangeNothingWhenTheDeviceItselfRefusesWithEbusy() {
        // The bind slips in between the look at the ledger and the command; or the device keeps no ledger at all.
        bench.device.bindSilently(bench.device.lastMr, mw.rkey(), 0x11);

        VerbsException refused =
                assertThrows(VerbsException.class, () -> context.mrs().deregister(mr));

        assertEquals(Errno.EBUSY, refused.errno());
        assertEquals(new FakeRule(Errno.EBUSY), refused.rule());
        assertEquals(2, bench.process.memory().pinnedPages());
        VerbsException held = assertRefused(KernelRule.HELD, () -> context.pds().deallocate(pd));
        assertEquals("PD 1 is held by MR 2, MW 3", held.values());

        context.mws().deallocate(mw.handle());
        context.mrs().deregister(mr);
        assertEquals(0, bench.process.memory().pinnedPages());
    }

    @Test
    void shouldDeallocateAWindowInAnyState() {
        bench.device.bind(bench.device.lastMr, mw.rkey(), 0x11);

        context.mws().deallocate(mw.handle());

        assertRefused(KernelRule.HANDLE, () -> context.mws().deallocate(mw.handle()));
        context.mrs().deregister(mr);
        assertEquals(0, bench.process.memory().pinnedPages());
        context.pds().deallocate(pd);
    }

    @Test
    @Provokes("MW-1")
    void shouldRefuseWindowsOnADeviceThatHasNone() {
        try (Bench without = new Bench(FakeAttributes.of(MemoryWindows.NONE))) {
            int owner = without.pd();

            assertRefused(RegionRule.WINDOWS, () -> without.context.mws().allocate(owner, MwType.TYPE_1.code()));
            assertRefused(RegionRule.WINDOWS, () -> without.context.mws().allocate(owner, MwType.TYPE_2.code()));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 99, -1})
    @Provokes("MW-2")
    void shouldRefuseNumbersThatAreNoWindowType(int type) {
        VerbsException refused =
                assertRefused(RegionRule.WINDOW_TYPE, () -> context.mws().allocate(pd, type));

        assertEquals("type=" + type, refused.values());
        assertRefused(RegionRule.WINDOW_TYPE, () -> context.mws().allocate(99, type));
    }

    @Test
    void shouldAnswerWhatAWindowIsBoundTo() {
        MwQueryResponse free = context.mws().query(mw.handle());
        assertEquals(new MwQueryResponse(mw.rkey(), pd, null), free);

        bench.device.bind(bench.device.lastMr, mw.rkey() + 2, 0x11);

        MwQueryResponse.Binding binding = new MwQueryResponse.Binding(mr, 0x11, 0x5000, 64, FakeDevice.WINDOW_ACCESS);
        assertEquals(
                new MwQueryResponse(mw.rkey() + 2, pd, binding), context.mws().query(mw.handle()));
        assertEquals(2, bench.process.transitions().of(SystemCall.QUERY_MW));
        assertEquals(SystemCall.NO_COMMAND, SystemCall.QUERY_MW.command());
        assertRefused(KernelRule.HANDLE_TYPE, () -> context.mws().query(mr));
    }

    @Test
    void shouldNameNoRegionWhenTheDevicesOneIsUnknown() {
        FakeObjects.Mr unknown = new FakeObjects.Mr(
                0x100 << 8 | 1,
                bench.device.lastMr.pd(),
                bench.device.lastMr.pages(),
                0,
                0,
                bench.device.lastMr.bound());
        bench.device.bindSilently(unknown, mw.rkey(), -1);

        assertEquals(0, context.mws().query(mw.handle()).binding().mr());
    }
}
