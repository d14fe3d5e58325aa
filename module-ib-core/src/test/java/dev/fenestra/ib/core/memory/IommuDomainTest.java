package dev.fenestra.ib.core.memory;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.spi.KernelBuffer;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

public class IommuDomainTest {
    private static final long PAGE = 4096;

    private final PhysicalMemory physical = new PhysicalMemory(16 << 20, 1);
    private final List<Long> faults = new ArrayList<>();
    private final IommuDomain domain = new IommuDomain(physical, faults::add);

    @AfterEach
    void close() {
        physical.close();
    }

    @Test
    void shouldGiveFramesBusAddressesOfTheirOwn() {
        long[] frames = physical.frames().take(3);
        long[] once = domain.map(frames);
        long[] twice = domain.map(frames);

        for (int i = 0; i < frames.length; i++) {
            assertNotEquals(frames[i], once[i]);
            assertNotEquals(once[i], twice[i]);
            assertSame(physical.bus().segment(frames[i]), domain.segment(once[i] + 8));
            assertEquals(physical.bus().offset(frames[i]) + 8, domain.offset(once[i] + 8));
            assertEquals(PAGE - 8, domain.valid(once[i] + 8));
        }
        assertEquals(6, domain.mappedPages());
    }

    @Test
    void shouldNotReachAFrameByItsNumberNorByAnEndedMapping() {
        long[] frames = physical.frames().take(1);
        long[] mapped = domain.map(frames);
        domain.unmap(mapped);

        assertEquals(0, domain.valid(frames[0]));
        assertEquals(0, domain.valid(mapped[0]));
        assertNotEquals(mapped[0], domain.map(frames)[0]);
        assertEquals(List.of(), faults);
    }

    @Test
    @Provokes("MEM-24")
    void shouldRefuseCountAndTellAnAccessToWhatIsNotMapped() {
        assertSame(MemorySegment.NULL, domain.segment(0x1234));
        assertSame(MemorySegment.NULL, domain.segment(-1));

        assertEquals(List.of(0x1234L, -1L), faults);
        assertEquals(2, domain.faults());
    }

    @Test
    @Provokes("MEM-23")
    void shouldRefuseToMapMoreThanItHasBusAddressesFor() {
        IommuDomain small = new IommuDomain(physical, faults::add, 0x1_0000_0000L + 4 * PAGE);
        small.map(new long[3]);

        assertRefused(MemoryRule.IOMMU_ROOM, () -> small.map(new long[2]));
        small.map(new long[1]);
    }

    @Test
    void shouldLetDevicesReachKernelMemory() {
        KernelMemory kernel = new KernelMemory(physical, domain);
        KernelBuffer buffer = kernel.allocate(64);

        assertSame(buffer.segment(), domain.segment(buffer.busAddress()));
        assertEquals(buffer.offset(), domain.offset(buffer.busAddress()));
        assertEquals(1, domain.mappedPages());
    }
}
