package dev.fenestra.vendor.mlx.user;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.mlx5.prm.ControlSegment;
import dev.fenestra.hw.sim.mlx5.prm.DoorbellRecord;
import dev.fenestra.hw.sim.mlx5.prm.UarPage;
import dev.fenestra.vendor.mlx.testing.Vector;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * One vector posted into a ring that was filled with one byte beforehand, and what became of ring, doorbell and
 * software state.
 */
final class SendRun {
    private static final int UNTOUCHED = 0xdeadbeef;
    private static final int REGISTERS_PER_PAGE = 4;
    private static final int REGISTER_BYTES = 512;
    /** The longest WQE: 63 units. */
    private static final int LARGEST_WQE = 1024;

    private final Vector vector;
    private final Vector expect;
    private final QueueBench bench;
    private final SendRequests requests;
    private final int errno;
    private final byte[] ring;

    SendRun(Vector vector, List<Vector> wrs, byte fill) {
        this.vector = vector;
        expect = vector.object("expect");
        bench = QueueBench.of(vector.object("qp"));
        bench.resume(vector.object("qp"));
        int base = bench.sizes.receiveBytes();
        int bytes = bench.sizes.sendBlocks() << SendRing.BLOCK_SHIFT;
        bench.fill(base, bytes, fill);
        bench.record.publish(DoorbellRecord.SEND, UNTOUCHED);
        requests = new SendRequests(bench);
        errno = requests.post(vector.text("api"), wrs);
        ring = bench.bytes(base, bytes);
    }

    byte[] ring() {
        return ring;
    }

    int errno() {
        return errno;
    }

    void checkErrno() {
        assertEquals(expect.number("rc"), errno, "rc");
        assertEquals(expect.number("bad_wr_index", -1), badIndex(), "bad_wr");
    }

    /** Calls with one request have no use for a bad_wr, yet some vectors give it. */
    private int badIndex() {
        boolean single = !vector.text("api").equals("post_send");
        return single ? expect.number("bad_wr_index", -1) : requests.badIndex;
    }

    void checkDoorbell() {
        int counter = DoorbellRecord.observe(DoorbellRecord.SEND, bench.record.segment(), bench.record.offset());
        assertEquals(expect.has("doorbell_record") ? expect.word("doorbell_record") : UNTOUCHED, counter, "record");
        if (!expect.has("uar_hex")) {
            assertEquals(List.of(), bench.page.offsets(), "register");
            return;
        }
        byte[] register = expect.bytes("uar_hex");
        int offset = register() + expect.number("uar_offset");
        assertEquals(List.of(offset), bench.page.offsets(), "register");
        byte[] mask = expect.has("uar_written_from_sq_mask_hex")
                ? expect.bytes("uar_written_from_sq_mask_hex")
                : ones(register.length);
        assertMasked(register, mask, bench.page.bytes(offset, register.length), "register");
        byte[] next = bench.page.bytes(offset + register.length, 64);
        assertArrayEquals(new byte[64], next, "behind the register's bytes");
    }

    /** Where on the page the register lies that the vector names; a vector without a number has the shared one. */
    private int register() {
        Vector qp = vector.object("qp");
        int number = qp.has("bf") ? qp.object("bf").number("uuarn") : 0;
        return UarPage.SEND_DOORBELL + number % REGISTERS_PER_PAGE * REGISTER_BYTES;
    }

    private static byte[] ones(int length) {
        byte[] mask = new byte[length];
        Arrays.fill(mask, (byte) 0xff);
        return mask;
    }

    /**
     * Of a list that we refuse at one of its requests: those before it are posted as the vector says. The builder posts
     * none.
     */
    void checkRequestsBefore(int count) {
        int posted = vector.text("api").equals("wr_builder") ? 0 : count;
        int before = vector.object("qp").object("initial").number("head");
        assertEquals(before + posted, bench.qp.sends().ring().head, "head");
        for (Vector wqe : wqes(expect).subList(0, posted)) {
            byte[] mask = wqe.bytes("written_mask_hex");
            assertMasked(wqe.bytes("wqe_hex"), mask, bytesOf(ring, wqe, mask.length), "WQE before");
        }
    }

    private static byte[] bytesOf(byte[] ring, Vector wqe, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = ring[(wqe.number("sq_offset") + i) % ring.length];
        }
        return bytes;
    }

    void checkState() {
        Vector after = expect.object("qp_after");
        MlxSendQueue queue = bench.qp.sends();
        assertEquals(after.number("cur_post"), queue.ring().posted, "cur_post");
        assertEquals(after.number("head"), queue.ring().head, "head");
        assertEquals(after.number("tail"), queue.ring().tail, "tail");
        assertEquals(after.number("fm_cache"), queue.ring().nextFence, "fm_cache");
        assertEquals(after.number("bf_offset"), bench.qp.register().half, "bf offset");
        if (expect.has("mw_rkey_after")) {
            assertEquals(
                    expect.hexInt("mw_rkey_after"), requests.windows.getFirst().rkey(), "the window's key");
        }
    }

    void checkSaved() {
        for (Vector wqe : wqes(expect)) {
            Vector saved = wqe.object("saved");
            int slot = wqe.number("sq_index");
            SendRing slots = bench.qp.sends().ring();
            assertEquals(saved.hex("wr_id"), slots.wrId(slot), "wr_id");
            assertEquals(saved.number("wqe_head"), slots.headAt(slot), "wqe_head");
            assertEquals(saved.number("wr_data"), slots.localOpcode(slot), "wr_data");
        }
    }

    /** Compares the WQEs byte for byte; the other run's ring had another fill, so that unwritten bytes show. */
    void checkRing(SendRun other) {
        boolean[] explained = new boolean[ring.length];
        for (Vector wqe : wqes(expect)) {
            byte[] bytes = wqe.bytes("wqe_hex");
            byte[] mask = wqe.bytes("written_mask_hex");
            byte[] actual = new byte[bytes.length];
            byte[] written = new byte[bytes.length];
            for (int i = 0; i < bytes.length; i++) {
                int at = (wqe.number("sq_offset") + i) % ring.length;
                actual[i] = ring[at];
                written[i] = (byte) (isWritten(other, at) ? 0xff : 0);
                explained[at] = true;
            }
            assertMasked(bytes, mask, actual, "WQE");
            assertEquals(hex(mask), hex(written), "bytes written");
        }
        checkStray(other, explained);
    }

    /**
     * Outside of the WQEs nothing is written, but where the vector says that a refused request left something: what
     * that is, is the provider's business, as long as it stays in the slots that the refused requests would have had.
     */
    private void checkStray(SendRun other, boolean[] explained) {
        int first = (expect.object("qp_after").number("cur_post") << SendRing.BLOCK_SHIFT & ring.length - 1);
        int refused = SendPlan.wrs(vector).size() - wqes(expect).size();
        int room = expect.has("stray_bytes_note") ? refused * LARGEST_WQE : 0;
        for (int at = 0; at < ring.length; at++) {
            int behind = at - first & ring.length - 1;
            if (!explained[at] && behind >= room && !isPieceOfRefused(at, first)) {
                assertEquals(false, isWritten(other, at), "stray byte at " + at);
            }
        }
    }

    /** The builder of the SPI takes pieces one by one, so those before the one too many are in the refused slot. */
    private boolean isPieceOfRefused(int at, int slot) {
        boolean piecewise = errno != 0 && vector.text("api").equals("wr_builder");
        return piecewise
                && SendPlan.wrs(vector).stream()
                        .anyMatch(wr -> wr.objects("sg_list").size() > 1)
                && at >= slot + ControlSegment.BYTES;
    }

    private boolean isWritten(SendRun other, int at) {
        return ring[at] == other.ring[at];
    }

    static List<Vector> wqes(Vector expect) {
        return expect.has("wqe_hex") ? List.of(expect) : expect.objects("wqes");
    }

    private static void assertMasked(byte[] expected, byte[] mask, byte[] actual, String what) {
        byte[] wanted = expected.clone();
        byte[] found = actual.clone();
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] &= mask[i];
            found[i] &= mask[i];
        }
        assertEquals(hex(wanted), hex(found), what);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
