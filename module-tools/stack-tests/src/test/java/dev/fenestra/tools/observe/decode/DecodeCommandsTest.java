package dev.fenestra.tools.observe.decode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Commands, written byte by byte from the fact sheet. */
class DecodeCommandsTest {
    private static byte[] bytes(int size, String... pieces) throws DecodeException {
        byte[] bytes = new byte[size];
        for (String piece : pieces) {
            String[] parts = piece.split(":");
            byte[] value = HexInput.read(parts[1]);
            System.arraycopy(value, 0, bytes, Integer.parseInt(parts[0], 16), value.length);
        }
        return bytes;
    }

    private static void shows(Decoded decoded, String... lines) {
        List<String> text = DecodedText.of(decoded)
                .lines()
                .map(it -> it.strip().replaceAll(" +", " "))
                .toList();
        for (String line : lines) {
            assertTrue(text.contains(line), () -> line + "\nis not in\n" + String.join("\n", text));
        }
    }

    @Test
    void shouldShowAnEntryWithOwnershipAndStatus() throws DecodeException {
        byte[] entry =
                bytes(64, "00:07", "04:00000110", "10:0200", "20:06", "24:0000020e", "38:00000010", "3c:5a", "3f:0f");
        shows(
                CommandEntryDecoder.decode(entry),
                "0x000 command entry, CREATE_MKEY (64 bytes)",
                "0x004 [31:0] input_length 0x00000110 272 bytes",
                "0x03c [7:0] token 0x5a",
                "0x03f [7:1] status 0x07 there is no input of this length",
                "0x03f [0] ownership 0x1 the device's",
                "0x010 [15:0] opcode 0x0200 CREATE_MKEY",
                "0x020 [7:0] status 0x06 resource busy: EBUSY",
                "0x024 [31:0] syndrome 0x0000020e rule D1: windows are bound to the region");
    }

    @Test
    void shouldShowCreateMkeyWithContextAndPages() throws DecodeException {
        byte[] input = bytes(
                0x120, "00:0200", "10:0000ad00", "14:ffffff07", "1c:00000003", "60:00000001", "110:0000000012345003");
        shows(
                CommandDecoder.input(input),
                "0x012 [7] umr_en 0x1 UMR may change it",
                "0x012 [5] rw 0x1 remote write",
                "0x012 [1:0] access_mode 0x1 MTT: a list of pages",
                "0x014 [23:0] qpn 0xffffff any QP",
                "0x017 [7:0] mkey_7_0 0x07 tag of the key",
                "0x01d [23:0] pd 0x000003",
                "0x060 [31:0] translations_octword_actual_size 0x00000001 1 units of 16 bytes",
                "0x110 [63:0] value 0x0000000012345003 page 0x12345000, read, write");
    }

    @Test
    void shouldShowTheQpContext() throws DecodeException {
        byte[] input = bytes(0x110, "00:0504", "08:00000102", "18:30", "20:78", "8c:00e0", "90:00123456");
        shows(
                CommandDecoder.input(input),
                "0x000 [15:0] opcode 0x0504 RTR2RTS_QP",
                "0x009 [23:0] object 0x000102 258",
                "0x018 [7:4] state 0x3 RTS",
                "0x020 [7:5] mtu 0x3 1024 bytes",
                "0x091 [23:0] next_send_psn 0x123456 1193046");
    }

    @Test
    void shouldShowAnAnswerByItsOpcode() throws DecodeException {
        byte[] output = bytes(16, "08:00001234");
        shows(
                CommandDecoder.output(output, CommandOpcode.CREATE_MKEY),
                "0x000 [7:0] status 0x00 ok",
                "0x009 [23:0] object 0x001234 4660");
    }

    @Test
    void shouldShowAnEventAndWhatItTells() throws DecodeException {
        byte[] refused =
                bytes(64, "01:11", "0f:05", "10:0000000012345678", "18:08", "1c:00010203", "39:000041", "3f:01");
        shows(
                EqeDecoder.decode(refused),
                "0x001 [7:0] event_type 0x11 work queue access error",
                "0x01c [31:0] refusal.rkey 0x00010203 index 0x000102, tag 0x03",
                "0x039 [23:0] number 0x000041 65",
                "0x03f [0] owner 0x1 software's in odd laps of the EQ");
        shows(
                EqeDecoder.decode(bytes(64, "01:04", "21:000081", "2b:01")),
                "0x021 [23:0] cq_err.cqn 0x000081 129",
                "0x02b [7:0] cq_err.syndrome 0x01 overrun");
        assertThrows(DecodeException.class, () -> EqeDecoder.decode(new byte[63]));
        assertThrows(DecodeException.class, () -> EqeDecoder.decode(new byte[65]));
    }

    @Test
    void shouldShowACqAndAnEqWithTheirPages() throws DecodeException {
        shows(
                CommandDecoder.input(bytes(0x118, "00:0400", "1c:06", "24:01", "110:0000000012345000")),
                "0x01c [4:0] log_cq_size 0x06 64 entries",
                "0x027 [7:0] c_eqn 0x00");
        shows(
                CommandDecoder.input(bytes(0x118, "00:0301", "1c:06", "58:0000000000000010", "110:0000000012345000")),
                "0x01c [4:0] log_eq_size 0x06 64 entries",
                "0x058 [63:0] event_bitmask 0x0000000000000010");
        shows(
                CommandDecoder.input(bytes(0x110, "00:0403", "0c:00000003")),
                "0x00c [31:0] modify_field_select 0x00000003 period, count");
    }

    @Test
    void shouldSayThatACommandIsNotKnown() throws DecodeException {
        Decoded decoded = CommandDecoder.input(bytes(16, "00:0fff"));
        assertEquals(List.of("The opcode is not known; only the header is decoded."), decoded.notes());
    }
}
