package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.tools.bridge.PyverbsRun.Outcome;
import dev.fenestra.tools.bridge.PyverbsRun.Verdict;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PyverbsRunTest {
    private static final String SAID = """
        test_create_ah (tests.test_addr.AHTest.test_create_ah)
        Test ibv_create_ah. ... ok
        test_mw_type1 (tests.test_mr.MWTest.test_mw_type1) ... ERROR
        test_resize_cq (tests.test_cq.CQTest.test_resize_cq)
        Test a resize ... a warning of a library
        skipped "Device caps doesn't support it"
        test_xrc (tests.test_atomic.AtomicTest.test_xrc) ... skipped 'Create XRCD is not supported'

        ======================================================================
        ERROR: test_mw_type1 (tests.test_mr.MWTest.test_mw_type1)
        ----------------------------------------------------------------------
        Ran 4 tests in 0.1s

        FAILED (errors=1, skipped=2)
        """;

    @Test
    void shouldTellHowEachTestEnded() {
        PyverbsRun run = PyverbsRun.parse(SAID);

        assertEquals(
                List.of(
                        new Verdict("addr", "create_ah", Outcome.PASSED, ""),
                        new Verdict("mr", "mw_type1", Outcome.FAILED, ""),
                        new Verdict("cq", "resize_cq", Outcome.SKIPPED, "Device caps doesn't support it"),
                        new Verdict("atomic", "xrc", Outcome.SKIPPED, "Create XRCD is not supported")),
                run.verdicts());
        assertEquals(Set.of("mr.mw_type1"), run.failed());
    }

    @Test
    void shouldTakeNoRunWhoseTestsItCannotAllTell() {
        assertThrows(IllegalArgumentException.class, () -> PyverbsRun.parse(SAID.replace("Ran 4", "Ran 5")));
        assertThrows(IllegalArgumentException.class, () -> PyverbsRun.parse(SAID.replace("errors=1", "errors=2")));
    }
}
