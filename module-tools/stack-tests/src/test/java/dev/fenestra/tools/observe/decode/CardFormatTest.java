package dev.fenestra.tools.observe.decode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests and completions of cards, written byte by byte from the headers of their libraries. */
class CardFormatTest {
    private static final String MLX4_WRITE = "00:80000008 04:00000003 08:0000000c 10:0000000012345000 18:00000105"
            + " 20:00000040 24:00000207 28:0000000000abc000";
    private static final String EFA_READ = "00:0700 02:811d 04:4000 06:0100 20:40000000 24:05010000 28:0050341200000000"
            + " 30:40000000 34:07020000 38:00c0ab0000000000";
    private static final String HNS_WRITE = "00:83010000 04:48000000 0c:00000003 10:05000000 14:05010000"
            + " 18:0050341200000000 20:40000000 24:07020000 28:00c0ab0000000000";
    private static final String RXE_BIND = "00:0700000000000000 0c:08000000 10:02000000 18:0050341200000000"
            + " 20:4000000000000000 28:05010000 2c:07020000 30:08020000 34:26000000";

    private static byte[] bytes(int size, String pieces) throws DecodeException {
        byte[] bytes = new byte[size];
        for (String piece : pieces.split(" ")) {
            String[] parts = piece.split(":");
            byte[] value = HexInput.read(parts[1]);
            System.arraycopy(value, 0, bytes, Integer.parseInt(parts[0], 16), value.length);
        }
        return bytes;
    }

    private static List<String> lines(Decoded decoded) {
        return DecodedText.of(decoded)
                .lines()
                .map(it -> it.strip().replaceAll(" +", " "))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "MLX4|64|" + MLX4_WRITE + "|0x000 mlx4 send request, RDMA_WRITE (64 bytes)",
                "MLX4|64|" + MLX4_WRITE + "|0x000 [7] owner_opcode.owner 0x1",
                "MLX4|64|" + MLX4_WRITE + "|0x003 [4:0] owner_opcode.opcode 0x08 RDMA_WRITE",
                "MLX4|64|" + MLX4_WRITE + "|0x007 [5:0] fence_size.size 0x03",
                "MLX4|64|" + MLX4_WRITE + "|0x00b [3:2] xrcrb_flags.cq_update 0x3 wants a completion",
                "MLX4|64|" + MLX4_WRITE + "|0x018 [31:0] raddr.rkey 0x00000105 index 0x000001, tag 0x05",
                "MLX4|64|" + MLX4_WRITE + "|0x020 piece 0 (16 bytes)",
                "MLX4|64|" + MLX4_WRITE + "|0x020 [31:0] byte_count 0x00000040 64 bytes",
                "MLX4|64|00:0000000a 04:00000004 10:80000003 14:aabbcc|0x014 inline data (3 bytes)",
                "MLX4|64|00:0000001e 04:00000001|0x000 mlx4 send request, unknown (64 bytes)",
                "EFA|64|" + EFA_READ + "|0x000 efa send request, RDMA_READ (64 bytes)",
                "EFA|64|" + EFA_READ + "|0x000 [15:0] meta.req_id 0x0007",
                "EFA|64|" + EFA_READ + "|0x003 [0] meta.ctrl2.phase 0x1",
                "EFA|64|" + EFA_READ + "|0x003 [4] meta.ctrl2.comp_req 0x1 wants a completion",
                "EFA|64|" + EFA_READ + "|0x024 [31:0] rdma_req.remote_mem.rkey 0x00000105 index 0x000001, tag 0x05",
                "EFA|64|" + EFA_READ + "|0x030 piece 0 (16 bytes)",
                "EFA|64|02:a0 06:0300 20:aabbcc|0x020 inline data (3 bytes)",
                "HNS|64|" + HNS_WRITE + "|0x000 hns send request, RDMA_WRITE (64 bytes)",
                "HNS|64|" + HNS_WRITE + "|0x000 [7] byte_4.owner 0x1",
                "HNS|64|" + HNS_WRITE + "|0x001 [0] byte_4.cqe 0x1 wants a completion",
                "HNS|64|" + HNS_WRITE + "|0x00f [7:0] byte_16.sge_num 0x03 3",
                "HNS|64|" + HNS_WRITE + "|0x010 [23:0] byte_20.msg_start_sge_idx 0x000005",
                "HNS|64|" + HNS_WRITE + "|0x014 [31:0] rkey 0x00000105 index 0x000001, tag 0x05",
                "HNS|64|" + HNS_WRITE + "|0x020 piece 0 (16 bytes)",
                "HNS|64|" + HNS_WRITE + "|Data of the request lie in a buffer of their own: 1 of 3 pieces.",
                "HNS|64|00:0010 04:03000000 20:aabbcc|0x020 inline data (3 bytes)",
                "RXE|208|" + RXE_BIND + "|0x000 rxe send request, BIND_MW (208 bytes)",
                "RXE|208|" + RXE_BIND + "|0x000 [63:0] wr_id 0x0000000000000007",
                "RXE|208|" + RXE_BIND + "|0x00c [31:0] opcode 0x00000008 BIND_MW",
                "RXE|208|" + RXE_BIND + "|0x010 [1] send_flags.signaled 0x1 wants a completion",
                "RXE|208|" + RXE_BIND + "|0x018 [63:0] mw.addr 0x0000000012345000",
                "RXE|208|" + RXE_BIND + "|0x030 [31:0] mw.rkey 0x00000208 index 0x000002, tag 0x08",
                "RXE|208|" + RXE_BIND + "|0x034 [2] mw.access.remote_read 0x1 yes",
                "RXE|208|" + RXE_BIND + "|0x034 [5] mw.access.zero_based 0x1 yes",
                "RXE|212|0c:02000000 10:08000000 b8:04000000 d0:11223344|0x0d0 [31:0] bytes 11223344 4 bytes"
            })
    void shouldNameTheWordsOfASendRequest(CardFormat card, int size, String pieces, String line)
            throws DecodeException {
        List<String> lines = lines(card.send(bytes(size, pieces), WqeTransport.RC));
        assertTrue(lines.contains(line), () -> line + "\nis not in\n" + String.join("\n", lines));
    }

    @Test
    void shouldShowTheLinkOfAReceiveOfAnSrq() throws DecodeException {
        byte[] linked = bytes(32, "02:0005 10:00000040 14:00000207 18:0000000000abc000");
        List<String> lines = lines(CardFormat.MLX4.receive(linked, true));
        assertTrue(lines.contains("0x002 [15:0] next_wqe_index 0x0005 5"), lines.toString());
        assertTrue(lines.contains("0x010 [31:0] byte_count 0x00000040 64 bytes"), lines.toString());
    }

    @Test
    void shouldShowAnAddressOfDatagramsOnly() throws DecodeException {
        byte[] send = bytes(208, "0c:02000000 18:11000000 24:05000000");
        assertTrue(lines(CardFormat.RXE.send(send, WqeTransport.UD)).contains("0x024 [31:0] ud.ah_num 0x00000005 5"));
        assertFalse(DecodedText.of(CardFormat.RXE.send(send, WqeTransport.RC)).contains("ud."));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "MLX4|48|00:00000010 04:00000207 10:00000000 14:00000100|0x000 piece 0 (16 bytes)",
                "MLX4|48|00:00000010 04:00000207 10:00000000 14:00000100|0x010 end of the pieces (16 bytes)",
                "HNS|48|00:10000000 04:07020000|0x010 end of the pieces (16 bytes)",
                "EFA|16|00:00c0ab0000000000 08:0900 0a:4000 0c:070200c0|0x000 piece 0 (16 bytes)",
                "RXE|56|00:0900000000000000 1c:01000000 28:00c0ab0000000000 30:40000000 34:07020000"
                        + "|0x028 piece 0 (16 bytes)",
                "RXE|56|00:0900000000000000 1c:01000000 28:00c0ab0000000000 30:40000000 34:07020000"
                        + "|0x034 [31:0] lkey 0x00000207 index 0x000002, tag 0x07"
            })
    void shouldNameThePiecesOfAReceive(CardFormat card, int size, String pieces, String line) throws DecodeException {
        List<String> lines = lines(card.receive(bytes(size, pieces), false));
        assertTrue(lines.contains(line), () -> line + "\nis not in\n" + String.join("\n", lines));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "MLX4|32|00:00000081 18:0003 1f:48|0x01f [6] owner_sr_opcode.send 0x1 of a send request",
                "MLX4|32|00:00000081 18:0003 1f:48|0x01f [4:0] owner_sr_opcode.opcode 0x08 RDMA_WRITE",
                "MLX4|32|00:00000081 04:00000203 1f:03|0x004 [31:0] immed_rss_invalid 0x00000203 index 0x000002, tag"
                        + " 0x03",
                "HNS|64|00:c2000300 0c:81000000 10:40000000|0x000 [4:0] byte_4.opcode 0x02 RECEIVE_SEND_IMM",
                "HNS|32|00:83130300 0c:81000000|0x001 [7:0] byte_4.status 0x13 REMOTE_ACCESS",
                "MLX4|32|00:00000081 1b:13 1f:5e|0x000 mlx4 completion, error (32 bytes)",
                "MLX4|32|00:00000081 1b:13 1f:5e|0x01b [7:0] syndrome 0x13 REMOTE_ACCESS",
                "EFA|16|00:0700 03:03 04:4000|0x003 [1] flags.q_type.send 0x1 of a send request",
                "EFA|16|00:0700 02:05 03:03 04:4000|0x002 [7:0] status 0x05 LOCAL_PROTECTION",
                "EFA|16|00:0700 03:0d 04:4000 0c:4d000000|0x00c [31:0] imm 0x0000004d immediate data",
                "RXE|48|00:09 0c:80000000 1c:81000000 24:02000000|0x00c [31:0] opcode 0x00000080 RECEIVE_SEND",
                "RXE|48|00:09 0c:80000000 18:0000004d 1c:81000000 24:02000000"
                        + "|0x018 [31:0] ex.imm_data 0x0000004d immediate data",
                "RXE|48|00:09 08:0a000000 1c:81000000|0x008 [31:0] status 0x0000000a REMOTE_ACCESS"
            })
    void shouldNameTheWordsOfACompletion(CardFormat card, int size, String pieces, String line) throws DecodeException {
        List<String> lines = lines(card.completion(bytes(size, pieces)));
        assertTrue(lines.contains(line), () -> line + "\nis not in\n" + String.join("\n", lines));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "MLX4|63|00:0000000a|the fixed part of a mlx4 send request takes 64 bytes from offset 0x000 on,"
                        + " but the input ends at 0x03f",
                "RXE|208|0c:02000000 c4:02000000|piece 0 takes 16 bytes from offset 0x0d0 on, but the input ends at"
                        + " 0x0d0",
                "RXE|208|0c:02000000 10:08000000 b8:40000000"
                        + "|the request says that it has 64 bytes of inline data, but there is room for 0",
                "RXE|208|0c:02000000 c4:ffffffff|"
            })
    void shouldRefuseWhatDoesNotFit(CardFormat card, int size, String pieces, String message) throws DecodeException {
        byte[] input = bytes(size, pieces);
        if (message == null) {
            assertEquals(
                    List.of("The request says that it ends before its data begin."),
                    card.send(input, WqeTransport.RC).notes());
        } else {
            DecodeException refused = assertThrows(DecodeException.class, () -> card.send(input, WqeTransport.RC));
            assertEquals(message, refused.getMessage());
        }
    }
}
