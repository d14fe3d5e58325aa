package acme.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import dev.fenestra.ib.core.spi.BusMemory;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.RegionOperations;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mockito.InOrder;

/** The kernel half alone: its kernel is a mock, which says what the driver asks of it, and what it never asks. */
class AcmeDeviceTest {
    private static final PinnedPages PAGES = new PinnedPages(0x10000, 4096, new long[] {0x7000});

    private final KernelServices kernel = mock(KernelServices.class);
    private final RegionOperations regions = new AcmeDriver()
            .probe(new Wire().newCard(Gid.ofIpv4(0x0a000001)), kernel)
            .getFirst()
            .regions();
    private final LedgerCell cell = new LedgerCell(MemorySegment.ofArray(new long[1]), 0, 0x1000);

    @Test
    void shouldLeaveCardsOfOthersAlone() {
        assertEquals(List.of(), new AcmeDriver().probe("the card of somebody else", kernel));
        verifyNoInteractions(kernel);
    }

    @Test
    void shouldRegisterARegionWithoutTouchingItsMemory() {
        regions.regMr(new Pd(), PAGES, 0x10000, 0, cell);

        verifyNoInteractions(kernel);
    }

    @Test
    void shouldKeepARegionWhileAWindowIsBoundToIt() {
        Region region = (Region) regions.regMr(new Pd(), PAGES, 0x10000, 0, cell);
        region.bound(1);

        VerbsException refused = assertThrows(VerbsException.class, () -> regions.deregMr(region));

        assertEquals(AcmeRule.D1, refused.rule());
        assertEquals(1, cell.count());
        region.bound(-1);
        regions.deregMr(region);
        verifyNoInteractions(kernel);
    }

    @Test
    void shouldReadEachPageOnceInItsOrder() {
        BusMemory bus = mock(BusMemory.class);
        when(bus.segment(0x7ffc)).thenReturn(MemorySegment.ofArray(new int[1]));
        when(bus.segment(0x3000)).thenReturn(MemorySegment.ofArray(new int[1]));
        PinnedPages twoPages = new PinnedPages(0x10000, 8192, new long[] {0x7000, 0x3000});
        Region region = (Region) regions.regMr(new Pd(), twoPages, 0x10000, 0, cell);

        region.read(bus, 4092, MemorySegment.ofArray(new int[2]), 0, 8);

        InOrder asked = inOrder(bus);
        asked.verify(bus).segment(0x7ffc);
        asked.verify(bus).offset(0x7ffc);
        asked.verify(bus).segment(0x3000);
        asked.verify(bus).offset(0x3000);
        verifyNoMoreInteractions(bus);
    }
}
