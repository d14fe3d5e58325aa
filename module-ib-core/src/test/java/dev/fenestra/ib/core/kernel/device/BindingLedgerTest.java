package dev.fenestra.ib.core.kernel.device;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.memory.KernelMemory;
import dev.fenestra.ib.core.memory.PhysicalMemory;
import dev.fenestra.ib.core.spi.LedgerCell;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class BindingLedgerTest {

    @Test
    void shouldLendALedgerCellAgainCountingZero() {
        try (PhysicalMemory memory = new PhysicalMemory(1 << 20, 0)) {
            BindingLedger ledger = new BindingLedger(new KernelMemory(memory), false);
            LedgerCell cell = ledger.lend();
            cell.segment().set(ValueLayout.JAVA_LONG, cell.offset(), -1);
            assertEquals(-1, cell.count());
            ledger.takeBack(cell);

            LedgerCell again = ledger.lend();
            while (again.busAddress() != cell.busAddress()) {
                assertEquals(0, again.count());
                again = ledger.lend();
            }

            assertEquals(0, again.count());
            assertEquals(0, again.busAddress() % 8);
        }
    }

    @Test
    void shouldLookAtNoCellWhenTheKernelIsBlind() {
        try (PhysicalMemory memory = new PhysicalMemory(1 << 20, 0)) {
            for (boolean isBlind : new boolean[] {false, true}) {
                BindingLedger ledger = new BindingLedger(new KernelMemory(memory), isBlind);
                LedgerCell cell = ledger.lend();
                cell.segment().set(ValueLayout.JAVA_LONG, cell.offset(), -1);

                assertEquals(isBlind ? 0 : -1, ledger.held(cell));
            }
        }
    }
}
