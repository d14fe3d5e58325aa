package dev.fenestra.tools.observe.decode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class DecodePacketTest {
    /** A SEND of 64 bytes over IPv6. */
    private static final String IPV6 = "02000a09000202000a09000186dd6000000000581140fd090000000000000000000000000001"
        + "fd090000000000000000000000000002c1e412b7005800000400ffff0000001680100100030a11181f262d343b424950575e656c"
        + "737a81888f969da4abb2b9c0c7ced5dce3eaf1f8ff060d141b222930373e454c535a61686f767d848b9299a0a7aeb5bc095e3f50";

    private static String icrc(Decoded frame) {
        return frame.parts().getLast().fields().getFirst().meaning();
    }

    @Test
    void shouldFindTheAddressesOfIpv6() throws DecodeException {
        Decoded frame = PacketDecoder.decode(HexInput.read(IPV6));
        DecodedField source = frame.parts().getFirst().fields().stream()
                .filter(it -> it.name().equals("src_addr"))
                .findFirst()
                .orElseThrow();
        assertEquals("RoCEv2 frame, RC_SEND_ONLY", frame.title());
        // Ethernet has 14 bytes, and the source address is 8 bytes into the IPv6 header.
        assertEquals(14 + 8, source.place().offset());
        assertEquals("fd090000000000000000000000000001", source.value());
        assertEquals("right", icrc(frame));
    }

    @Test
    void shouldSeeAWrongIcrc() throws DecodeException {
        byte[] bytes = HexInput.read(IPV6);
        bytes[80] ^= 1;
        assertEquals("wrong", icrc(PacketDecoder.decode(bytes)));
    }

    @Test
    void shouldNotTakeAFrameCutShortForATransportHeader() throws DecodeException {
        byte[] cut = Arrays.copyOf(HexInput.read(IPV6), 100);
        DecodeException e = assertThrows(DecodeException.class, () -> PacketDecoder.decode(cut));
        assertEquals("an Ethernet frame of 142 bytes, but the input ends at offset 0x064", e.getMessage());
    }

    @Test
    void shouldDecodeFromTheBthOn() throws DecodeException {
        // An ACKNOWLEDGE: NAK of a remote access error, MSN 5.
        Decoded packet = PacketDecoder.decode(HexInput.read("1100ffff 00000030 00100100 62000005"));
        String text = DecodedText.of(packet);
        assertEquals("packet, RC_ACKNOWLEDGE", packet.title());
        assertTrue(text.contains("NAK_REMOTE_ACCESS"), text);
        assertEquals(12, packet.parts().getLast().offset());
    }

    @Test
    void shouldSayThatAnOpcodeIsNotKnown() throws DecodeException {
        Decoded packet = PacketDecoder.decode(HexInput.read("ff00ffff 00000030 00100100 62000005"));
        assertEquals("packet, unknown opcode", packet.title());
        assertEquals(
                "The opcode is not known; what follows the BTH is not decoded.",
                packet.notes().getFirst());
    }
}
