package dev.fenestra.tools.observe.capture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.roce.pcap.Direction;
import dev.fenestra.hw.sim.roce.pcap.PcapngWriter;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.Cnp;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.Reth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.tools.observe.decode.DecodedText;
import dev.fenestra.tools.observe.decode.PacketDecoder;
import dev.fenestra.tools.testing.FrameRoundTrip;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets made by hand, of every opcode: a capture of them is written back byte for byte. */
class WrittenBackTest {
    private static final int DETH_RESERVED = 4;

    /** All bits are set behind the BTH, but reserved ones. */
    private static byte[] ones(WireOpcode opcode) {
        byte[] more = new byte[opcode.headerBytes() - Bth.BYTES];
        Arrays.fill(more, (byte) 0xff);
        if (opcode.has(OpcodeMask.DETH)) {
            more[offset(opcode, OpcodeMask.DETH) + DETH_RESERVED] = 0;
        }
        if (opcode.has(OpcodeMask.XRC_ETH)) {
            more[offset(opcode, OpcodeMask.XRC_ETH)] = 0;
        }
        if (opcode.has(OpcodeMask.FETH)) {
            int at = offset(opcode, OpcodeMask.FETH);
            Arrays.fill(more, at, at + Integer.BYTES, (byte) 0);
        }
        return more;
    }

    private static int offset(WireOpcode opcode, int header) {
        return WireOpcode.offsetOf(opcode.number(), header) - Bth.BYTES;
    }

    /** What a capture of these frames has. */
    private static List<CapturedFrame> captured(List<CapturedFrame> frames) throws Exception {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (PcapngWriter writer = new PcapngWriter(file)) {
            writer.addInterface("a");
            for (CapturedFrame frame : frames) {
                writer.packet(0, frame.nanos(), Direction.INBOUND, frame.bytes(), 0, frame.bytes().length, "made");
            }
        }
        return CaptureReader.frames(file.toByteArray());
    }

    private static void assertComesBack(HandMade made) throws Exception {
        List<CapturedFrame> frames = made.frames();
        List<CapturedFrame> read = captured(frames);
        assertEquals(frames.size(), read.size());
        for (int i = 0; i < frames.size(); i++) {
            assertArrayEquals(frames.get(i).bytes(), read.get(i).bytes());
            assertEquals(frames.get(i).nanos(), read.get(i).nanos());
            new FrameRoundTrip().check(read.get(i).bytes(), "packet " + i);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldWriteBackEveryOpcode(WireOpcode opcode) throws Exception {
        assertComesBack(new HandMade()
                .packet(true, opcode.number(), 0xffffff, ones(opcode), 6)
                .packet(false, opcode.number(), 0, new byte[opcode.headerBytes() - Bth.BYTES], 0));
    }

    @Test
    void shouldWriteBackACongestionNotificationAndAnUnknownOpcode() throws Exception {
        assertComesBack(new HandMade()
                .packet(true, Cnp.OPCODE, 0, new byte[0], Cnp.RESERVED_BYTES)
                .packet(true, 0xc1, 7, new byte[0], 5));
    }

    @ParameterizedTest
    @ValueSource(longs = {0x7fff_ffffL, 0x8000_0000L, 0x8000_0001L, 0xffff_ffffL})
    void shouldWriteBackLongLengthsAndSayThemWithoutASign(long length) throws Exception {
        for (WireOpcode opcode : WireOpcode.values()) {
            if (opcode.has(OpcodeMask.RETH)) {
                byte[] more = ones(opcode);
                Reth.write(more, offset(opcode, OpcodeMask.RETH), -1L << 32, 0x8000_0001, (int) length);
                HandMade made = new HandMade().packet(true, opcode.number(), 5, more, 0);
                assertComesBack(made);
                String text = DecodedText.of(
                        PacketDecoder.decode(made.frames().getFirst().bytes()));
                assertTrue(text.contains(length + " bytes"), text);
            }
        }
    }

    /** A pad byte that is not 0, and a field that the ICRC does not cover, are kept. */
    @Test
    void shouldWriteBackWhatNobodyShouldSend() throws Exception {
        assertComesBack(new HandMade().ask(WireOpcode.RC_SEND_ONLY, 5, 7).spoil(-5, 9));
        HandMade congested = new HandMade().ask(WireOpcode.RC_SEND_ONLY, 5, 8).corrupt(4, 0xc0);
        assertComesBack(congested);
    }
}
