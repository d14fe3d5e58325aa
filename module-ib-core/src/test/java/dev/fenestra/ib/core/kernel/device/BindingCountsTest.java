package dev.fenestra.ib.core.kernel.device;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.memory.KernelMemory;
import dev.fenestra.ib.core.memory.PhysicalMemory;
import dev.fenestra.ib.core.spi.LedgerCell;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class BindingCountsTest {

    @Test
    void shouldLendALedgerCellAgainCountingZero() {
        try (PhysicalMemory memory = new PhysicalMemory(1 << 20, 0)) {
            KernelMemory cells = new KernelMemory(memory);
            LedgerCell cell = cells.cell();
            cell.segment().set(ValueLayout.JAVA_LONG, cell.offset(), -1);
            assertEquals(-1, cell.count());
            cells.free(cell);

            LedgerCell again = cells.cell();
            while (again.busAddress() != cell.busAddress()) {
                assertEquals(0, again.count());
                again = cells.cell();
            }

            assertEquals(0, again.count());
            assertEquals(0, again.busAddress() % 8);
        }
    }

    @Test
    void shouldLookAtNoCellWhenTheKernelIsBlind() {
        try (PhysicalMemory memory = new PhysicalMemory(1 << 20, 0)) {
            for (boolean isBlind : new boolean[] {false, true}) {
                BindingCounts ledger = new BindingCounts(isBlind);
                LedgerCell cell = new KernelMemory(memory).cell();
                cell.segment().set(ValueLayout.JAVA_LONG, cell.offset(), -1);

                assertEquals(isBlind ? 0 : -1, ledger.held(cell));
            }
        }
    }
}
