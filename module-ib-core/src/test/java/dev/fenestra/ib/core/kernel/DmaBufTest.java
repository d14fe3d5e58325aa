package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ON_DEMAND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.RELAXED_ORDERING;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ZERO_BASED;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.verify;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.kernel.host.FileTable;
import dev.fenestra.ib.core.memory.DmaBuf;
import dev.fenestra.ib.core.memory.MemoryRule;
import dev.fenestra.ib.core.spi.Invalidation;
import dev.fenestra.ib.core.spi.OnDemandRange;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MrType;
import dev.fenestra.ib.core.vocabulary.ReregFlag;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Buffers of exporters, and the file descriptors that name them. */
public class DmaBufTest {
    private static final long PAGE = Bench.PAGE;
    private static final int RIGHTS = AccessFlag.mask(LOCAL_WRITE, REMOTE_WRITE, RELAXED_ORDERING);

    private final Bench bench = new Bench(FakeDevice.of("fake_0", FakeAttributes.USUAL, FakeAttributes.paging(true)));
    private final FileTable files = bench.process.files();
    private final int pd = bench.pd();
    private final DmaBuf buffer = bench.process.exportHostMemory(3 * PAGE - 1);
    private final int descriptor = files.open(buffer);

    @AfterEach
    void close() {
        bench.close();
    }

    private MrResponse register(int file, long offset, long length, long iova, int access) {
        return bench.context.mrs().registerDmaBuf(pd, file, offset, length, iova, access);
    }

    private OnDemandRange range() {
        return Objects.requireNonNull(bench.device.range);
    }

    @Test
    void shouldGiveTheDriverThePagesOfItsPart() {
        MrResponse region = register(descriptor, PAGE + 8, PAGE, 0x10008, RIGHTS);

        assertEquals(MrType.DMA_BUF, region.type());
        assertEquals(0x10008, bench.device.lastMr.iova());
        assertEquals(2, range().fault(PAGE + 8, PAGE, true).length);
        assertThrows(RuntimeException.class, () -> range().fault(PAGE, 1, false));
        assertEquals(0, bench.process.memory().pinnedPages());
    }

    @Test
    void shouldTellTheDriverBeforePagesMoveWithTheirContents() {
        register(descriptor, PAGE, PAGE, 0, RIGHTS);
        buffer.put(PAGE - 1, new byte[] {1, 2, 3});
        long before = range().present(PAGE, PAGE, false)[0];
        long used = bench.host.memory().usedFrames();
        long sequence = range().sequence();
        assertFalse(range().isStale(sequence));

        buffer.move();

        verify(bench.device).invalidated(PAGE, PAGE, Invalidation.CLEAR);
        assertTrue(range().isStale(sequence));
        assertNotEquals(before, range().present(PAGE, PAGE, false)[0]);
        assertArrayEquals(new byte[] {1, 2, 3}, buffer.get(PAGE - 1, 3));
        assertEquals(used, bench.host.memory().usedFrames());
    }

    @Test
    void shouldStayWhereItIsWhenThereIsNoRoomToMove() {
        DmaBuf large = bench.process.exportHostMemory(9 << 20);
        large.put(0, new byte[] {7});
        assertRefused(MemoryRule.FRAMES_LEFT, large::move);
        assertArrayEquals(new byte[] {7}, large.get(0, 1));
        large.release();
    }

    @Test
    void shouldKeepTheBufferWhileARegionOrADescriptorNeedsIt() {
        buffer.release();
        MrResponse region = register(descriptor, 0, PAGE, 0, RIGHTS);
        long used = bench.host.memory().usedFrames();
        FileTable others = bench.host.createProcess("other").files();
        int second = others.receive(files, descriptor);
        files.close(descriptor);
        others.close(second);
        assertRefused(KernelRule.FILE_OPEN, () -> register(descriptor, 0, PAGE, 0, RIGHTS));
        assertEquals(used, bench.host.memory().usedFrames());

        bench.context.mrs().deregister(region.handle());
        assertEquals(used - 3, bench.host.memory().usedFrames());
    }

    @Test
    void shouldGiveAForkedChildTheDescriptors() {
        FileTable child = bench.process.fork("child").files();
        files.close(descriptor);
        buffer.release();
        assertEquals(3 * PAGE, child.buffer(descriptor).length());
        assertEquals(descriptor, files.open(child.buffer(descriptor)));
    }

    @Test
    @Provokes("FD-1")
    void shouldRefuseADescriptorThatIsNotOpen() {
        assertRefused(KernelRule.FILE_OPEN, () -> register(99, 0, PAGE, 0, RIGHTS));
        assertRefused(KernelRule.FILE_OPEN, () -> files.close(99));
        assertRefused(KernelRule.FILE_OPEN, () -> files.receive(files, 99));
        files.close(descriptor);
        assertRefused(KernelRule.FILE_OPEN, () -> files.close(descriptor));
    }

    @Test
    @Provokes("DMB-1")
    void shouldRefuseADescriptorOfSomethingElse() {
        int device = files.open(bench.context);
        assertRefused(RegionRule.DMA_BUF_FILE, () -> register(device, 0, PAGE, 0, RIGHTS));
    }

    @Test
    @Provokes("FD-2")
    void shouldFindADeviceOnlyByADescriptorOfOne() {
        int device = files.open(bench.context);
        assertEquals(bench.context, files.device(device));
        assertRefused(KernelRule.DEVICE_FILE, () -> files.device(descriptor));
        assertRefused(KernelRule.FILE_OPEN, () -> files.device(99));
    }

    @Test
    @Provokes("FD-3")
    void shouldLeaveAnOpenDeviceWithItsProcess() {
        int device = files.open(bench.context);
        FileTable others = bench.host.createProcess("other").files();
        assertRefused(KernelRule.DEVICE_KEPT, () -> others.receive(files, device));
        assertRefused(
                KernelRule.FILE_OPEN, () -> bench.process.fork("child").files().device(device));
        int second = files.duplicate(device);
        files.close(device);
        bench.context.queryDevice();
        files.close(second);
        assertRefused(KernelRule.CONTEXT_OPEN, bench.context::queryDevice);
    }

    @Test
    @Provokes("DMB-2")
    void shouldRefuseAnIovaWithAnotherPageOffsetBeforeTheFlagsAreLookedAt() {
        assertRefused(RegionRule.DMA_BUF_OFFSET, () -> register(descriptor, 8, PAGE, 0x10000, MW_BIND.bit()));
    }

    @Test
    @Provokes("DMB-3")
    void shouldRefuseAccessThatABufferDoesNotHave() {
        for (AccessFlag flag : new AccessFlag[] {MW_BIND, ZERO_BASED, ON_DEMAND}) {
            assertRefused(RegionRule.DMA_BUF_ACCESS, () -> register(descriptor, 0, PAGE, 0, RIGHTS | flag.bit()));
        }
        assertRefused(RegionRule.LOCAL_WRITE, () -> register(descriptor, 0, PAGE, 0, REMOTE_WRITE.bit()));
    }

    @Test
    @Provokes("DMB-4")
    void shouldRefuseARangeOutsideOfTheBuffer() {
        long[][] ranges = {{0, 0}, {0, 3 * PAGE + 1}, {3 * PAGE, 1}, {PAGE, -1}, {-PAGE, PAGE}, {4 * PAGE, PAGE}};
        for (long[] range : ranges) {
            assertRefused(RegionRule.DMA_BUF_RANGE, () -> register(descriptor, range[0], range[1], 0, RIGHTS));
        }
        register(descriptor, 0, 3 * PAGE, 0, RIGHTS);
        register(descriptor, 3 * PAGE - 1, 0, PAGE - 1, RIGHTS);
    }

    @Test
    @Provokes("DMB-5")
    void shouldRefuseWhereTheDeviceImportsNone() {
        try (Bench plain = new Bench()) {
            int file = plain.process.files().open(plain.process.exportHostMemory(PAGE));
            int its = plain.pd();
            assertRefused(
                    RegionRule.DMA_BUFS,
                    () -> plain.context.mrs().registerDmaBuf(its, file, 8, PAGE, 0, MW_BIND.bit()));
        }
    }

    @Test
    void shouldLeaveARegionAsItIs() {
        MrResponse region = register(descriptor, 0, PAGE, 0, RIGHTS);
        assertRefused(
                RegionRule.REREG_TYPE,
                () -> bench.context.mrs().change(region.handle(), ReregFlag.CHANGE_ACCESS, 0, 0, 0, 1, pd));
        assertRefused(RegionRule.SHARED_TYPE, () -> bench.context.mrs().share(region.handle(), pd, 1));
    }

    @Test
    @Provokes("MEM-28")
    void shouldExportASegmentThatCanBeWritten() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment segment = arena.allocate(PAGE + 100);
            DmaBuf exported = bench.process.exportSegment(segment);
            exported.put(PAGE - 2, new byte[] {1, 2, 3, 4});
            exported.move();
            assertArrayEquals(new byte[] {3, 4}, segment.asSlice(PAGE, 2).toArray(ValueLayout.JAVA_BYTE));
            assertEquals(PAGE + 100, exported.length());
            assertRefused(MemoryRule.EXPORTED, () -> bench.process.exportSegment(segment.asReadOnly()));
            assertRefused(MemoryRule.FOREIGN, () -> bench.process.exportSegment(MemorySegment.ofArray(new byte[1])));
            exported.release();
        }
    }
}
