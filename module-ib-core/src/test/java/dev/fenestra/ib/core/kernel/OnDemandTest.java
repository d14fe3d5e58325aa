package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.HUGETLB;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ON_DEMAND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.MrAdvice.FLUSH;
import static dev.fenestra.ib.core.vocabulary.MrAdvice.PREFETCH;
import static dev.fenestra.ib.core.vocabulary.MrAdvice.PREFETCH_WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doCallRealMethod;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AdvisedRange;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MrAdvice;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;
import dev.fenestra.ib.core.vocabulary.ReregFlag;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** On-demand regions and advice, as the kernel sees them. */
public class OnDemandTest {
    private static final long PAGE = Bench.PAGE;
    private static final int PAGED = AccessFlag.mask(LOCAL_WRITE, ON_DEMAND);

    private final Bench bench = bench(FakeAttributes.paging(true));
    private final KernelContext context = bench.context;
    private final int pd = bench.pd();
    private final long address = bench.process.memory().allocate(2 * PAGE);

    private static Bench bench(OdpCapabilities odp) {
        return new Bench(FakeDevice.of("fake_0", FakeAttributes.USUAL, odp));
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private MrResponse register(int access) {
        return context.mrs().register(pd, address, 2 * PAGE, address, access);
    }

    private void advise(int advice, int flags, AdvisedRange... ranges) {
        context.mrs().advise(pd, advice, flags, List.of(ranges));
    }

    @Test
    void shouldPinNothing() {
        int region = register(PAGED).handle();

        assertEquals(0, bench.process.memory().pinnedPages());
        verify(bench.device, never()).regMr(any(), any(), anyLong(), anyInt(), any());
        context.mrs().deregister(region);
        assertEquals(0, bench.process.memory().pinnedPages());
    }

    @Test
    void shouldMakeARegionAnewThatIsOrBecomesOnDemand() {
        MrResponse pinned = register(LOCAL_WRITE.bit());
        MrResponse paged = context.mrs().change(pinned.handle(), ReregFlag.CHANGE_ACCESS, 0, 0, 0, PAGED, 0);
        assertNotEquals(pinned.lkey(), paged.lkey());
        assertEquals(0, bench.process.memory().pinnedPages());

        MrResponse again =
                context.mrs().change(pinned.handle(), ReregFlag.CHANGE_ACCESS, 0, 0, 0, LOCAL_WRITE.bit(), 0);
        assertNotEquals(paged.lkey(), again.lkey());
        assertEquals(2, bench.process.memory().pinnedPages());
        verify(bench.device, never()).reregMr(any(), any());
    }

    static Stream<Consumer<FakeDevice>> operationsOfAnew() {
        return Stream.of(device -> device.regOnDemand(any(), any(), any()), device -> device.deregMr(any()));
    }

    @ParameterizedTest
    @MethodSource("operationsOfAnew")
    void shouldKeepTheOldRegionWhenTheNewOneIsRefused(Consumer<FakeDevice> refused) {
        MrResponse region = register(PAGED);
        refused.accept(doThrow(FakeRule.refusal(Errno.EBUSY)).when(bench.device));
        int handle = region.handle();
        assertThrows(
                VerbsException.class,
                () -> context.mrs().change(handle, ReregFlag.CHANGE_ACCESS, 0, 0, 0, PAGED | REMOTE_READ.bit(), 0));
        refused.accept(doCallRealMethod().when(bench.device));

        advise(0, FLUSH, new AdvisedRange(region.lkey(), address, 8));
        verify(bench.device).adviseMr(any(), any(), anyLong(), anyLong());
    }

    @Test
    @Provokes("ODP-1")
    void shouldRefuseARegionOfNoPages() {
        assertRefused(RegionRule.ODP_LENGTH, () -> context.mrs().register(pd, address, 0, address, PAGED));
        assertRefused(RegionRule.ODP_LENGTH, () -> context.mrs().register(pd, 0, 0, 0, PAGED));
        assertRefused(RegionRule.ODP_WRAP, () -> context.mrs().register(pd, -1, 0, -1, PAGED));
        context.mrs().register(pd, address + 1, 0, address + 1, PAGED);
        verify(bench.device).regOnDemand(any(), any(), any());
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, -2 * PAGE})
    @Provokes("ODP-2")
    void shouldRefuseARangeThatWraps(long length) {
        long from = length == -2 * PAGE ? 2 * PAGE - 1 : address | Long.MIN_VALUE;
        assertRefused(RegionRule.ODP_WRAP, () -> context.mrs().register(pd, from, length, from, PAGED));
        assertEquals(Errno.EOVERFLOW.name(), RegionRule.ODP_WRAP.facts().outcome());
    }

    @Test
    @Provokes("ODP-3")
    void shouldRefuseAnAddressForTheWholeAddressSpace() {
        assertRefused(RegionRule.ODP_IMPLICIT_IOVA, () -> context.mrs().register(pd, 0, -1, PAGE, PAGED));
    }

    @Test
    @Provokes("ODP-4")
    void shouldRefuseTheWholeAddressSpaceWhereTheDeviceHasNone() {
        try (Bench small = bench(FakeAttributes.paging(false))) {
            int domain = small.pd();
            assertRefused(RegionRule.ODP_IMPLICIT, () -> small.context.mrs().register(domain, 0, -1, 0, PAGED));
        }
        context.mrs().register(pd, 0, -1, 0, PAGED);
    }

    @Test
    @Provokes("ODP-5")
    void shouldRefuseHugePagesForTheWholeAddressSpace() {
        assertRefused(RegionRule.ODP_HUGE, () -> context.mrs().register(pd, 0, -1, 0, PAGED | HUGETLB.bit()));
        register(PAGED | HUGETLB.bit());
    }

    @Test
    void shouldPassAdviceOnToTheDriver() {
        MrResponse region = register(PAGED);
        advise(
                PREFETCH_WRITE.code(),
                FLUSH,
                new AdvisedRange(region.lkey(), address + 8, 16),
                new AdvisedRange(region.lkey(), address, 0));
        verify(bench.device).adviseMr(any(), eq(PREFETCH_WRITE), eq(address + 8), eq(16L));
    }

    @Test
    void shouldLoseWhatFailsAfterTheChecksOfAdviceThatDoesNotWait() {
        MrResponse region = register(PAGED);
        advise(0, 0, new AdvisedRange(region.lkey(), address, 3 * PAGE));
        advise(0, 0, new AdvisedRange(region.lkey(), address, PAGE));
        verify(bench.device, never()).adviseMr(any(), any(), anyLong(), anyLong());

        context.progress();

        verify(bench.device).adviseMr(any(), any(), anyLong(), anyLong());
    }

    @Test
    @Provokes("ADV-1")
    void shouldRefuseAdviceToADeviceWithoutPaging() {
        try (Bench without = new Bench()) {
            int domain = without.pd();
            assertRefused(RegionRule.ADVICE_OFFERED, () -> without.context.mrs().advise(domain, 0, 0, List.of()));
        }
    }

    @Test
    @Provokes("ADV-2")
    void shouldRefuseUnknownAdvice() {
        assertRefused(RegionRule.ADVICE_KNOWN, () -> advise(MrAdvice.values().length, 8));
        assertRefused(RegionRule.ADVICE_KNOWN, () -> advise(-1, 0));
    }

    @Test
    @Provokes("ADV-3")
    void shouldRefuseUnknownFlags() {
        assertRefused(RegionRule.ADVICE_FLAGS, () -> advise(0, FLUSH | 2));
    }

    @Test
    @Provokes("ADV-4")
    void shouldRefuseAdviceAboutNothing() {
        assertRefused(RegionRule.ADVICE_LIST, () -> advise(0, FLUSH));
    }

    @Test
    @Provokes("ADV-5")
    void shouldRefuseAKeyOfNoOnDemandRegion() {
        int pinned = register(LOCAL_WRITE.bit()).lkey();
        for (int key : new int[] {pinned, pinned ^ 1, 0}) {
            assertRefused(RegionRule.ADVICE_KEY, () -> advise(0, 0, new AdvisedRange(key, address, 8)));
        }
    }

    @Test
    @Provokes("ADV-6")
    void shouldRefuseTheKeyOfAWindow() {
        int window = context.mws().allocate(pd, MwType.TYPE_1.code()).rkey();
        assertRefused(RegionRule.ADVICE_REGION, () -> advise(0, 0, new AdvisedRange(window, 0, 8)));
    }

    @Test
    @Provokes("ADV-7")
    void shouldRefuseARegionOfAnotherPd() {
        AdvisedRange range = new AdvisedRange(register(PAGED).lkey(), address, 8);
        int other = bench.pd();
        assertRefused(RegionRule.ADVICE_PD, () -> context.mrs().advise(other, 0, FLUSH, List.of(range)));
    }

    @Test
    @Provokes("ADV-8")
    void shouldRefuseToPrefetchForWritingWhatIsNotWritten() {
        AdvisedRange range = new AdvisedRange(register(ON_DEMAND.bit()).lkey(), address, 8);
        assertRefused(RegionRule.ADVICE_WRITE, () -> advise(PREFETCH_WRITE.code(), 0, range));
        advise(PREFETCH.code(), FLUSH, range);
    }

    @Test
    @Provokes("ADV-9")
    void shouldRefuseARangeOutsideOfItsRegionBeforeAnythingIsDone() {
        int key = register(PAGED).lkey();
        AdvisedRange good = new AdvisedRange(key, address, 8);
        for (AdvisedRange bad : List.of(
                new AdvisedRange(key, address - 1, 8),
                new AdvisedRange(key, address, 2 * PAGE + 1),
                new AdvisedRange(key, address + 8, -1))) {
            assertRefused(RegionRule.ADVICE_RANGE, () -> advise(0, FLUSH, good, bad));
        }
        verify(bench.device, never()).adviseMr(any(), any(), anyLong(), anyLong());
    }
}
