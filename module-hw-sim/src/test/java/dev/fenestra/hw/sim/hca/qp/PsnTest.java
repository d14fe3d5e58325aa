package dev.fenestra.hw.sim.hca.qp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PsnTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0, 0",
        "1, 0, 1",
        "0, 1, -1",
        "0, 0xffffff, 1",
        "0xffffff, 0, -1",
        "0x7fffff, 0, 0x7fffff",
        "5, 0xfffffe, 7"
    })
    void shouldComparePsnsInTheirWindow(String a, String b, String difference) {
        assertEquals(Integer.decode(difference), Psn.difference(Integer.decode(a), Integer.decode(b)));
        assertEquals(Integer.decode(a), Psn.plus(Integer.decode(b), Integer.decode(difference)));
    }
}
