package dev.fenestra.vendor.mlx.user;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.hw.sim.manual.DoorbellRecord;
import dev.fenestra.vendor.mlx.testing.FakeMemory;
import dev.fenestra.vendor.mlx.testing.Vector;
import dev.fenestra.vendor.mlx.testing.VectorFile;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SrqVectorTest {
    private final FakeMemory memory = new FakeMemory();
    private final DoorbellRecords records = new DoorbellRecords(memory);
    private final DoorbellRecords.Record record = records.take();

    static Stream<Vector> vectors() {
        return VectorFile.read("srq-vectors.json").stream();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("vectors")
    void shouldDoStepByStepWhatTheVectorSays(Vector vector) {
        Vector part = vector.object("srq");
        SrqSizes sizes = SrqSizes.of(
                part.number("requested_max_wr"),
                part.number("requested_max_gs"),
                part.number("device_max_srq_recv_wr"));
        QueueBuffer buffer = new QueueBuffer(memory, (long) sizes.wqes() << sizes.logStride());
        MlxSrq srq = new MlxSrq(buffer, sizes, new QueueLock(true), records, record);
        checkInitial(part.object("initial"), sizes, srq);

        for (Vector step : vector.objects("steps")) {
            int errno = 0;
            int done = 0;
            switch (step.text("op")) {
                case "post" -> {
                    List<Vector> wrs = step.objects("wrs");
                    while (errno == 0 && done < wrs.size()) {
                        Vector wr = wrs.get(done);
                        errno = srq.post(wr.hex("wr_id"), ReceiveQueueVectorTest.pieces(wr));
                        done += errno == 0 ? 1 : 0;
                    }
                    assertEquals(step.object("expect").number("bad_wr_index", wrs.size()), done);
                }
                case "complete" -> IntStream.of(step.numbers("indexes")).forEach(srq::completed);
                case "odp_fault" -> srq.repost(step.number("index"));
                default -> throw new IllegalArgumentException(step.text("op"));
            }
            assertEquals(step.object("expect").number("rc"), errno);
            check(step.object("expect"), sizes, buffer, srq);
        }
    }

    private static void checkInitial(Vector initial, SrqSizes sizes, MlxSrq srq) {
        assertEquals(initial.number("wqe_shift"), sizes.logStride());
        assertEquals(initial.number("max_gs"), sizes.maxSge());
        assertEquals(initial.number("total_wqes"), sizes.wqes());
        assertEquals(initial.number("main_list_wqes"), sizes.listed());
        assertEquals(initial.number("head"), srq.head);
        assertEquals(initial.number("tail"), srq.tail);
        assertEquals(initial.number("waitq_head"), srq.waitHead);
        assertEquals(initial.number("waitq_tail"), srq.waitTail);
        assertArrayEquals(
                initial.numbers("next_wqe_index"),
                IntStream.range(0, sizes.wqes()).map(srq::next).toArray());
    }

    private void check(Vector expect, SrqSizes sizes, QueueBuffer buffer, MlxSrq srq) {
        for (Vector wqe : expect.objects("changed_wqes")) {
            int index = wqe.number("srq_index");
            String bytes = wqe.text("wqe_hex");
            assertEquals(
                    bytes,
                    HexFormat.of().formatHex(QueueBench.bytes(buffer, index << sizes.logStride(), bytes.length() / 2)));
            if (index != srq.head) {
                assertEquals(wqe.hex("saved_wr_id"), srq.wrId(index));
            }
        }
        assertEquals(expect.number("head"), srq.head);
        assertEquals(expect.number("tail"), srq.tail);
        assertEquals(expect.number("waitq_head"), srq.waitHead);
        assertEquals(expect.number("waitq_tail"), srq.waitTail);
        assertEquals(expect.number("main_list_wqes"), srq.listed);
        assertEquals(expect.number("counter"), srq.counter());
        assertEquals(
                expect.word("doorbell_record"),
                DoorbellRecord.observe(DoorbellRecord.RECEIVE, record.segment(), record.offset()));
    }

    @Test
    void shouldRunAsManyVectorsAsPromised() {
        assumeTrue(VectorFile.otherFolder() == null, "other folders have other counts");

        assertEquals(7, vectors().count());
    }
}
