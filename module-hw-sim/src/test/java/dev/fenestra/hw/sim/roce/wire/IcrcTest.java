package dev.fenestra.hw.sim.roce.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.testing.TextTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class IcrcTest {
    private final Icrc icrc = new Icrc();

    @Test
    void shouldAgreeWithTheFourExamples() throws IOException {
        List<String[]> examples = TextTable.read(IcrcTest.class, "icrc-examples.txt");
        assertEquals(4, examples.size());
        for (String[] example : examples) {
            byte[] packet = HexFormat.of().parseHex(example[0]);
            byte[] wire = new byte[Icrc.BYTES];
            Icrc.write(wire, 0, icrc.compute(packet, 0, ipBytes(packet), packet.length));
            assertEquals(example[1], HexFormat.of().formatHex(wire));
        }
    }

    @Test
    void shouldReadWhatItWrites() {
        byte[] wire = new byte[6];
        Icrc.write(wire, 1, 0x0123_89ab);
        assertEquals("00ab89230100", HexFormat.of().formatHex(wire));
        assertEquals(0x0123_89ab, Icrc.read(wire, 1));
    }

    @Test
    void shouldChangeWithEveryCoveredBitAndWithNoMaskedBit() throws IOException {
        flipEveryBit("rc_send_only", maskedBits(20, 1, 8, 10, 11, 26, 27));
        BitSet maskedIpv6 = maskedBits(40, 1, 2, 3, 7, 46, 47);
        maskedIpv6.set(4, 8);
        flipEveryBit("rc_send_only_ipv6", maskedIpv6);
    }

    @Test
    void shouldNotModifyItsInput() throws IOException {
        for (CapturedPacket captured : CapturedPacket.of("rc_send_only_ipv6")) {
            byte[] packet = captured.bytes().clone();
            icrc.compute(packet, 14, 40, packet.length - 18);
            assertArrayEquals(captured.bytes(), packet);
        }
    }

    private void flipEveryBit(String capture, BitSet masked) throws IOException {
        byte[] frame = CapturedPacket.of(capture).getFirst().bytes();
        byte[] packet = Arrays.copyOfRange(frame, 14, frame.length - Icrc.BYTES);
        int ipBytes = ipBytes(packet);
        int original = icrc.compute(packet, 0, ipBytes, packet.length);
        BitSet unseen = new BitSet();
        for (int bit = 0; bit < packet.length * 8; bit++) {
            packet[bit / 8] ^= (byte) (0x80 >> bit % 8);
            unseen.set(bit, icrc.compute(packet, 0, ipBytes, packet.length) == original);
            packet[bit / 8] ^= (byte) (0x80 >> bit % 8);
        }
        assertEquals(masked, unseen, capture);
    }

    /** Bits of whole bytes, counted from the start of the packet, and of byte 4 of the BTH. */
    private static BitSet maskedBits(int ipBytes, int... bytes) {
        BitSet bits = new BitSet();
        for (int at : bytes) {
            bits.set(at * 8, at * 8 + 8);
        }
        int congestion = ipBytes + 8 + 4;
        bits.set(congestion * 8, congestion * 8 + 8);
        return bits;
    }

    private static int ipBytes(byte[] packet) {
        return packet[0] >> 4 == 4 ? 20 : 40;
    }
}
