package dev.fenestra.vendor.mlx.user;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.mlx5.prm.DoorbellRecord;
import dev.fenestra.hw.sim.mlx5.prm.SrqNextSegment;
import dev.fenestra.vendor.mlx.testing.FakeMemory;
import dev.fenestra.vendor.mlx.testing.Vector;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** An SRQ that goes through the steps of a vector. */
final class SrqVectorCheck {
    /**
     * In which order freed WQEs are linked again is the provider's policy, and differs from version to version: it
     * decides which WQE takes a receive, what its link says, and where head and tail are. Vectors of these names depend
     * on it; all else is compared in them too.
     */
    private static final Pattern RELINKED = Pattern.compile("srq-wrap-and-reuse.*|srq-odp-fault-.*");

    private final Vector vector;
    private final boolean isOrdered;
    private final FakeMemory memory = new FakeMemory();
    private final DoorbellRecords records = DoorbellRecords.keeping(memory);
    private final DoorbellRecords.Record record = records.take();
    private final SrqSizes sizes;
    private final QueueBuffer buffer;
    private final MlxSrq srq;
    /** Where our queue has a receive, by its wr_id. */
    private final Map<Long, Integer> places = new HashMap<>();
    /** The wr_id of the receive that the vector has in a WQE. */
    private final Map<Integer, Long> receives = new HashMap<>();

    /**
     * @param isOurs the order of these vectors is known to be ours, whatever their names
     */
    SrqVectorCheck(Vector vector, boolean isOurs) {
        this.vector = vector;
        isOrdered = isOurs || !isRelinked(vector);
        Vector part = vector.object("srq");
        sizes = SrqSizes.of(
                part.number("requested_max_wr"),
                part.number("requested_max_gs"),
                part.number("device_max_srq_recv_wr"));
        buffer = new QueueBuffer(memory, (long) sizes.wqes() << sizes.logStride());
        srq = new MlxSrq(buffer, sizes, MlxQueueLock.of(true), records, record);
    }

    static boolean isRelinked(Vector vector) {
        return RELINKED.matcher(vector.name()).matches();
    }

    void check() {
        checkInitial(vector.object("srq").object("initial"));
        for (Vector step : vector.objects("steps")) {
            int errno = switch (step.text("op")) {
                case "post" -> post(step);
                case "complete" -> {
                    IntStream.of(step.numbers("indexes")).map(this::ours).forEach(srq::completed);
                    yield 0;
                }
                case "odp_fault" -> {
                    fault(ours(step.number("index")));
                    yield 0;
                }
                default -> throw new IllegalArgumentException(step.text("op"));
            };
            assertEquals(step.object("expect").number("rc"), errno, "rc");
            check(step.object("expect"));
        }
    }

    private int post(Vector step) {
        List<Vector> wrs = step.objects("wrs");
        int errno = 0;
        int done = 0;
        while (errno == 0 && done < wrs.size()) {
            Vector wr = wrs.get(done);
            int taken = srq.head;
            errno = srq.post(wr.hex("wr_id"), ReceiveQueueVectorTest.pieces(wr));
            done += errno == 0 ? 1 : 0;
            if (errno == 0) {
                places.put(wr.hex("wr_id"), taken);
            }
        }
        assertEquals(step.object("expect").number("bad_wr_index", errno == 0 ? wrs.size() : done), done, "bad_wr");
        return errno;
    }

    private void fault(int index) {
        int before = srq.counter();
        int taken = srq.head;
        srq.repost(index);
        if (srq.counter() != before) {
            places.put(srq.wrId(index), taken);
        }
    }

    /** Which of our WQEs holds the receive that the vector has at this index. */
    private int ours(int index) {
        Long wrId = receives.get(index);
        return isOrdered || wrId == null ? index : places.getOrDefault(wrId, index);
    }

    private void checkInitial(Vector initial) {
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

    private void check(Vector expect) {
        for (Vector wqe : expect.objects("changed_wqes")) {
            if (isOrdered) {
                checkInPlace(wqe);
            } else {
                checkAnywhere(wqe);
            }
        }
        if (isOrdered) {
            assertEquals(expect.number("head"), srq.head, "head");
            assertEquals(expect.number("tail"), srq.tail, "tail");
            assertEquals(expect.number("waitq_head"), srq.waitHead, "waitq_head");
            assertEquals(expect.number("waitq_tail"), srq.waitTail, "waitq_tail");
        }
        assertEquals(expect.number("main_list_wqes"), srq.listed, "main_list_wqes");
        assertEquals(expect.number("counter"), srq.counter(), "counter");
        assertEquals(
                expect.word("doorbell_record"),
                DoorbellRecord.observe(DoorbellRecord.RECEIVE, record.segment(), record.offset()),
                "record");
    }

    private void checkInPlace(Vector wqe) {
        int index = wqe.number("srq_index");
        String bytes = wqe.text("wqe_hex");
        assertEquals(bytes, HexFormat.of().formatHex(bytesOf(index, bytes.length() / 2)));
        if (index != srq.head) {
            assertEquals(wqe.hex("saved_wr_id"), srq.wrId(index));
        }
    }

    /** A receive lies in one WQE or another, with all its pieces; one that was done with may have been written over. */
    private void checkAnywhere(Vector wqe) {
        long wrId = wqe.hex("saved_wr_id");
        Integer place = places.get(wrId);
        if (place != null && srq.wrId(place) == wrId) {
            receives.put(wqe.number("srq_index"), wrId);
            byte[] expected = pieces(wqe.bytes("wqe_hex"));
            byte[] found = pieces(bytesOf(place, SrqNextSegment.BYTES + expected.length));
            assertEquals(HexFormat.of().formatHex(expected), HexFormat.of().formatHex(found), "pieces");
        }
    }

    private static byte[] pieces(byte[] wqe) {
        return Arrays.copyOfRange(wqe, SrqNextSegment.BYTES, wqe.length);
    }

    private byte[] bytesOf(int index, int length) {
        return QueueBench.bytes(buffer, index << sizes.logStride(), length);
    }
}
