package dev.fenestra.ib.core.vocabulary;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GidTest {
    @Test
    void shouldShowAMappedAddressWithDots() {
        assertEquals("::ffff:10.9.0.1", Gid.ofIpv4(0x0a090001).toString());
    }

    @ParameterizedTest
    @CsvSource({
        "0000000000000000, 0000000000000000, ::",
        "0000000000000000, 0000000000000001, ::1",
        "fe80000000000000, 5054000000123456, fe80::5054:0:12:3456",
        "fd09000000000000, 0000000000000002, fd09::2",
        "20010db800000000, 0001000000000000, 2001:db8:0:0:1::",
        "2001000000030004, 0005000600070008, 2001:0:3:4:5:6:7:8",
    })
    void shouldShowAnIpv6AddressInItsShortForm(String high, String low, String text) {
        assertEquals(text, new Gid(Long.parseUnsignedLong(high, 16), Long.parseUnsignedLong(low, 16)).toString());
    }
}
