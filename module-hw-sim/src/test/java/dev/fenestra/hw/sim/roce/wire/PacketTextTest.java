package dev.fenestra.hw.sim.roce.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.testing.TextTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PacketTextTest {
    private static final String ONE_LINE =
            "([A-Z]+ [A-Z_]+|UNKNOWN\\(0x[0-9a-f]{2}\\)) qp=0x[0-9a-f]{6} psn=[0-9]+( \\S+)*";

    @Test
    void shouldDescribeTheCapturesAsInTheGoldenFile() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String capture : new String[] {
            "rc_write_only", "rc_write_imm", "rc_send_inv", "rc_send_multi_imm", "rc_read_only", "rc_cmp_swp",
            "rc_fetch_add", "rc_send_solicited", "rnr_nak", "nak_write_bad_rkey", "uc_send_only", "ud_send"
        }) {
            for (CapturedPacket packet : CapturedPacket.of(capture)) {
                lines.add(describe(packet));
            }
        }
        assertEquals(TextTable.lines(PacketTextTest.class, "decoded-packets.txt"), lines);
    }

    @Test
    void shouldDescribeEveryCapturedPacketInOneLine() throws IOException {
        List<CapturedPacket> packets = CapturedPacket.all();
        assertFalse(packets.isEmpty());
        for (CapturedPacket packet : packets) {
            String line = describe(packet);
            assertTrue(line.matches(ONE_LINE), line);
        }
    }

    @Test
    void shouldDescribeFlushAndUnknownOpcode() {
        byte[] h = new byte[WireOpcode.RC_FLUSH.headerBytes()];
        Bth.write(h, 0, WireOpcode.RC_FLUSH.number(), false, 0, 0xffff, 0x11, true, 7);
        Feth.write(h, Bth.BYTES, 1, 0);
        Reth.write(h, Bth.BYTES + Feth.BYTES, 0x1000, 0x0501, -1);
        assertEquals(
                "RC FLUSH qp=0x000011 psn=7 placement=1 selectivity=0 va=0x1000 rkey=0x000005:01 dmalen=4294967295 ack",
                PacketText.describe(h, 0, 0));
        h[0] = (byte) 0x9f;
        assertEquals("UNKNOWN(0x9f) qp=0x000011 psn=7 payload=20 ack", PacketText.describe(h, 0, 20));
    }

    private static String describe(CapturedPacket packet) {
        return PacketText.describe(packet.frame().headers(), 0, packet.frame().payload().length);
    }
}
