package dev.fenestra.hw.sim.roce.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is parsed can be written again, byte for byte, and means what was written: for every opcode and any address. */
class RoundTripTest {
    private static final int ETHERNET = 14;
    private static final long UNIQUE_LOCAL = 0xfd09_0000_0000_0000L;

    private static final List<PortGid> GIDS = List.of(
            PortGid.ofIpv4(0x0a09_0001),
            PortGid.ofIpv4(0xffff_fffe),
            PortGid.ofIpv4(0xe081_0203),
            new PortGid(UNIQUE_LOCAL, 1),
            new PortGid(0xfe80L << 48, 0x5054_00ff_fe12_3456L),
            new PortGid(-1, -1),
            new PortGid(0xff0e_0000_0000_0000L, 0x8765_4321L),
            new PortGid(0, 1));

    private static final List<IpFields> OVER_IPV4 =
            List.of(IpFields.DEFAULT, new IpFields(0xff, 0, 255, 0xffff, 0), new IpFields(0x6a, 0, 1, 0x8000, 0xc000));
    private static final List<IpFields> OVER_IPV6 = List.of(
            new IpFields(0, 0, 64, 0, 0), new IpFields(0xff, 0xfffff, 255, 0, 0), new IpFields(0x80, 0x12345, 0, 0, 0));

    /** Opcodes of the table, those of a CNP, of a manufacturer and a reserved one. */
    static List<Integer> opcodes() {
        List<Integer> all = new ArrayList<>(
                Arrays.stream(WireOpcode.values()).map(WireOpcode::number).toList());
        all.addAll(List.of(Cnp.OPCODE, 0xc1, 0x1f));
        return all;
    }

    /** Those that the JSON files of captures have members for. */
    static Stream<WireOpcode> inJson() {
        return Arrays.stream(WireOpcode.values())
                .filter(opcode -> !opcode.has(OpcodeMask.XRC_ETH) && !opcode.has(OpcodeMask.FETH));
    }

    private static byte[] bytes(int length, int first, int step) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (first + i * step);
        }
        return bytes;
    }

    private static byte[] headers(int opcode, int pad, int first, int step) {
        byte[] headers = bytes(Math.max(Bth.BYTES, WireOpcode.headerBytesOf(opcode)), first, step);
        headers[0] = (byte) opcode;
        headers[1] = (byte) (headers[1] & 0xcf | pad << 4);
        return headers;
    }

    private static RoceFrame frame(
            PortGid from, PortGid to, boolean overIpv4, IpFields ip, byte[] headers, byte[] payload) {
        int pad = Bth.padCount(headers, 0);
        return new RoceFrame(
                0xffff_ffff_fffeL,
                0x8000_0000_0001L,
                from,
                to,
                overIpv4,
                ip,
                overIpv4 ? 0xbeef : 0,
                0xffff,
                0x8001,
                headers,
                payload,
                bytes(pad, 0x77, 1),
                0x8765_4321,
                false);
    }

    private static byte[] written(RoceFrame frame) {
        byte[] out = new byte[frame.bytes()];
        assertEquals(out.length, frame.write(out, 0));
        return out;
    }

    private static void assertSame(RoceFrame expected, RoceFrame read) {
        assertEquals(expected.destinationMac(), read.destinationMac());
        assertEquals(expected.sourceMac(), read.sourceMac());
        assertEquals(expected.source(), read.source());
        assertEquals(expected.destination(), read.destination());
        assertEquals(expected.isOverIpv4(), read.isOverIpv4());
        assertEquals(expected.ip(), read.ip());
        assertEquals(expected.ipChecksum(), read.ipChecksum());
        assertEquals(expected.sourcePort(), read.sourcePort());
        assertEquals(expected.udpChecksum(), read.udpChecksum());
        assertArrayEquals(expected.headers(), read.headers());
        assertArrayEquals(expected.payload(), read.payload());
        assertArrayEquals(expected.pad(), read.pad());
        assertEquals(expected.icrc(), read.icrc());
    }

    private static void assertComesBack(RoceFrame frame) {
        byte[] sent = written(frame);
        RoceFrame read = RoceFrame.parse(sent, 0, sent.length).orElseThrow();
        assertSame(frame, read);
        assertArrayEquals(sent, written(read));
    }

    @ParameterizedTest
    @MethodSource("opcodes")
    void shouldBringBackEveryOpcodeWhateverItsHeadersHold(int opcode) {
        for (int first : new int[] {0, 0x7f, 0x80, 0xff}) {
            for (int step : new int[] {0, 1}) {
                for (int payload = 0; payload <= 5; payload++) {
                    byte[] headers = headers(opcode, payload & 3, first, step);
                    byte[] data = bytes(payload, 0x80, 3);
                    assertComesBack(frame(GIDS.get(0), GIDS.get(1), true, OVER_IPV4.getFirst(), headers, data));
                    assertComesBack(frame(GIDS.get(3), GIDS.get(5), false, OVER_IPV6.getFirst(), headers, data));
                }
            }
        }
    }

    /** Two IPv4-mapped GIDs over IPv6, too: nobody sends that, but a capture may have it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldBringBackEveryAddressAndFieldOfTheIpHeader(boolean overIpv4) {
        byte[] headers = headers(WireOpcode.RC_RDMA_WRITE_ONLY.number(), 3, 0x80, 1);
        for (PortGid from : GIDS) {
            for (PortGid to : GIDS) {
                boolean mayBeIpv4 = PortGid.isIpv4(from.high(), from.low()) && PortGid.isIpv4(to.high(), to.low());
                for (IpFields ip : overIpv4 ? OVER_IPV4 : OVER_IPV6) {
                    if (!overIpv4 || mayBeIpv4) {
                        assertComesBack(frame(from, to, overIpv4, ip, headers, bytes(5, 1, 1)));
                    }
                }
            }
        }
    }

    /** What a sender writes has a right ICRC and a right IPv4 checksum, and comes back as it is. */
    @ParameterizedTest
    @MethodSource("opcodes")
    void shouldBringBackWhatASenderWrites(int opcode) {
        RoceFrameWriter writer = new RoceFrameWriter();
        byte[] out = new byte[RoceFrameWriter.MAX_FRAME_BYTES];
        for (PortGid from : GIDS) {
            for (PortGid to : GIDS) {
                byte[] headers = headers(opcode, 2, 0xff, 0);
                int length = writer.begin(out, 0, from.high(), from.low(), to.high(), to.low(), 0xc001)
                        .choose(0x6a, 0xfffff, 3)
                        .headers(headers, 0, headers.length)
                        .payload(bytes(6, 9, 9), 0, 6)
                        .end();
                byte[] sent = Arrays.copyOf(out, length);
                RoceFrame read = RoceFrame.parse(sent, 0, length).orElseThrow();
                assertTrue(read.icrcValid());
                assertEquals(from, read.source());
                assertEquals(to, read.destination());
                assertEquals(0x6a, read.ip().trafficClass());
                assertEquals(3, read.ip().hopLimit());
                assertEquals(read.isOverIpv4() ? 0 : 0xfffff, read.ip().flowLabel());
                assertEquals(read.isOverIpv4() ? 0xffff : 0, onesSum(sent, read.isOverIpv4() ? 20 : 0));
                assertArrayEquals(sent, written(read));
            }
        }
    }

    /** The sum of a header with a right checksum. */
    private static int onesSum(byte[] frame, int bytes) {
        int sum = IntStream.iterate(ETHERNET, at -> at < ETHERNET + bytes, at -> at + 2)
                .map(at -> Wire.u16(frame, at))
                .sum();
        return (sum & 0xffff) + (sum >>> 16);
    }

    /** In the JSON files of captures a number is what it is on the wire: without a sign. */
    @ParameterizedTest
    @MethodSource("inJson")
    void shouldWriteTheHeadersOfAPacketFromItsDecodingWhateverTheirNumbers(WireOpcode opcode) {
        for (long each : new long[] {0, 1, 0x7fff_ffffL, 0x8000_0000L, 0x8000_0001L, 0xffff_ffffL, -1, 1L << 63}) {
            Map<String, Object> members = members(opcode, each);
            byte[] headers = new byte[opcode.headerBytes()];
            HeaderWriter.write(headers, CapturedPacket.of("made", new byte[0], members));
            byte[] sent = written(frame(GIDS.getFirst(), GIDS.get(1), true, IpFields.DEFAULT, headers, new byte[0]));

            RoceFrame read = RoceFrame.parse(sent, 0, sent.length).orElseThrow();
            Map<String, Object> decoded = PacketJson.of(read);
            byte[] again = new byte[headers.length];
            HeaderWriter.write(again, CapturedPacket.of("read", sent, decoded));

            assertArrayEquals(headers, again, opcode + " " + decoded);
            if (opcode.has(OpcodeMask.RETH)) {
                assertEquals(each & 0xffff_ffffL, decoded.get("dmalen"));
            }
            decoded.values().stream()
                    .filter(Long.class::isInstance)
                    .forEach(number -> assertTrue((Long) number >= 0, opcode + " " + decoded));
        }
    }

    /** All members of an opcode, as the JSON file of a capture has them. */
    private static Map<String, Object> members(WireOpcode opcode, long each) {
        Map<String, Object> members = new HashMap<>();
        members.put("opcode", "0x%02x".formatted(opcode.number()));
        members.put("se", each & 1);
        members.put("pad", 0L);
        members.put("pkey", "0x%04x".formatted(each & 0xffff));
        members.put("dqpn", "0x%06x".formatted(each & 0xff_ffff));
        members.put("ackreq", each & 1);
        members.put("psn", "0x%06x".formatted(each & 0xff_ffff));
        String word = "0x%08x".formatted(each & 0xffff_ffffL);
        String number = "0x%016x".formatted(each);
        if (opcode.has(OpcodeMask.DETH)) {
            members.putAll(Map.of("qkey", word, "sqpn", "0x%06x".formatted(each & 0xff_ffff)));
        }
        if (opcode.has(OpcodeMask.RETH)) {
            members.putAll(Map.of("va", number, "rkey", word, "dmalen", each & 0xffff_ffffL));
        }
        if (opcode.has(OpcodeMask.ATOMIC_ETH)) {
            members.putAll(Map.of("va", number, "rkey", word, "swap_add", number, "compare", number));
        }
        if (opcode.has(OpcodeMask.AETH)) {
            members.putAll(Map.of("syndrome", "0x%02x".formatted(each & 0xff), "msn", each & 0xff_ffff));
        }
        if (opcode.has(OpcodeMask.ATOMIC_ACK_ETH)) {
            members.put("orig", number);
        }
        if (opcode.has(OpcodeMask.IMM_DT)) {
            members.put("imm", word);
        }
        if (opcode.has(OpcodeMask.IETH)) {
            members.put("ieth_rkey", word);
        }
        return members;
    }
}
