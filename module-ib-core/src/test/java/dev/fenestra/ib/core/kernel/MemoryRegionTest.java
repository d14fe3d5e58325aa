package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.FLUSH_GLOBAL;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.FLUSH_PERSISTENT;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.HUGETLB;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ON_DEMAND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.RELAXED_ORDERING;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_ATOMIC;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ZERO_BASED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.doCallRealMethod;
import static org.mockito.Mockito.doThrow;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.kernel.verbs.MrAccess;
import dev.fenestra.ib.core.memory.MemoryRule;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

public class MemoryRegionTest {
    private static final long PAGE = Bench.PAGE;

    private final Bench bench = new Bench();
    private final KernelContext context = bench.context;
    private final int pd = bench.pd();
    private final long address = bench.process.memory().allocate(2 * PAGE);

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void shouldPinPagesAndHandThemToTheDriver() {
        MrResponse region = context.mrs().register(pd, address + 8, PAGE, address + 8, LOCAL_WRITE.bit());

        assertEquals(2, bench.device.lastMr.pages().busAddresses().length);
        assertEquals(address + 8, bench.device.lastMr.iova());
        assertEquals(bench.device.lastMr.lkey(), region.lkey());
        assertEquals(bench.device.lastMr.rkey(), region.rkey());
        assertEquals(0, bench.device.lastMr.bound().count());
        assertEquals(2, bench.process.memory().pinnedPages());
        context.mrs().deregister(region.handle());
        assertEquals(0, bench.process.memory().pinnedPages());
    }

    @Test
    @Provokes("MEM-25")
    void shouldNoteThatADriverGaveThePinsOfARegionBack() {
        MrResponse region = context.mrs().register(pd, address, PAGE, address, LOCAL_WRITE.bit());
        bench.device.lastContext.memory().unpin(bench.device.lastMr.pages());

        context.mrs().deregister(region.handle());

        assertEquals("MEM-25", bench.host.refusals().refusals().getLast().ruleId());
        assertEquals(0, bench.process.memory().pinnedPages());
    }

    @Test
    void shouldStartAZeroBasedRegionAtZero() {
        register(ZERO_BASED);

        assertEquals(0, bench.device.lastMr.iova());
    }

    @Test
    void shouldDropUnknownOptionalFlagsAndKeepKnownOnes() {
        context.mrs().register(pd, address, PAGE, address, RELAXED_ORDERING.bit() | 1 << 29 | LOCAL_WRITE.bit());

        assertEquals(AccessFlag.mask(RELAXED_ORDERING, LOCAL_WRITE), bench.device.lastMr.access());
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCAL_WRITE", "MW_BIND"})
    void shouldPinForWritingWhateverLetsADeviceWrite(AccessFlag access) {
        assertTrue(MrAccess.isWritable(access.bit()));
        assertTrue(MrAccess.isWritable(AccessFlag.mask(access, REMOTE_READ)));
        assertFalse(MrAccess.isWritable(REMOTE_READ.bit()));
    }

    @Test
    void shouldGiveEverythingBackWhenTheDriverRefuses() {
        register(LOCAL_WRITE);
        long cell = bench.device.lastMr.bound().busAddress();
        long frames = bench.host.memory().usedFrames();
        doThrow(FakeRule.refusal(Errno.ENOMEM)).when(bench.device).regMr(any(), any(), anyLong(), anyInt(), any());
        for (int i = 0; i < 600; i++) {
            assertThrows(VerbsException.class, () -> register(LOCAL_WRITE));
        }
        doCallRealMethod().when(bench.device).regMr(any(), any(), anyLong(), anyInt(), any());

        assertEquals(1, bench.process.memory().pinnedPages());
        assertEquals(frames, bench.host.memory().usedFrames());
        register(LOCAL_WRITE);
        assertTrue(cell != bench.device.lastMr.bound().busAddress());
    }

    @Test
    void shouldRefuseWhatCannotBePinned() {
        assertRefused(MemoryRule.PIN_LENGTH, () -> context.mrs().register(pd, address, 0, address, 0));
        assertRefused(MemoryRule.NO_WRAP, () -> context.mrs().register(pd, address, -1, address, 0));
        assertRefused(MemoryRule.MAPPED, () -> context.mrs().register(pd, address, 3 * PAGE, address, 0));
        context.pds().deallocate(pd);
    }

    @Test
    @Provokes("REG-1")
    void shouldRefusePageOffsetsThatDifferBeforeAnythingElse() {
        assertRefused(
                RegionRule.PAGE_OFFSET, () -> context.mrs().register(99, address + 1, 0, address, REMOTE_WRITE.bit()));
        assertRefused(RegionRule.PAGE_OFFSET, () -> context.mrs().register(pd, address + 1, 1, 0, ZERO_BASED.bit()));
        context.mrs().register(pd, address + 1, 1, 0x1001, 0);
    }

    @Test
    @Provokes("REG-2")
    void shouldRefuseRemoteWritingWithoutLocalWriting() {
        assertRefused(RegionRule.LOCAL_WRITE, () -> register(REMOTE_WRITE));
        assertRefused(RegionRule.LOCAL_WRITE, () -> register(REMOTE_ATOMIC, REMOTE_READ));
        register(REMOTE_WRITE, REMOTE_ATOMIC, LOCAL_WRITE);
    }

    @Test
    @Provokes("REG-3")
    void shouldRefuseUnknownFlagsOutsideTheOptionalRange() {
        for (int bit : new int[] {1 << 10, 1 << 19, 1 << 30, 1 << 31}) {
            assertRefused(RegionRule.ACCESS_KNOWN, () -> context.mrs().register(99, address, PAGE, address, bit));
        }
    }

    @Test
    @Provokes("REG-4")
    void shouldRefuseAccessThatTheDeviceDoesNotOffer() {
        for (AccessFlag flag : new AccessFlag[] {ON_DEMAND, HUGETLB, FLUSH_GLOBAL, FLUSH_PERSISTENT}) {
            assertRefused(RegionRule.ACCESS_OFFERED, () -> register(flag));
        }
    }

    @Test
    void shouldCheckThePdBeforeThePages() {
        assertRefused(KernelRule.HANDLE, () -> context.mrs().register(99, address, 0, address, 0));
    }

    @Test
    void shouldKeepARegionPinnedAfterItsMemoryWasFreed() {
        int region = register(MW_BIND);
        bench.process.memory().free(address);

        assertEquals(1, bench.process.memory().pinnedPages());
        long busAddress = bench.device.lastMr.pages().busAddress(0);
        assertTrue(bench.host.memory().bus().valid(busAddress) > 0);
        context.mrs().deregister(region);
        assertEquals(0, bench.process.memory().pinnedPages());
    }

    private int register(AccessFlag... access) {
        return context.mrs()
                .register(pd, address, PAGE, address, AccessFlag.mask(access))
                .handle();
    }
}
