package dev.fenestra.vendor.mlx.user;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.vendor.mlx.testing.VectorEdit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.AssertionFailedError;

/**
 * What the tests of SRQ vectors leave open where the order of freed WQEs is another, and what they compare
 * nevertheless.
 */
class SrqHarnessTest {
    private static final String FILE = "srq-vectors.json";

    private static void passes(VectorEdit edit) {
        SrqVectorCheck check = new SrqVectorCheck(edit.vector(), false);
        assertDoesNotThrow(check::check);
    }

    private static void fails(VectorEdit edit) {
        SrqVectorCheck check = new SrqVectorCheck(edit.vector(), false);
        assertThrows(AssertionFailedError.class, check::check);
    }

    /** A vector whose queue relinks in another order, under one of the names that may. */
    private static VectorEdit relinked(String name) {
        return VectorEdit.of(FILE, "srq-free-out-of-order").set("/name", name);
    }

    @ParameterizedTest
    @CsvSource({
        "srq-wrap-and-reuse, true",
        "srq-wrap-and-reuse-3, true",
        "srq-odp-fault-repost, true",
        "srq-odp-fault-twice, true",
        "srq-free-out-of-order, false",
        "srq-1sge, false"
    })
    void shouldExcuseTheNamesThatAreListedOnly(String name, boolean isExcused) {
        assertTrue(SrqVectorCheck.isRelinked(relinked(name).vector()) == isExcused);
    }

    @ParameterizedTest
    @ValueSource(strings = {"srq-wrap-and-reuse", "srq-odp-fault-after-reuse"})
    void shouldLeaveOpenWhereReceivesLieWhenFreedWqesAreRelinkedInAnotherOrder(String name) {
        VectorEdit last = relinked(name).set("/steps/4/expect/head", 1).set("/steps/4/expect/tail", 2);

        passes(last);
        fails(last.set("/name", "srq-free-out-of-order"));
    }

    @Test
    void shouldLeaveOpenWhichWqeTakesAReceive() {
        VectorEdit other = relinked("srq-wrap-and-reuse").setInAll("/steps/4/expect/changed_wqes", "/srq_index", 7);

        passes(other);
        fails(other.set("/name", "srq-free-out-of-order"));
    }

    @ParameterizedTest
    @CsvSource({"counter, 99", "main_list_wqes, 5", "rc, 12"})
    void shouldCompareAllThatDoesNotDependOnTheOrder(String field, int value) {
        fails(relinked("srq-wrap-and-reuse").set("/steps/4/expect/" + field, value));
    }

    @Test
    void shouldCompareThePiecesOfEachReceiveWhereverItLies() {
        VectorEdit edit = relinked("srq-wrap-and-reuse");
        String bytes = edit.text("/steps/4/expect/changed_wqes/0/wqe_hex");

        passes(edit);
        fails(edit.set("/steps/4/expect/changed_wqes/0/wqe_hex", VectorEdit.hex(bytes, 17, "ee")));
    }

    @Test
    void shouldRunWithoutAWaitQueueWhereTheDeviceHasNoRoomForOne() {
        passes(VectorEdit.of(FILE, "srq-1sge")
                .set("/srq/device_max_srq_recv_wr", 6)
                .set("/srq/initial/total_wqes", 4)
                .set("/srq/initial/waitq_head", -1)
                .set("/srq/initial/waitq_tail", -1)
                .set("/srq/initial/next_wqe_index", List.of(1L, 2L, 3L, 0L))
                .setInAll("/steps", "/expect/waitq_head", -1)
                .setInAll("/steps", "/expect/waitq_tail", -1));
    }
}
