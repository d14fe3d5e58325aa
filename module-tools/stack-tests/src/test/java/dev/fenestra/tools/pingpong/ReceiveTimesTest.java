package dev.fenestra.tools.pingpong;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReceiveTimesTest {
    @Test
    void shouldMeasureTheTimeBetweenReceivesAcrossTheEndOfTheClock() {
        ReceiveTimes times = new ReceiveTimes(0xff);
        times.received(0xf0);
        assertEquals(List.of(), times.lines());
        times.received(0xf5);
        times.received(0x02);
        assertEquals(
                List.of(
                        "Max receive completion clock cycles = 13",
                        "Min receive completion clock cycles = 5",
                        "Average receive completion clock cycles = 9.000000"),
                times.lines());
    }
}
