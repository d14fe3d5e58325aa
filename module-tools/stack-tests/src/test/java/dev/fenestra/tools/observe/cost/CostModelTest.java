package dev.fenestra.tools.observe.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.input.InputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CostModelTest {
    private final CostModel builtIn = CostModel.builtIn();

    @ParameterizedTest
    @EnumSource
    void shouldHaveAPriceWithASourceForEachItem(CostItem item) {
        assertTrue(builtIn.price(item).nanos() > 0);
        assertFalse(builtIn.price(item).source().isBlank());
        assertFalse(item.text().isBlank());
    }

    @Test
    void shouldTakePricesOfAFileInPlaceOfItsOwn() throws InputException {
        CostModel changed = builtIn.with(
                "{\"pin_page\": 90, \"command\": {\"ns\": 7, \"source\": \"measured\"}, \"link_gbps\": 8}");
        assertEquals(new Price(90, "assumed: the file says so"), changed.price(CostItem.PIN_PAGE));
        assertEquals(new Price(7, "measured"), changed.price(CostItem.COMMAND));
        assertEquals(1, changed.price(CostItem.WIRE_BYTE).nanos());
        assertEquals(builtIn.price(CostItem.DOORBELL), changed.price(CostItem.DOORBELL));
        assertEquals(97, changed.nanos(List.of(new Charge(CostItem.PIN_PAGE, 1), new Charge(CostItem.COMMAND, 1))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{] | line 1, column 2: expected \"}\", not \"]\"",
                "[] | line 1, column 1: expected an object, not an array",
                "{\"pin\": 1} | line 1, column 9: pin: it is no cost; there are link_gbps, kernel_transition, pin_page",
                "{\"pin_page\": -1} | line 1, column 14: pin_page: expected a number from 0 on, or an object with"
                        + " \"ns\", not -1",
                "{\"pin_page\": \"x\"} | line 1, column 14: pin_page: expected a number from 0 on, or an object with"
                        + " \"ns\", not \"x",
                "{\"pin_page\": []} | line 1, column 14: pin_page: expected a number from 0 on, or an object with"
                        + " \"ns\", not an array",
                "{\"pin_page\": {}} | line 1, column 14: pin_page: expected a member \"ns\"",
                "{\"pin_page\": {\"ns\": null}} | line 1, column 21: pin_page.ns: expected a number, not" + " null",
                "{\"link_gbps\": 0} | line 1, column 15: link_gbps: expected a speed above 0, not 0"
            })
    void shouldSayWhatIsWrongWithAFile(String text, String complaint) {
        InputException refused = assertThrows(InputException.class, () -> builtIn.with(text));
        assertTrue(String.valueOf(refused.getMessage()).startsWith(complaint), refused.getMessage());
    }

    @Test
    void shouldAddUp() {
        Bill bill = new Bill()
                .add(List.of(new Charge(CostItem.PIN_PAGE, 2)))
                .add(CostItem.PIN_PAGE, 3)
                .add(CostItem.COMMAND, 0);
        assertEquals("pin_page 5", bill.toString());
        assertEquals(5 * builtIn.price(CostItem.PIN_PAGE).nanos(), bill.nanos(builtIn));
        assertEquals(new Bill().add(CostItem.PIN_PAGE, 5), bill);
        assertTrue(new Bill().isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"0,0", "0.5,~0.5 ns", "350,~350 ns", "1234,~1.2 us", "55000000000,~55 s", "5e12,~5000 s"})
    void shouldWriteTimesShort(double nanos, String text) {
        assertEquals(text, TimeText.of(nanos));
    }
}
