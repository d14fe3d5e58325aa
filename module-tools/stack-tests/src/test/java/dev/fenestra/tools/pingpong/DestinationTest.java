package dev.fenestra.tools.pingpong;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.Gid;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DestinationTest {
    /** As ibv_rc_pingpong sent it between two Linux hosts. */
    private static final byte[] MESSAGE =
            "0000:000011:288212:00000000000000000000ffff0a090001\0".getBytes(StandardCharsets.US_ASCII);

    private static final Destination DESTINATION = new Destination(0, 0x11, 0x288212, Gid.ofIpv4(0x0a090001));

    @Test
    void shouldWriteWhatTheRealProgramWrites() {
        assertArrayEquals(MESSAGE, DESTINATION.message());
        assertEquals(Destination.BYTES, MESSAGE.length);
    }

    @Test
    void shouldReadWhatTheRealProgramWrites() {
        assertEquals(DESTINATION, Destination.parse(MESSAGE).orElseThrow());
    }

    @Test
    void shouldPrintAsTheRealProgramsDo() {
        assertEquals("LID 0x0000, QPN 0x000011, PSN 0x288212, GID ::ffff:10.9.0.1", DESTINATION.text(","));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "done\0", "0000:000011:288212:", "0000:000011:288212:zz000000000000000000ffff0a090001\0"})
    void shouldRefuseWhatIsNoDestination(String message) {
        assertTrue(
                Destination.parse(message.getBytes(StandardCharsets.US_ASCII)).isEmpty());
    }
}
