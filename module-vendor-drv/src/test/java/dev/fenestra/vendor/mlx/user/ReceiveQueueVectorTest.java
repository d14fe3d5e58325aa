package dev.fenestra.vendor.mlx.user;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.hw.sim.mlx5.prm.DoorbellRecord;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.vendor.mlx.testing.Vector;
import dev.fenestra.vendor.mlx.testing.VectorFile;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReceiveQueueVectorTest {
    private static final int SIGNATURE = 4;
    private static final int UNTOUCHED = 0xdeadbeef;

    static Stream<Vector> vectors() {
        return VectorFile.read("recv-vectors.json").stream();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("vectors")
    void shouldWriteWhatTheVectorSays(Vector vector) {
        Vector expect = vector.object("expect");
        QueueBench zeroes = post(vector, (byte) 0);
        QueueBench ones = post(vector, (byte) 0xff);
        boolean signed = vector.object("qp").flag("wq_sig");

        List<Vector> wqes = expect.objects("wqes");
        for (int n = 0; n < wqes.size(); n++) {
            Vector wqe = wqes.get(n);
            byte[] expected = wqe.bytes("wqe_hex");
            if (signed) {
                expected[SIGNATURE] ^= (byte) ofThisPost(vector, n);
            }
            byte[] mask = wqe.bytes("written_mask_hex");
            byte[] found = zeroes.bytes(wqe.number("rq_offset"), expected.length);
            byte[] other = ones.bytes(wqe.number("rq_offset"), expected.length);
            for (int i = 0; i < expected.length; i++) {
                assertEquals(mask[i] != 0, found[i] == other[i], "written at " + i);
                expected[i] &= mask[i];
                found[i] &= mask[i];
            }
            assertEquals(hex(expected), hex(found));
            assertEquals(wqe.hex("wr_id"), zeroes.qp.receives().wrId(wqe.number("rq_index")));
        }
        assertEquals(expect.number("rq_head_after"), zeroes.qp.receives().head);
        assertEquals(
                expect.has("doorbell_record") ? expect.word("doorbell_record") : UNTOUCHED,
                DoorbellRecord.observe(DoorbellRecord.RECEIVE, zeroes.record.segment(), zeroes.record.offset()));
    }

    /**
     * A list is signed with the head at its start throughout; the SPI posts receives one by one, each with a head of
     * its own.
     */
    private static int ofThisPost(Vector vector, int number) {
        int head = vector.object("qp").object("rq").number("head");
        int before = head & 0xffff;
        int now = head + number & 0xffff;
        return before ^ before >>> 8 ^ now ^ now >>> 8;
    }

    private static QueueBench post(Vector vector, byte fill) {
        QueueBench bench = QueueBench.of(vector.object("qp"));
        Vector queue = vector.object("qp").object("rq");
        bench.fill(0, bench.sizes.receiveBytes(), fill);
        bench.qp.receives().head = queue.number("head");
        bench.qp.receives().tail = queue.number("tail");
        bench.record.publish(DoorbellRecord.RECEIVE, UNTOUCHED);

        int errno = 0;
        int done = 0;
        List<Vector> wrs = vector.objects("wrs");
        while (errno == 0 && done < wrs.size()) {
            errno = bench.qp.receives().post(wrs.get(done).hex("wr_id"), pieces(wrs.get(done)));
            done += errno == 0 ? 1 : 0;
        }
        Vector expect = vector.object("expect");
        assertEquals(expect.number("rc"), errno);
        assertEquals(expect.number("bad_wr_index", errno == 0 ? wrs.size() : done), done);
        return bench;
    }

    static SgeList pieces(Vector wr) {
        SgeList pieces = new SgeList();
        for (Vector sge : wr.objects("sg_list")) {
            pieces.add(sge.hexInt("lkey"), sge.hex("addr"), sge.number("length"));
        }
        return pieces;
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void shouldRunAsManyVectorsAsPromised() {
        assumeTrue(VectorFile.otherFolder() == null, "other folders have other counts");

        assertEquals(18, vectors().count());
    }
}
