package dev.fenestra.tools.measure.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.observe.cost.Bill;
import dev.fenestra.tools.observe.cost.CostItem;
import dev.fenestra.tools.observe.cost.CostModel;
import dev.fenestra.tools.testing.JsonReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostTableTest {
    private static final CostTable TABLE = CostTable.run(1L << 21);
    private static final long TEBI = 1L << 40;

    private static Bill bill(Kind kind, PricedOperation operation, long bytes) {
        return TABLE.find(kind, operation, bytes).orElseThrow().bill();
    }

    @ParameterizedTest
    @CsvSource({"BIND", "INVALIDATE"})
    void shouldChargeNoKernelNoPageAndNoTranslationForAWindowHoweverLargeTheRegion(PricedOperation operation) {
        for (long bytes : CostTable.SIZES) {
            Bill bill = bill(Kind.WINDOW, operation, bytes);
            assertEquals(0, bill.count(CostItem.KERNEL_TRANSITION));
            assertEquals(0, bill.count(CostItem.PIN_PAGE));
            assertEquals(0, bill.count(CostItem.MTT_ENTRY));
            assertEquals(0, bill.count(CostItem.COMMAND));
            assertEquals(1, bill.count(CostItem.DOORBELL));
            assertEquals(bill(Kind.WINDOW, operation, 4096), bill);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "REGISTER,4096,1,1,1",
        "REGISTER,2097152,1,512,512",
        "REREG_ACCESS,2097152,1,0,0",
        "REREG_TRANSLATION,2097152,1,512,512",
        "DEREGISTER,2097152,1,0,0"
    })
    void shouldCountWhatARegionMakesTheKernelAndTheDeviceDo(
            PricedOperation operation, long bytes, long transitions, long pages, long entries) {
        CostRow row = TABLE.find(Kind.PINNED, operation, bytes).orElseThrow();
        assertFalse(row.isExtended());
        assertEquals(transitions, row.bill().count(CostItem.KERNEL_TRANSITION));
        assertEquals(pages, row.bill().count(CostItem.PIN_PAGE));
        assertEquals(entries, row.bill().count(CostItem.MTT_ENTRY));
        assertEquals(1, row.bill().count(CostItem.COMMAND));
    }

    @ParameterizedTest
    @CsvSource({"REGISTER", "REREG_TRANSLATION"})
    void shouldTranslateAHugePageByOneEntry(PricedOperation operation) {
        Bill bill = bill(Kind.HUGE, operation, 1L << 21);
        assertEquals(512, bill.count(CostItem.PIN_PAGE));
        assertEquals(1, bill.count(CostItem.MTT_ENTRY));
    }

    @ParameterizedTest
    @CsvSource({"ON_DEMAND", "IMPLICIT"})
    void shouldPinNothingForARegionThatIsPagedOnDemandAndBringPagesWhenAdvised(Kind kind) {
        for (long bytes : CostTable.SIZES) {
            Bill registered = bill(kind, PricedOperation.REGISTER, bytes);
            assertEquals(0, registered.count(CostItem.PIN_PAGE));
            assertEquals(0, registered.count(CostItem.MTT_ENTRY));
            assertEquals(1, registered.count(CostItem.KERNEL_TRANSITION));
            assertEquals(
                    bytes / 4096, bill(kind, PricedOperation.PREFETCH, bytes).count(CostItem.BRING_PAGE));
        }
    }

    @Test
    void shouldExtendByTheSameFormulaAndSaySo() {
        assertTrue(TABLE.isStraight());
        CostRow row = TABLE.find(Kind.PINNED, PricedOperation.REGISTER, TEBI).orElseThrow();
        assertTrue(row.isExtended());
        assertEquals(TEBI / 4096, row.bill().count(CostItem.PIN_PAGE));
        assertEquals(TEBI / 4096, row.bill().count(CostItem.MTT_ENTRY));
        assertEquals(1, row.bill().count(CostItem.KERNEL_TRANSITION));
    }

    @Test
    void shouldForetellWhatALargerRunCounts() {
        CostTable larger = CostTable.run(1L << 26);
        for (CostRow row : TABLE.rows()) {
            CostRow again =
                    larger.find(row.kind(), row.operation(), row.bytes()).orElseThrow();
            for (CostItem item : CostItem.values()) {
                // One command writes many entries, so the number of commands grows in steps, which small regions do not
                // show.
                if (row.operation() != PricedOperation.PREFETCH || item != CostItem.COMMAND) {
                    assertEquals(row.bill().count(item), again.bill().count(item), row::toString);
                }
            }
        }
        assertTrue(TABLE.find(Kind.HUGE, PricedOperation.REGISTER, TEBI).isEmpty(), "only one size of it ran");
        assertTrue(larger.find(Kind.HUGE, PricedOperation.REGISTER, TEBI).isPresent());
    }

    @Test
    void shouldSayThatItIsAModel() {
        String text = CostTableText.of(TABLE, CostModel.builtIn());
        assertTrue(text.startsWith("Cost modelled, not measured"), text);
        assertTrue(text.contains("1 TiB  formula "), text);
        assertTrue(text.contains("4 KiB  run "), text);
        assertTrue(text.contains("One region of this device may have 512 GiB"), text);
        assertEquals(
                "modelled, not measured",
                JsonReader.object(CostTableText.json(TABLE, CostModel.builtIn()))
                        .get("label"));
    }

    @Test
    void shouldNeedTwoSizes() {
        assertThrows(IllegalArgumentException.class, () -> CostTable.run(4096));
    }
}
