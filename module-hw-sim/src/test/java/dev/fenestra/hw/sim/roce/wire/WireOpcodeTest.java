package dev.fenestra.hw.sim.roce.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.testing.TextTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class WireOpcodeTest {
    private static final Map<String, Integer> HEADER_BITS = Map.of(
            "XRC_ETH", OpcodeMask.XRC_ETH,
            "DETH", OpcodeMask.DETH,
            "FETH", OpcodeMask.FETH,
            "RETH", OpcodeMask.RETH,
            "ATOMIC_ETH", OpcodeMask.ATOMIC_ETH,
            "AETH", OpcodeMask.AETH,
            "ATOMIC_ACK_ETH", OpcodeMask.ATOMIC_ACK_ETH,
            "IMM_DT", OpcodeMask.IMM_DT,
            "IETH", OpcodeMask.IETH);

    /** Sizes in the table of headers of the specification. */
    private static final Map<String, Integer> HEADER_BYTES = Map.of(
            "XRC_ETH",
            4,
            "DETH",
            8,
            "FETH",
            4,
            "RETH",
            16,
            "ATOMIC_ETH",
            28,
            "AETH",
            4,
            "ATOMIC_ACK_ETH",
            8,
            "IMM_DT",
            4,
            "IETH",
            4);

    @Test
    void shouldHaveExactlyTheOpcodesOfTheSpecification() throws IOException {
        List<String> numbers = new ArrayList<>();
        for (String[] row : rows()) {
            numbers.add(row[0] + " " + row[1]);
        }
        assertEquals(
                numbers,
                Arrays.stream(WireOpcode.values())
                        .map(opcode -> String.format("0x%02x %s", opcode.number(), opcode))
                        .toList());
    }

    @Test
    void shouldLayOutTheHeadersOfEveryOpcode() throws IOException {
        for (String[] row : rows()) {
            int opcode = Integer.decode(row[0]);
            int offset = 12;
            int headers = 0;
            for (String header : Arrays.asList(row).subList(2, row.length)) {
                int bit = Objects.requireNonNull(HEADER_BITS.get(header));
                assertEquals(offset, WireOpcode.offsetOf(opcode, bit), row[1] + " " + header);
                offset += Objects.requireNonNull(HEADER_BYTES.get(header));
                headers |= bit;
            }
            assertEquals(headers, WireOpcode.maskOf(opcode) & 0x1ff, row[1]);
            assertEquals(offset, WireOpcode.headerBytesOf(opcode), row[1]);
        }
    }

    @Test
    void shouldAnswerFromTheFlatTablesAsFromTheRows() {
        int known = 0;
        for (int opcode = 0; opcode < 256; opcode++) {
            WireOpcode row = WireOpcode.of(opcode);
            assertEquals(row == null ? 0 : row.mask(), WireOpcode.maskOf(opcode));
            assertEquals(row == null ? 0 : row.headerBytes(), WireOpcode.headerBytesOf(opcode));
            if (row != null) {
                assertEquals(opcode, row.number());
                known++;
            }
        }
        assertEquals(WireOpcode.values().length, known);
    }

    @Test
    void shouldNotKnowOpcodesOfOtherServices() {
        for (int opcode : new int[] {0x15, 0x18, 0x40, 0x60, 0x81, 0xb5, 0xbc, 0xff}) {
            assertNull(WireOpcode.of(opcode));
            assertEquals(0, WireOpcode.maskOf(opcode));
            assertEquals(0, WireOpcode.headerBytesOf(opcode));
        }
    }

    @Test
    void shouldPlaceEveryPacketOnceInItsMessage() {
        for (WireOpcode opcode : WireOpcode.values()) {
            boolean named =
                    opcode.has(OpcodeMask.MIDDLE) != (opcode.has(OpcodeMask.START) || opcode.has(OpcodeMask.END));
            assertTrue(named, opcode.name());
            assertEquals(opcode.name().contains("_FIRST"), has(opcode, OpcodeMask.START, OpcodeMask.END));
            assertEquals(opcode.name().contains("_MIDDLE"), opcode.has(OpcodeMask.MIDDLE), opcode.name());
            assertEquals(opcode.name().contains("_LAST"), has(opcode, OpcodeMask.END, OpcodeMask.START));
        }
    }

    @Test
    void shouldSortEveryPacketToOneSideAndOneKind() {
        int kinds = OpcodeMask.SEND
                | OpcodeMask.WRITE
                | OpcodeMask.READ_REQUEST
                | OpcodeMask.READ_RESPONSE
                | OpcodeMask.ACK
                | OpcodeMask.ATOMIC
                | OpcodeMask.ATOMIC_ACK
                | OpcodeMask.FLUSH
                | OpcodeMask.ATOMIC_WRITE;
        for (WireOpcode opcode : WireOpcode.values()) {
            boolean response =
                    opcode.name().contains("RESPONSE") || opcode.name().contains("ACKNOWLEDGE");
            assertEquals(response, opcode.has(OpcodeMask.RESPONSE), opcode.name());
            assertEquals(!response, opcode.has(OpcodeMask.REQUEST), opcode.name());
            assertEquals(1, Integer.bitCount(opcode.mask() & kinds), opcode.name());
        }
    }

    @Test
    void shouldTakeReceiveWqeAtStartOfSendAndAtImmediateOfWrite() {
        for (WireOpcode opcode : WireOpcode.values()) {
            boolean takes = opcode.has(OpcodeMask.SEND) && opcode.has(OpcodeMask.START)
                    || opcode.has(OpcodeMask.WRITE) && opcode.has(OpcodeMask.IMM_DT);
            assertEquals(takes, opcode.has(OpcodeMask.RECEIVE), opcode.name());
        }
    }

    @Test
    void shouldSplitOpcodeInServiceAndOperation() {
        assertEquals(Service.UC, Service.of(WireOpcode.UC_RDMA_WRITE_LAST.number()));
        assertEquals(Operation.RDMA_WRITE_LAST, Operation.of(WireOpcode.UC_RDMA_WRITE_LAST.number()));
        assertSame(WireOpcode.UD_SEND_ONLY, WireOpcode.of(Service.UD | Operation.SEND_ONLY));
    }

    private static boolean has(WireOpcode opcode, int with, int without) {
        return opcode.has(with) && !opcode.has(without);
    }

    private static List<String[]> rows() throws IOException {
        return TextTable.read(WireOpcodeTest.class, "opcodes.txt");
    }
}
