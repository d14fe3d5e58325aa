package dev.fenestra.hw.sim.roce.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** What the captures do not show: limits of fields, offsets other than 0, bits that soft-RoCE never sets. */
class HeaderTest {
    private static final int AT = 3;

    @Test
    void shouldKeepNeighboursWhenFieldsOverflow() {
        byte[] h = new byte[Bth.BYTES];
        Bth.write(h, 0, 0x04, false, 0xff, 0xf_ffff, 0xff12_3456, false, 0xffab_cdef);
        assertEquals("0430ffff00123456" + "00abcdef", HexFormat.of().formatHex(h));
    }

    @Test
    void shouldReadBitsThatAreNeverSent() {
        byte[] h = HexFormat.of().parseHex("00" + "04ff7fffc0000040" + "80100100");
        assertTrue(Bth.solicited(h, 1));
        assertTrue(Bth.migReq(h, 1));
        assertEquals(3, Bth.padCount(h, 1));
        assertEquals(15, Bth.transportVersion(h, 1));
        assertEquals(0x7fff, Bth.pkey(h, 1));
        assertEquals(0xc0, Bth.congestion(h, 1));
        assertEquals(0x40, Bth.destinationQpn(h, 1));
        assertTrue(Bth.ackRequest(h, 1));
        assertEquals(0x100100, Bth.psn(h, 1));
    }

    @Test
    void shouldWriteOnlyItsOwnBytes() {
        byte[] h = new byte[AT + AtomicEth.BYTES + AT];
        Arrays.fill(h, (byte) 0xee);
        AtomicEth.write(h, AT, -1L, -1, -1L, -1L);
        assertArrayEquals(HexFormat.of().parseHex("eeeeee" + "ff".repeat(28) + "eeeeee"), h);
    }

    @Test
    void shouldReadBackWhatEachHeaderWrites() {
        byte[] h = new byte[AT + AtomicEth.BYTES];
        Reth.write(h, AT, 0xfedc_ba98_7654_3210L, 0x8000_0496, 0x8000_0000);
        assertEquals(0xfedc_ba98_7654_3210L, Reth.address(h, AT));
        assertEquals(0x8000_0496, Reth.rkey(h, AT));
        assertEquals(0x8000_0000, Reth.length(h, AT));
        Deth.write(h, AT, 0x8001_0000, 0xff00_0001);
        assertEquals(0x8001_0000, Deth.qkey(h, AT));
        assertEquals(1, Deth.sourceQpn(h, AT));
        Feth.write(h, AT, 3, 1);
        assertEquals(3, Feth.placementType(h, AT));
        assertEquals(1, Feth.selectivity(h, AT));
        assertEquals("00000013", HexFormat.of().formatHex(h, AT, AT + Feth.BYTES));
    }

    @Test
    void shouldSortEverySyndromeIntoItsClass() {
        for (int syndrome = 0; syndrome < 256; syndrome++) {
            int top = syndrome >> 5;
            assertEquals(top == 0, Aeth.isAck(syndrome));
            assertEquals(top == 1, Aeth.isRnrNak(syndrome));
            assertEquals(top == 3, Aeth.isNak(syndrome));
            assertEquals(syndrome & 31, Aeth.value(syndrome));
        }
    }

    @Test
    void shouldNameSyndromes() {
        assertEquals("ACK", Aeth.describe(Aeth.ACK));
        assertEquals("ACK(credits=5)", Aeth.describe(5));
        assertEquals("RNR_NAK(640us)", Aeth.describe(Aeth.RNR_NAK | 12));
        assertEquals("NAK_PSN_SEQUENCE", Aeth.describe(Aeth.NAK_PSN_SEQUENCE));
        assertEquals("NAK_INVALID_REQUEST", Aeth.describe(Aeth.NAK_INVALID_REQUEST));
        assertEquals("NAK_REMOTE_ACCESS", Aeth.describe(Aeth.NAK_REMOTE_ACCESS));
        assertEquals("NAK_REMOTE_OPERATIONAL", Aeth.describe(Aeth.NAK_REMOTE_OPERATIONAL));
        assertEquals("0x64", Aeth.describe(0x64));
    }

    @Test
    void shouldPadToFourBytes() {
        for (int payload = 0; payload < 9; payload++) {
            int padCount = Padding.countFor(payload);
            assertEquals(0, (payload + padCount) % 4);
            assertFalse(padCount > 3);
        }
    }
}
