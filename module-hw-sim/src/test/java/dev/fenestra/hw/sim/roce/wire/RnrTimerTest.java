package dev.fenestra.hw.sim.roce.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.testing.TextTable;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class RnrTimerTest {
    @Test
    void shouldKnowTheDelayOfEveryCode() throws IOException {
        List<String[]> rows = TextTable.read(RnrTimerTest.class, "rnr-timer.txt");
        assertEquals(RnrTimer.CODES, rows.size());
        for (int code = 0; code < RnrTimer.CODES; code++) {
            assertEquals(Integer.toString(code), rows.get(code)[0]);
            long nanos = new BigDecimal(rows.get(code)[1]).movePointRight(6).longValueExact();
            assertEquals(nanos, RnrTimer.nanos(code), "code " + code);
        }
    }

    @Test
    void shouldIgnoreBitsAboveTheCode() {
        assertEquals(RnrTimer.nanos(12), RnrTimer.nanos(Aeth.RNR_NAK | 12));
    }
}
