package dev.fenestra.vendor.mlx.user;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.vendor.mlx.testing.Vector;
import dev.fenestra.vendor.mlx.testing.VectorEdit;
import dev.fenestra.vendor.mlx.testing.VectorPlan;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.AssertionFailedError;

/**
 * The tests of vectors take all that the format can say, not only what the vectors at hand say; and miss nothing by it.
 */
class VectorHarnessTest {
    private static final String RAW_ZEROES = "0000000000000000";

    private static void passes(VectorEdit edit) {
        Vector vector = edit.vector();
        assertDoesNotThrow(() -> SendVectorCheck.check(vector), vector.name());
    }

    private static void fails(VectorEdit edit) {
        Vector vector = edit.vector();
        assertThrows(AssertionFailedError.class, () -> SendVectorCheck.check(vector), vector.name());
    }

    private static VectorEdit blueFlame() {
        return VectorEdit.of("send.json", "/expect/blueflame", true);
    }

    @ParameterizedTest
    @CsvSource({"1, 0, 256", "5, 256, 256", "7, 0, 512", "12, 512, 512", "3, 64, 64", "2, 1024, 1024", "6, 128, 128"})
    void shouldTakeTheRegisterFromTheVector(int number, int offset, int size) {
        VectorEdit plain = VectorEdit.of("send.json", "rc-send-1sge-ps")
                .set("/qp/bf/uuarn", number)
                .set("/qp/bf/offset", offset)
                .set("/qp/bf/buf_size", size)
                .set("/expect/uar_offset", offset)
                .set("/expect/qp_after/bf_offset", offset ^ size);

        passes(plain);
        fails(plain.set("/expect/uar_offset", offset ^ size));
        fails(plain.set("/expect/qp_after/bf_offset", offset));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 5, 15, 31})
    void shouldTakeTheRegisterOfABlueFlameFromTheVector(int number) {
        passes(blueFlame().set("/qp/bf/uuarn", number));
    }

    @Test
    void shouldSeeThatTheSharedRegisterTakesNoWholeWqe() {
        fails(blueFlame().set("/qp/bf/uuarn", 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"err-inline-too-long", "err-too-many-sge-wb", "err-bind-length-over-2GiB-wb"})
    void shouldIgnoreWhatARefusedRequestLeavesWhereTheVectorSaysThatItLeavesSome(String name) {
        VectorEdit refused = VectorEdit.of("send-errors.json", name);

        passes(refused.set(
                "/expect/stray_bytes_note",
                "the failed WR left 33 byte(s) written in the SQ at offset 3.. without advancing cur_post"));
        fails(refused.remove("/expect/stray_bytes_note"));
    }

    @Test
    void shouldIgnoreRegisterBytesThatCameFromTheRing() {
        VectorEdit second = VectorEdit.of("send-errors.json", "err-inline-too-long-second");

        passes(second.set("/expect/uar_hex", "ffffffffffffffff"));
        fails(second.set("/expect/uar_hex", "ffffffffffffffff")
                .set("/expect/uar_written_from_sq_mask_hex", "ffffffffffffffff"));
    }

    @Test
    void shouldStillCompareWqesRecordsAndStateOfARefusedList() {
        VectorEdit second = VectorEdit.of("send-errors.json", "err-inline-too-long-second");

        fails(second.set("/expect/wqes/0/wqe_hex", "0".repeat(64)));
        fails(second.set("/expect/doorbell_record", "00000002"));
        fails(second.set("/expect/qp_after/head", 2));
        fails(second.set("/expect/rc", 22));
    }

    @Test
    void shouldExpectABindOfLengthZeroWithTagZeroToAskForAFreeWindow() {
        VectorEdit bind = VectorEdit.of("send.json", "rc-bind-mw2-zero-length")
                .edit("/wr/bind_mw/new_rkey", VectorHarnessTest::tagZero);
        String invalidate = VectorEdit.hex(bind.text("/expect/wqe_hex"), 71, "00");

        passes(bind.set("/expect/wqe_hex", invalidate));
        fails(bind.set("/expect/wqe_hex", VectorEdit.hex(invalidate, 16, "90")));
        fails(bind);
    }

    private static String tagZero(String key) {
        return key.substring(0, key.length() - 2) + "00";
    }

    @Test
    void shouldRefuseOnlyTheBindInQuestionOfAList() {
        VectorEdit chain = VectorEdit.of("send-chains.json", "chain-two-binds-ps");
        VectorEdit foreign = chain.set("/wrs/1/bind_mw/new_rkey", "0x00000101");

        passes(foreign);
        fails(foreign.set("/expect/wqes/0/wqe_hex", "0".repeat(384)));
    }

    @Test
    void shouldPostABindOfLengthZeroWithoutARegion() {
        passes(VectorEdit.of("send.json", "rc-bind-mw2-zero-length").set("/wr/bind_mw/mr", null));
        passes(VectorEdit.of("send.json", "rc-bind-mw2-zero-length-wb").set("/wr/bind_mw/mr", null));
    }

    @Test
    void shouldKnowRightsThatNoWindowHas() {
        VectorEdit bind = VectorEdit.of("send.json", "rc-bind-mw2-zero-length")
                .set("/wr/bind_mw/mw_access_flags", List.of("HUGETLB", "SOME_OTHER_RIGHT"));

        passes(bind);
        assertEquals(VectorPlan.Kind.EXCEPTED, SendPlan.of(bind.vector()).kind());
    }

    @ParameterizedTest
    @ValueSource(strings = {"RESET", "INIT", "RTR"})
    void shouldRefuseInEachStateBeforeRts(String state) {
        passes(VectorEdit.of("send-errors.json", "err-not-rts").set("/qp/state", state));
    }

    @Test
    void shouldPostInErr() {
        passes(VectorEdit.of("send.json", "rc-send-1sge-ps").set("/qp/state", "ERR"));
    }

    @ParameterizedTest
    @CsvSource({"mwdebug-addr-0, true", "mwdebug-ends-after-mr, true", "mwdebug-good-type1, false"})
    void shouldTakeADebugVectorWithoutARegion(String name, boolean isRefused) {
        VectorEdit debug = VectorEdit.of("bind-mw-debug-checks.json", name).set("/wr/bind_mw/mr", null);
        if (isRefused) {
            assertDoesNotThrow(() -> SendVectorCheck.checkDebug(debug.vector()));
        } else {
            assertThrows(AssertionFailedError.class, () -> SendVectorCheck.checkDebug(debug.vector()));
        }
    }

    @Test
    void shouldNotExcuseADebugVectorThatTheDebugBuildAccepts() {
        VectorEdit good =
                VectorEdit.of("bind-mw-debug-checks.json", "mwdebug-good").set("/expect/uar_hex", RAW_ZEROES);

        assertThrows(AssertionFailedError.class, () -> SendVectorCheck.checkDebug(good.vector()));
    }
}
