package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.kernel.host.Host;
import dev.fenestra.ib.core.kernel.host.Process;
import dev.fenestra.ib.core.memory.IommuDomain;
import dev.fenestra.ib.core.memory.MemoryRule;
import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.OnDemandRange;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.HostConfig;
import dev.fenestra.ib.core.vocabulary.ReregFlag;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Regions of a device behind an IOMMU. */
class IommuTest {
    private static final long PAGE = Bench.PAGE;

    private final Host host =
            new Host(HostConfig.named("alice").withMemory(16 << 20).withIommu());
    private final FakeDevice device = FakeDevice.of("fake_0", FakeAttributes.USUAL);
    private final FakeDriver driver = new FakeDriver();
    private final Process process = host.createProcess("app");
    private final KernelContext context = open();
    private final IommuDomain domain = (IommuDomain) driver.services.busMemory();
    private final long address = process.memory().allocate(2 * PAGE);
    private final int pd = context.pds().allocate(Udata.none());

    private KernelContext open() {
        host.plug(device);
        host.discover(List.of(driver));
        return process.open("fake_0").getContext(Udata.none());
    }

    @AfterEach
    void close() {
        host.close();
    }

    private MrResponse register(int access) {
        return context.mrs().register(pd, address, 2 * PAGE, address, access);
    }

    @Test
    void shouldMapARegionWithItsPinsAndUnmapItWithThem() {
        MrResponse region = register(LOCAL_WRITE.bit());
        PinnedPages pages = device.lastMr.pages();
        PinnedPages frames = process.memory().pin(address, 2 * PAGE, true);

        for (int i = 0; i < 2; i++) {
            assertNotEquals(frames.busAddresses()[i], pages.busAddresses()[i]);
            assertSame(host.memory().bus().segment(frames.busAddresses()[i]), domain.segment(pages.busAddresses()[i]));
            assertEquals(host.memory().bus().offset(frames.busAddresses()[i]), domain.offset(pages.busAddresses()[i]));
        }
        assertEquals(PAGE, domain.valid(device.lastMr.bound().busAddress() & -PAGE));
        context.mrs().deregister(region.handle());
        assertEquals(0, domain.valid(pages.busAddresses()[0]));
        assertEquals(0, domain.valid(pages.busAddresses()[1]));
    }

    @Test
    void shouldKeepBusAddressesWhenOnlyAccessChanges() {
        MrResponse region = register(REMOTE_READ.bit());
        long[] before = device.lastMr.pages().busAddresses();
        long mapped = domain.mappedPages();

        context.mrs()
                .change(region.handle(), ReregFlag.CHANGE_ACCESS, 0, 0, 0, LOCAL_WRITE.bit() | REMOTE_READ.bit(), 0);

        assertArrayEquals(before, device.lastMr.pages().busAddresses());
        assertEquals(mapped, domain.mappedPages());
    }

    @Test
    void shouldMapOnDemandPagesWhileTheDeviceHasThem() {
        AddressSpace memory = device.lastContext.memory();
        OnDemandRange range = memory.watch(address, 2 * PAGE, (_, _, _, _) -> true);
        long mapped = domain.mappedPages();
        long first = range.fault(address, PAGE, true)[0];
        long bus = first & OnDemandRange.BUS_ADDRESS;

        assertEquals(first, range.present(address, PAGE, true)[0]);
        assertEquals(mapped + 1, domain.mappedPages());
        assertEquals(PAGE, domain.valid(bus));
        process.memory().swapOut(address, PAGE, true);
        assertEquals(0, domain.valid(bus));
        assertNotEquals(first, range.fault(address, PAGE, true)[0]);
        range.fault(address, 2 * PAGE, true);
        range.close();
        assertEquals(mapped, domain.mappedPages());
    }

    @Test
    void shouldNoteAFaultInTheLogOfTheHost() {
        domain.segment(0x5000);

        assertEquals(1, domain.faults());
        assertEquals(
                MemoryRule.IOMMU_MAPPED.id(),
                host.refusals().refusals().getLast().ruleId());
    }
}
