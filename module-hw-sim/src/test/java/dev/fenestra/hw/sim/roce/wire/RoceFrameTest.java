package dev.fenestra.hw.sim.roce.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.testing.Capture;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What {@link RoceFrame#parse} takes and what it refuses; the captures show that it reads right. */
class RoceFrameTest {
    @Test
    void shouldRefuseFrameCutAtAnyByte() throws IOException {
        for (String name : new String[] {"rc_send_only", "rc_send_only_ipv6"}) {
            byte[] frame = frame(name);
            for (int length = 0; length < frame.length; length++) {
                assertFalse(parses(Arrays.copyOf(frame, length)), name + " cut to " + length);
            }
            assertTrue(parses(frame), name);
        }
    }

    @Test
    void shouldRefuseEveryFrameThatIsNotUdp() throws IOException {
        int tcp = 0;
        for (byte[] frame : Capture.named("interop_ipv6").frames()) {
            if (frame[14 + 6] == 6) {
                assertFalse(parses(frame));
                tcp++;
            }
        }
        assertTrue(tcp > 0, "the capture has TCP frames");
    }

    @Test
    void shouldRefuseOtherEtherTypeIpVersionOptionsAndPort() throws IOException {
        assertFalse(parses(changed("rc_send_only", 12, 0x81)));
        assertFalse(parses(changed("rc_send_only", 14, 0x65)));
        assertFalse(parses(changed("rc_send_only", 14, 0x46)));
        assertFalse(parses(changed("rc_send_only_ipv6", 14, 0x40)));
        assertFalse(parses(changed("rc_send_only_ipv6", 14 + 6, 0)));
        assertFalse(parses(changed("rc_send_only", 14 + 20 + 3, 0xb8)));
    }

    @Test
    void shouldRefuseFragments() throws IOException {
        assertFalse(parses(changed("rc_send_only", 14 + 6, 0x20)));
        assertFalse(parses(changed("rc_send_only", 14 + 7, 0x01)));
        assertTrue(parses(changed("rc_send_only", 14 + 6, 0x00)));
    }

    @Test
    void shouldRefuseWhenLengthsDisagree() throws IOException {
        assertFalse(parses(changed("rc_send_only", 14 + 3, 0x6b)));
        assertFalse(parses(changed("rc_send_only", 14 + 20 + 5, 0x57)));
        assertFalse(parses(changed("rc_send_only", 14 + 2, 0xff)));
        assertFalse(parses(changed("rc_send_only", 14 + 3, 0)));
    }

    @Test
    void shouldRefuseHeadersOrPaddingThatDoNotFit() throws IOException {
        byte[] ack = Capture.named("rc_send_only").frames().get(1);
        int bth = 14 + 20 + 8;
        assertTrue(parses(ack));
        ack[bth] = (byte) WireOpcode.RC_RDMA_READ_REQUEST.number();
        assertFalse(parses(ack));
        ack[bth] = (byte) WireOpcode.RC_ACKNOWLEDGE.number();
        ack[bth + 1] = 0x10;
        assertFalse(parses(ack));
    }

    @Test
    void shouldKeepBytesBehindBthOfUnknownOpcodeAsPayload() throws IOException {
        byte[] bytes = changed("rc_send_only", 14 + 20 + 8, 0xff);
        RoceFrame frame = RoceFrame.parse(bytes, 0, bytes.length).orElseThrow();
        assertEquals(0xff, frame.opcode());
        assertEquals(Bth.BYTES, frame.headers().length);
        assertEquals(64, frame.payload().length);
        assertFalse(frame.icrcValid());
    }

    @Test
    void shouldIgnoreBytesAroundTheFrame() throws IOException {
        byte[] frame = frame("rc_send_only");
        byte[] padded = new byte[frame.length + 7];
        System.arraycopy(frame, 0, padded, 3, frame.length);
        RoceFrame parsed = RoceFrame.parse(padded, 3, frame.length + 4).orElseThrow();
        assertTrue(parsed.icrcValid());
        byte[] rebuilt = new byte[padded.length];
        assertEquals(frame.length, parsed.write(rebuilt, 3));
        assertArrayEquals(padded, rebuilt);
    }

    private static byte[] frame(String capture) throws IOException {
        return Capture.named(capture).frames().getFirst();
    }

    private static byte[] changed(String capture, int at, int value) throws IOException {
        byte[] frame = frame(capture);
        frame[at] = (byte) value;
        return frame;
    }

    private static boolean parses(byte[] frame) {
        return RoceFrame.parse(frame, 0, frame.length).isPresent();
    }
}
