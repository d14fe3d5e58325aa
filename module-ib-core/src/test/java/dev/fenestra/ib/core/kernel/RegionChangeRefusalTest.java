package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ZERO_BASED;
import static dev.fenestra.ib.core.vocabulary.ReregFlag.CHANGE_ACCESS;
import static dev.fenestra.ib.core.vocabulary.ReregFlag.CHANGE_PD;
import static dev.fenestra.ib.core.vocabulary.ReregFlag.CHANGE_TRANSLATION;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.CALLS_REAL_METHODS;
import static org.mockito.Mockito.doCallRealMethod;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.kernel.calls.KernelMrs;
import dev.fenestra.ib.core.memory.MemoryRule;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RegionOperations;
import dev.fenestra.ib.core.spi.SpiRule;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes of a region that the kernel, the driver or the device refuses. */
public class RegionChangeRefusalTest extends RegionScene {
    @Test
    void shouldChangeNothingWhenTheDeviceRefuses() {
        doThrow(FakeRule.refusal(Errno.ENOMEM)).when(device).reregMr(any(), any());
        assertThrows(
                VerbsException.class,
                () -> context.mrs()
                        .change(
                                mr,
                                CHANGE_TRANSLATION | CHANGE_PD | CHANGE_ACCESS,
                                otherMemory,
                                8 * PAGE,
                                otherMemory,
                                LOCAL_WRITE.bit(),
                                otherPd));
        doCallRealMethod().when(device).reregMr(any(), any());

        assertEquals(2, bench.process.memory().pinnedPages());
        context.pds().deallocate(otherPd);
        assertUnchanged();
    }

    @Test
    void shouldChangeNothingWhenABindSlipsInBehindTheLookAtTheLedger() {
        MwResponse mw = context.mws().allocate(pd, MwType.TYPE_1.code());
        device.meanwhile = () -> device.bind(before, mw.rkey(), -1);

        VerbsException refused = assertThrows(
                VerbsException.class,
                () -> context.mrs().change(mr, CHANGE_TRANSLATION, otherMemory, PAGE, otherMemory, 0, 0));

        assertEquals(Errno.EBUSY, refused.errno());
        assertEquals(new FakeRule(Errno.EBUSY), refused.rule());
        device.meanwhile = () -> {};
        assertEquals(2, bench.process.memory().pinnedPages());
        assertEquals(1, before.bound().count());
        context.mws().deallocate(mw.handle());
        assertUnchanged();
    }

    @Test
    void shouldLeaveItToTheDeviceWhenTheLedgerNeverMoves() {
        device.bindSilently(before, 0x999 << 8, 0x11);

        assertThrows(VerbsException.class, () -> context.mrs().change(mr, CHANGE_PD, 0, 0, 0, 0, otherPd));

        context.pds().deallocate(otherPd);
        assertRefused(KernelRule.HELD, () -> context.pds().deallocate(pd));
    }

    @Test
    @Provokes("RRG-1")
    void shouldRefuseToChangeNothing() {
        assertRefused(RegionRule.REREG_CHANGES, () -> rereg(0, WIDE));
        assertRefused(RegionRule.REREG_CHANGES, () -> context.mrs().change(99, 0, 0, 0, 0, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 0x100, -1, Integer.MIN_VALUE | CHANGE_ACCESS})
    @Provokes("RRG-2")
    void shouldRefuseUnknownFlags(int flags) {
        assertRefused(RegionRule.REREG_KNOWN, () -> rereg(flags, WIDE));
    }

    @Test
    @Provokes("RRG-3")
    void shouldRefuseWhatWouldDisturbABoundWindowWithoutACommandAndNameIt() {
        MwResponse mw = context.mws().allocate(pd, MwType.TYPE_2.code());
        device.bind(before, mw.rkey() + 2, 0x11);

        VerbsException refused = assertRefused(
                RegionRule.REREG_UNBOUND,
                () -> context.mrs().change(mr, CHANGE_TRANSLATION, otherMemory, PAGE, otherMemory, 0, 0));
        assertEquals("MR 3 is held by MW 4 (key 0x000101:02), bound through QP 0x11", refused.values());
        assertRefused(RegionRule.REREG_UNBOUND, () -> context.mrs().change(mr, CHANGE_PD, 0, 0, 0, 0, otherPd));
        assertRefused(RegionRule.REREG_UNBOUND, () -> rereg(CHANGE_ACCESS, LOCAL_WRITE.bit()));
        assertRefused(RegionRule.REREG_UNBOUND, () -> rereg(CHANGE_ACCESS, MW_BIND.bit()));

        verify(device, never()).reregMr(any(), any());
        assertEquals(2, bench.process.memory().pinnedPages());
        context.pds().deallocate(otherPd);
        context.mws().deallocate(mw.handle());
        assertUnchanged();
    }

    @Test
    @Provokes("RRG-4")
    void shouldRefuseToChangeTheZeroOfAddressesAlone() {
        assertRefused(
                RegionRule.REREG_ZERO_BASED, () -> rereg(CHANGE_ACCESS, AccessFlag.mask(LOCAL_WRITE, ZERO_BASED)));
        int based =
                context.mrs().register(pd, memory, PAGE, 0, ZERO_BASED.bit()).handle();
        assertRefused(
                RegionRule.REREG_ZERO_BASED,
                () -> context.mrs().change(based, CHANGE_ACCESS, 0, 0, 0, LOCAL_WRITE.bit(), 0));
    }

    @Test
    void shouldCheckTranslationAndRightsAsARegistrationDoes() {
        assertRefused(
                RegionRule.PAGE_OFFSET,
                () -> context.mrs()
                        .change(
                                mr,
                                CHANGE_TRANSLATION | CHANGE_ACCESS,
                                otherMemory + 1,
                                PAGE,
                                0,
                                REMOTE_WRITE.bit(),
                                0));
        assertRefused(RegionRule.LOCAL_WRITE, () -> rereg(CHANGE_ACCESS, REMOTE_WRITE.bit()));
        assertRefused(RegionRule.ACCESS_KNOWN, () -> rereg(CHANGE_ACCESS, 1 << 19));
        assertRefused(RegionRule.ACCESS_OFFERED, () -> rereg(CHANGE_ACCESS, AccessFlag.ON_DEMAND.bit()));
        assertRefused(
                MemoryRule.PIN_LENGTH, () -> context.mrs().change(mr, CHANGE_TRANSLATION, memory, 0, memory, 0, 0));
        assertRefused(
                MemoryRule.MAPPED, () -> context.mrs().change(mr, CHANGE_TRANSLATION, memory, 3 * PAGE, memory, 0, 0));
        rereg(CHANGE_ACCESS, LOCAL_WRITE.bit() | 1 << 29);
        assertEquals(LOCAL_WRITE.bit(), device.lastChange.access());
    }

    @Test
    void shouldCheckTheRightsBeforeThePd() {
        assertRefused(
                RegionRule.LOCAL_WRITE,
                () -> context.mrs().change(mr, CHANGE_PD | CHANGE_ACCESS, 0, 0, 0, REMOTE_WRITE.bit(), 99));
        assertRefused(KernelRule.HANDLE, () -> context.mrs().change(mr, CHANGE_PD, 0, 0, 0, 0, 99));
        assertRefused(KernelRule.HANDLE_TYPE, () -> context.mrs().change(mr, CHANGE_PD, 0, 0, 0, 0, mr));
        assertRefused(KernelRule.HANDLE, () -> context.mrs().change(99, CHANGE_ACCESS, 0, 0, 0, 0, 0));
    }

    @Test
    @Provokes("REG-5")
    void shouldRefuseRegionsLargerThanTheDeviceAllows() {
        try (Bench small = new Bench(FakeAttributes.of(MemoryWindows.TYPE_1_AND_2B, 2 * PAGE, Set.of(QpType.RC)))) {
            int owner = small.pd();
            int region = small.mr(owner);
            long address = small.process.memory().allocate(3 * PAGE);

            assertRefused(
                    RegionRule.REGION_SIZE,
                    () -> small.context.mrs().register(owner, address, 2 * PAGE + 1, address, 0));
            assertRefused(RegionRule.REGION_SIZE, () -> small.context.mrs().register(owner, address, -1, address, 0));
            assertRefused(
                    RegionRule.REGION_SIZE,
                    () -> small.context.mrs().change(region, CHANGE_TRANSLATION, address, 3 * PAGE, address, 0, 0));
            small.context.mrs().change(region, CHANGE_TRANSLATION, address, 2 * PAGE, address, 0, 0);
            assertEquals(2, small.process.memory().pinnedPages(), "the new pages, and no others");
        }
    }

    @Test
    @Provokes("REG-5")
    void shouldRefuseOnDemandRegionsLargerThanTheDeviceAllows() {
        int paged = AccessFlag.ON_DEMAND.bit();
        DeviceAttributes twoPages = FakeAttributes.of(MemoryWindows.TYPE_1_AND_2B, 2 * PAGE, Set.of(QpType.RC));
        try (Bench small = new Bench(FakeDevice.of("fake_0", twoPages, FakeAttributes.paging(true)))) {
            int owner = small.pd();
            int region = small.mr(owner);
            long address = small.process.memory().allocate(3 * PAGE);
            KernelMrs mrs = small.context.mrs();

            assertRefused(RegionRule.REGION_SIZE, () -> mrs.register(owner, address, 3 * PAGE, address, paged));
            assertRefused(RegionRule.REGION_SIZE, () -> mrs.register(owner, address, 1L << 44, address, paged));
            int anew = CHANGE_TRANSLATION | CHANGE_ACCESS;
            assertRefused(RegionRule.REGION_SIZE, () -> mrs.change(region, anew, address, 3 * PAGE, address, paged, 0));
            assertRefused(RegionRule.ODP_WRAP, () -> mrs.register(owner, address, -1, address, paged));
            mrs.register(owner, address, 2 * PAGE, address, paged);
            mrs.register(owner, 0, -1, 0, paged);
        }
    }

    @Test
    void shouldRefuseWhatADriverDoesNotOffer() {
        RdmaDevice bare = mock(RdmaDevice.class, CALLS_REAL_METHODS);
        RegionOperations regions = mock(RegionOperations.class, CALLS_REAL_METHODS);
        when(bare.name()).thenReturn("bare_0");
        when(regions.device()).thenReturn(bare);

        assertEquals("bare_0 has no rereg_user_mr", unsupported(() -> regions.reregMr(before, device.lastChange)));
        assertEquals("bare_0 has no query_mw", unsupported(() -> bare.windows().queryMw(new FakeObjects.Mw(1))));
        assertEquals(
                "bare_0 has no alloc_dm",
                unsupported(() -> bare.deviceMemory().allocDm(device.lastContext, PAGE, 0, Udata.none())));
        assertEquals(
                "bare_0 has no query_ucontext", unsupported(() -> bare.queryContext(device.lastContext, Udata.none())));
    }

    private static String unsupported(Executable call) {
        return assertRefused(SpiRule.UNSUPPORTED, call).values();
    }
}
