package dev.fenestra.vendor.mlx.user;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.hw.sim.mlx5.prm.ControlSegment;
import dev.fenestra.vendor.mlx.testing.Vector;
import dev.fenestra.vendor.mlx.testing.VectorFile;
import dev.fenestra.vendor.mlx.testing.VectorPlan;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SendQueueVectorTest {
    static Stream<Vector> vectors() {
        return Stream.of("send.json", "send-chains.json", "send-errors.json")
                .flatMap(file -> VectorFile.read(file).stream());
    }

    static Stream<Vector> debugVectors() {
        return VectorFile.read("bind-mw-debug-checks.json").stream();
    }

    static Stream<Vector> datagramVectors() {
        return VectorFile.read("send.json").stream()
                .filter(vector -> vector.has("wr") && vector.object("wr").has("ud"));
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("vectors")
    void shouldWriteWhatTheVectorSays(Vector vector) {
        SendVectorCheck.check(vector);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("debugVectors")
    void shouldPostWhatOnlyADebugBuildRefuses(Vector vector) {
        SendVectorCheck.checkDebug(vector);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("datagramVectors")
    void shouldPrepareAddressHandlesAsTheVectorSays(Vector vector) {
        Vector ud = vector.object("wr").object("ud");
        QueueBench bench = QueueBench.of(vector.object("qp"));

        SendRequests.path(ud.object("ah")).write(bench.buffer.segment(0), bench.buffer.offset(0), 0, 0);

        byte[] expected = ud.bytes("av_hex");
        expected[8] = (byte) 0x80;
        assertEquals(HexFormat.of().formatHex(expected), HexFormat.of().formatHex(bench.bytes(0, AddressVector.BYTES)));
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("vectors")
    void shouldReadTheControlSegmentAsTheVectorDecodesIt(Vector vector) {
        for (Vector wqe : SendRun.wqes(vector.object("expect"))) {
            MemorySegment bytes = MemorySegment.ofArray(wqe.bytes("wqe_hex"));

            assertEquals(wqe.number("opcode"), ControlSegment.OPCODE.get(bytes, 0));
            assertEquals(wqe.number("opmod"), ControlSegment.OPMOD.get(bytes, 0));
            assertEquals(wqe.number("ds"), ControlSegment.DS.get(bytes, 0));
            assertEquals(wqe.number("wqe_index16"), ControlSegment.WQE_INDEX.get(bytes, 0));
            assertEquals(vector.object("qp").hexInt("qp_num"), ControlSegment.QPN.get(bytes, 0));
        }
    }

    @Test
    void shouldRunAsManyVectorsAsPromised() {
        assumeTrue(VectorFile.otherFolder() == null, "other folders have other counts");

        assertEquals("137 run, 0 excepted, 0 skipped", counts("send.json", SendPlan::of));
        assertEquals("18 run, 0 excepted, 0 skipped", counts("send-chains.json", SendPlan::of));
        assertEquals("27 run, 1 excepted, 0 skipped", counts("send-errors.json", SendPlan::of));
        assertEquals("4 run, 7 excepted, 0 skipped", counts("bind-mw-debug-checks.json", SendPlan::ofDebugBuild));
    }

    private static String counts(String file, Function<Vector, VectorPlan> plans) {
        return VectorPlan.counts(file, plans);
    }
}
