package dev.fenestra.vendor.mlx.abi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.spi.Udata;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class UdataTest {
    private static String hex(MemorySegment segment) {
        return HexFormat.of().formatHex(segment.toArray(ValueLayout.JAVA_BYTE));
    }

    static Stream<Arguments> fields() {
        return Stream.of(
                Arguments.of("total bfregs", ContextUdata.WANTED_REGISTERS, 0, 4),
                Arguments.of("max_cqe_version", ContextUdata.MAX_CQE_VERSION, 16, 1),
                Arguments.of("bf_reg_size", ContextUdata.REGISTER_BYTES, 4, 4),
                Arguments.of("tot_bfregs", ContextUdata.REGISTERS, 8, 4),
                Arguments.of("cache_line_size", ContextUdata.RECORD_SPACING, 12, 4),
                Arguments.of("max_srq_recv_wr", ContextUdata.MAX_SRQ_WQES, 28, 4),
                Arguments.of("srq buffer", SrqUdata.BUFFER, 0, 8),
                Arguments.of("srq record", SrqUdata.RECORD, 8, 8),
                Arguments.of("srq reserved0", SrqUdata.RESERVED_0, 20, 4),
                Arguments.of("srq uidx", SrqUdata.USER_INDEX, 24, 4),
                Arguments.of("srq reserved1", SrqUdata.RESERVED_1, 28, 4),
                Arguments.of("srqn", SrqUdata.SRQN, 0, 4),
                Arguments.of("response_length", ContextUdata.RESPONSE_LENGTH, 40, 4),
                Arguments.of("cqe_version", ContextUdata.CQE_VERSION, 44, 1),
                Arguments.of("cq buffer", CqUdata.BUFFER, 0, 8),
                Arguments.of("cq record", CqUdata.RECORD, 8, 8),
                Arguments.of("cqe_size", CqUdata.CQE_BYTES, 16, 4),
                Arguments.of("cqn", CqUdata.CQN, 0, 4),
                Arguments.of("resize buffer", ResizeCqUdata.BUFFER, 0, 8),
                Arguments.of("resize cqe_size", ResizeCqUdata.CQE_BYTES, 8, 2),
                Arguments.of("qp buffer", QpUdata.BUFFER, 0, 8),
                Arguments.of("qp record", QpUdata.RECORD, 8, 8),
                Arguments.of("sq size", QpUdata.SEND_BLOCKS, 16, 4),
                Arguments.of("rq size", QpUdata.RECEIVE_WQES, 20, 4),
                Arguments.of("log2 rq stride", QpUdata.LOG_RECEIVE_STRIDE, 24, 4),
                Arguments.of("uidx", QpUdata.USER_INDEX, 32, 4),
                Arguments.of("lib_caps", ContextUdata.LIBRARY_CAPABILITIES, 24, 8),
                Arguments.of("clock_info_versions", ContextUdata.CLOCK_INFO_VERSIONS, 47, 1),
                Arguments.of("clock nsec", ClockInfo.NANOS, 8, 8),
                Arguments.of("clock cycles", ClockInfo.CYCLES, 16, 8),
                Arguments.of("clock mult", ClockInfo.MULTIPLIER, 32, 4),
                Arguments.of("clock shift", ClockInfo.SHIFT, 36, 4),
                Arguments.of("clock mask", ClockInfo.MASK, 40, 8),
                Arguments.of("clock overflow_period", ClockInfo.OVERFLOW_PERIOD, 48, 8),
                Arguments.of("bfreg_index", QpUdata.REGISTER, 0, 4));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("fields")
    void shouldWriteAFieldLittleEndianAtItsPlaceOnly(String name, HostField field, int offset, int bytes) {
        MemorySegment udata = Udata.ofBytes(72, 8).request();

        field.set(udata, 0x8877665544332211L);

        StringBuilder expected = new StringBuilder("00".repeat(offset));
        expected.append("1122334455667788", 0, 2 * bytes);
        expected.append("00".repeat(72 - offset - bytes));
        assertEquals(expected.toString(), hex(udata));
        assertEquals(0x8877665544332211L & -1L >>> 64 - 8 * bytes, field.get(udata));
    }

    @Test
    void shouldMapByCommandAndIndexInPages() {
        assertEquals(0x800L << 12, ContextUdata.mapOffset(8, 0));
        assertEquals(0x8ffL << 12, ContextUdata.mapOffset(8, 255));
        assertEquals(0xab08cdL << 12, ContextUdata.mapOffset(8, 0xabcd));
        assertEquals(0xabcd, ContextUdata.mapIndex(ContextUdata.mapOffset(8, 0xabcd)));
    }

    @Test
    void shouldHaveTheSizesOfTheRealStructures() {
        assertEquals(32, ContextUdata.REQUEST_BYTES);
        assertEquals(72, ContextUdata.RESPONSE_BYTES);
        assertEquals(32, CqUdata.REQUEST_BYTES);
        assertEquals(8, CqUdata.RESPONSE_BYTES);
        assertEquals(16, ResizeCqUdata.REQUEST_BYTES);
        assertEquals(0, ResizeCqUdata.RESPONSE_BYTES);
        assertEquals(32, SrqUdata.REQUEST_BYTES);
        assertEquals(8, SrqUdata.RESPONSE_BYTES);
        assertEquals(56, QpUdata.REQUEST_BYTES);
        assertEquals(40, QpUdata.RESPONSE_BYTES);
    }
}
