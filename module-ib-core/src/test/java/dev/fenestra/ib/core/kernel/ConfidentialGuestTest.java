package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ON_DEMAND;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.kernel.host.FileTable;
import dev.fenestra.ib.core.kernel.host.Process;
import dev.fenestra.ib.core.memory.DmaBuf;
import dev.fenestra.ib.core.memory.MemoryCopier;
import dev.fenestra.ib.core.memory.MemoryRule;
import dev.fenestra.ib.core.memory.ProcessMemory;
import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.MrType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A guest whose memory is encrypted: its devices reach what it shares. */
public class ConfidentialGuestTest {
    private static final long PAGE = Bench.PAGE;
    private static final int RIGHTS = AccessFlag.mask(LOCAL_WRITE);

    private final Bench bench = new Bench(
            FakeDevice.of("fake_0", FakeAttributes.USUAL, FakeAttributes.paging(true)),
            Bench.CONFIG.asConfidentialGuest());
    private final ProcessMemory memory = bench.process.memory();
    private final FileTable files = bench.process.files();
    private final int pd = bench.pd();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void shouldAnnounceThatDevicesDoNotReachPrivateMemory() {
        assertTrue(bench.context.queryDevice().can(DeviceCapability.CC_DMA_BOUNCE));
        try (Bench usual = new Bench()) {
            assertFalse(usual.context.queryDevice().can(DeviceCapability.CC_DMA_BOUNCE));
        }
    }

    @Test
    @Provokes("CC-1")
    void shouldRegisterNoMemoryByItsAddress() {
        long own = memory.allocate(PAGE);
        long shared = memory.map(bench.process.allocateShared(PAGE));
        for (long address : new long[] {own, shared, 0}) {
            for (int access : new int[] {0, RIGHTS, AccessFlag.mask(LOCAL_WRITE, ON_DEMAND)}) {
                assertRefused(
                        RegionRule.PRIVATE_BY_ADDRESS,
                        () -> bench.context.mrs().register(pd, address, PAGE, address, access));
            }
        }
        assertEquals(0, memory.pinnedPages());
    }

    @Test
    @Provokes("CC-2")
    void shouldPinForADriverOnlyWhatIsShared() {
        AddressSpace space = bench.device.lastMemory;
        long own = memory.allocate(PAGE);
        DmaBuf buffer = bench.process.allocateShared(2 * PAGE);
        long shared = memory.map(buffer);
        PinnedPages pinned = space.pin(shared + 8, 2 * PAGE - 8, true);
        assertRefused(RegionRule.PRIVATE_PINNED, () -> space.pin(own, PAGE, false));
        assertRefused(RegionRule.PRIVATE_PINNED, () -> space.pin(shared + PAGE, 2 * PAGE, false));
        assertRefused(RegionRule.PRIVATE_PINNED, () -> space.pin(-PAGE, 2 * PAGE, false));
        assertEquals(2, memory.pinnedPages());
        space.unpin(pinned);
    }

    @Test
    @Provokes("CC-3")
    void shouldImportOnlyWhatIsShared() {
        int file = files.open(bench.process.exportHostMemory(PAGE));
        assertRefused(
                RegionRule.PRIVATE_BUFFER, () -> bench.context.mrs().registerDmaBuf(pd, file, 0, PAGE, 0, RIGHTS));
        int shared = files.open(bench.process.allocateShared(PAGE));
        assertEquals(
                MrType.DMA_BUF,
                bench.context
                        .mrs()
                        .registerDmaBuf(pd, shared, 0, PAGE, 0, RIGHTS)
                        .type());
    }

    @Test
    void shouldShowAllWhoMapABufferTheSameBytesUntilTheLastIsGone() {
        long used = bench.host.memory().usedFrames();
        DmaBuf buffer = bench.process.allocateShared(PAGE + 1);
        long address = memory.map(buffer);
        Process child = bench.process.fork("child");
        long other = child.memory().map(buffer);
        buffer.put(PAGE - 1, new byte[] {1, 2});
        assertArrayEquals(new byte[] {1, 2}, bytes(memory, address + PAGE - 1));
        new MemoryCopier(child.memory()).put(address + PAGE - 1, new byte[] {3, 4}, 0, 2);
        assertArrayEquals(new byte[] {3, 4}, bytes(memory, address + PAGE - 1));
        assertArrayEquals(new byte[] {3, 4}, bytes(child.memory(), other + PAGE - 1));
        assertEquals(0, memory.swapOut(address, 2 * PAGE, true));
        assertRefused(MemoryRule.ADVISED_OWN, () -> memory.discard(address, PAGE));

        buffer.release();
        memory.free(address);
        assertEquals(used + 2, bench.host.memory().usedFrames());
        child.memory().free(other);
        child.memory().unmap(address, PAGE);
        assertEquals(used + 1, bench.host.memory().usedFrames());
        child.close();
        assertEquals(used, bench.host.memory().usedFrames());
    }

    private static byte[] bytes(ProcessMemory of, long address) {
        byte[] found = new byte[2];
        new MemoryCopier(of).get(address, found, 0, 2);
        return found;
    }

    @Test
    @Provokes("MEM-29")
    void shouldNotMoveABufferOfTheHeap() {
        DmaBuf buffer = bench.process.allocateShared(PAGE);
        assertRefused(MemoryRule.HEAP_STAYS, buffer::move);
    }

    @Test
    @Provokes("MEM-30")
    void shouldMapOnlyBuffersThatStay() {
        DmaBuf buffer = bench.process.exportHostMemory(PAGE);
        assertRefused(MemoryRule.MAPPED_HEAP, () -> memory.map(buffer));
    }
}
