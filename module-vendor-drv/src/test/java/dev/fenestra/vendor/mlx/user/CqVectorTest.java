package dev.fenestra.vendor.mlx.user;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.hw.sim.mlx5.prm.DoorbellRecord;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.vendor.mlx.testing.Vector;
import dev.fenestra.vendor.mlx.testing.VectorFile;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CqVectorTest {
    private static final int ARM_OFFSET = 32;
    private static final int DEVICE_SRQ_LIMIT = 32767;

    static Stream<Vector> vectors() {
        return VectorFile.read("cqe-vectors.json").stream();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("vectors")
    void shouldMakeOfCqesWhatTheVectorSays(Vector vector) {
        QueueBench bench = bench(vector);
        prepare(vector, bench);

        if (vector.has("cq_clean_before_poll")) {
            bench.cq.clean(bench.ofNumber(vector.object("cq_clean_before_poll").hexInt("qp_num")));
        }
        for (Vector poll : vector.objects("polls")) {
            Completions block = new Completions(poll.number("num_entries"));
            int result = bench.cq.poll(block);
            Vector expect = poll.object("expect");
            assertEquals(expect.number("returned"), result < 0 ? result : block.size());
            List<Vector> wcs = expect.objects("wcs");
            for (int i = 0; i < wcs.size(); i++) {
                checkCompletion(wcs.get(i), block, i);
            }
        }
        checkAfter(vector.object("expect_after"), bench);
        checkArms(vector, bench);
    }

    private static QueueBench bench(Vector vector) {
        Vector cq = vector.object("cq");
        int logEntries = Integer.numberOfTrailingZeros(cq.number("nent"));
        QueueBench bench = new QueueBench(
                vector.object("qp"), new CqLayout(logEntries, cq.number("cqe_size"), cq.number("cqe_version")));
        bench.resume(vector.object("qp"));
        bench.cq.consumer = cq.number("cons_index");
        bench.cq.events = cq.number("arm_sn", 0);
        return bench;
    }

    private static void prepare(Vector vector, QueueBench bench) {
        MlxSendQueue sends = bench.qp.sends();
        for (Vector saved : vector.objects("sq_saved_table")) {
            sends.ring().head = saved.number("wqe_head");
            sends.ring().note(saved.number("index"), saved.hex("wr_id"), 0, saved.number("wr_data"));
        }
        for (Vector saved : vector.objects("rq_saved_table")) {
            bench.qp.receives().remember(saved.number("index"), saved.hex("wr_id"));
        }
        if (vector.has("posted_sends")) {
            assertEquals(0, new SendRequests(bench).post("post_send", vector.objects("posted_sends")));
        }
        for (Vector wr : vector.objects("posted_recvs")) {
            assertEquals(0, bench.qp.receives().post(wr.hex("wr_id"), ReceiveQueueVectorTest.pieces(wr)));
        }
        if (vector.has("srq")) {
            share(vector.object("srq"), bench);
        }
        for (Vector area : vector.objects("memory_before")) {
            byte[] bytes = new byte[area.number("length")];
            Arrays.fill(bytes, area.bytes("fill")[0]);
            bench.memory.map(area.hex("addr"), bytes.length);
            bench.memory.write(area.hex("addr"), bytes);
        }
        for (Vector cqe : vector.objects("cqes")) {
            write(bench, cqe.number("slot"), cqe.bytes("cqe_hex"));
        }
    }

    private static void share(Vector part, QueueBench bench) {
        SrqSizes sizes =
                SrqSizes.of(part.number("requested_max_wr"), part.number("requested_max_gs"), DEVICE_SRQ_LIMIT);
        QueueBuffer buffer = new QueueBuffer(bench.memory, (long) sizes.wqes() << sizes.logStride());
        MlxSrq srq = new MlxSrq(buffer, sizes, MlxQueueLock.of(true), bench.records, bench.records.take());
        for (Vector wr : part.objects("posted")) {
            assertEquals(0, srq.post(wr.hex("wr_id"), ReceiveQueueVectorTest.pieces(wr)));
        }
        bench.srqs.put(part.hexInt("srqn"), srq);
        bench.qp.attach(srq);
    }

    private static void write(QueueBench bench, int slot, byte[] cqe) {
        int at = slot * bench.cqLayout.cqeBytes();
        MemorySegment.copy(
                MemorySegment.ofArray(cqe), 0, bench.cqBuffer.segment(at), bench.cqBuffer.offset(at), cqe.length);
    }

    private static void checkCompletion(Vector wc, Completions block, int i) {
        assertEquals(wc.hex("wr_id"), block.wrId(i), "wr_id");
        assertEquals(WcStatus.of(wc.number("status")), block.status(i), "status");
        assertEquals(wc.hexInt("qp_num"), block.qpNumber(i), "qp_num");
        checkIfGiven(wc, "opcode", block.opcode(i));
        checkIfGiven(wc, "vendor_err", block.vendorError(i));
        checkIfGiven(wc, "byte_len", block.byteLength(i));
        checkIfGiven(wc, "wc_flags", block.flags(i));
        checkIfGiven(wc, "pkey_index", block.pkeyIndex(i));
        checkIfGiven(wc, "slid", block.sourceLid(i));
        checkIfGiven(wc, "sl", block.serviceLevel(i));
        checkIfGiven(wc, "dlid_path_bits", block.pathBits(i));
        if (wc.has("src_qp")) {
            assertEquals(wc.hexInt("src_qp"), block.sourceQpNumber(i), "src_qp");
        }
        if (wc.has("imm_data_be")) {
            assertEquals(wc.word("imm_data_be"), block.immediateOrKey(i), "imm_data");
        }
        if (wc.has("invalidated_rkey")) {
            assertEquals(wc.hexInt("invalidated_rkey"), block.immediateOrKey(i), "invalidated_rkey");
        }
    }

    private static void checkIfGiven(Vector wc, String name, int actual) {
        if (wc.has(name)) {
            assertEquals(wc.number(name), actual, name);
        }
    }

    private static void checkAfter(Vector expect, QueueBench bench) {
        assertEquals(expect.number("cons_index"), bench.cq.consumer, "cons_index");
        assertEquals(
                expect.word("set_ci_doorbell_record"),
                DoorbellRecord.observe(DoorbellRecord.RECEIVE, bench.cqRecord.segment(), bench.cqRecord.offset()),
                "record");
        assertEquals(expect.number("sq_tail"), bench.qp.sends().ring().tail, "sq_tail");
        assertEquals(expect.number("rq_tail"), bench.qp.receives().tail, "rq_tail");
        for (Vector area : expect.objects("memory")) {
            String hex = area.text("hex");
            assertEquals(hex, HexFormat.of().formatHex(bench.memory.read(area.hex("addr"), hex.length() / 2)));
        }
    }

    private static void checkArms(Vector vector, QueueBench bench) {
        for (Vector arm : vector.objects("arm")) {
            if (arm.flag("event_first")) {
                bench.cq.eventTaken();
            }
            bench.cq.created(vector.object("cq").hexInt("cqn"));

            assertEquals(0, bench.cq.arm(arm.flag("solicited_only")));

            Vector expect = arm.object("expect");
            assertEquals(
                    expect.word("arm_doorbell_record"),
                    DoorbellRecord.observe(DoorbellRecord.SEND, bench.cqRecord.segment(), bench.cqRecord.offset()));
            assertEquals(ARM_OFFSET, expect.number("cq_doorbell_uar_offset"));
            assertEquals(
                    expect.text("cq_doorbell_hex"), HexFormat.of().formatHex(bench.page.bytes(ARM_OFFSET, Long.BYTES)));
        }
    }

    @Test
    void shouldRunAsManyVectorsAsPromised() {
        assumeTrue(VectorFile.otherFolder() == null, "other folders have other counts");

        assertEquals(91, vectors().count());
    }
}
