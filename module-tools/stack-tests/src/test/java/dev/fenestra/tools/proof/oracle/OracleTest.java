package dev.fenestra.tools.proof.oracle;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.fenestra.tools.proof.oracle.model.OracleRule;
import dev.fenestra.tools.proof.oracle.program.WindowForm;
import dev.fenestra.tools.testing.Repeats;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The longest test of all: its two halves run beside each other. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@Execution(ExecutionMode.CONCURRENT)
final class OracleTest {
    private static final long SEED = 1;
    private static final long VERBS_PER_FORM = Repeats.of(75_000, 150_000);

    /** Each rule must refuse at least this many verbs of a form. With fewer, the programs no longer reach the rule. */
    private static final long LEAST = Repeats.of(1, 5);

    private static final Set<OracleRule> OF_2A = EnumSet.of(OracleRule.QP_WINDOWS, OracleRule.QP_WINDOWS_RESET);

    @ParameterizedTest
    @EnumSource
    void randomVerbsDoWhatTheTablesSay(WindowForm form) {
        Oracle oracle = new Oracle(form);
        long start = System.nanoTime();
        oracle.explore(SEED, VERBS_PER_FORM).ifPresent(failure -> fail(() -> oracle.toJava(oracle.shrink(failure))));
        long micros = (System.nanoTime() - start) / 1000;
        System.out.printf(
                "oracle, windows of type %s, seed %d: %,d verbs, %.1f us each%n%s",
                form,
                SEED,
                oracle.tally().verbs(),
                (double) micros / oracle.tally().verbs(),
                oracle.tally());
        assertEveryRuleRefused(oracle, form);
        assertEveryOutcomeOccurred(oracle.tally());
    }

    private static void assertEveryRuleRefused(Oracle oracle, WindowForm form) {
        for (OracleRule rule : OracleRule.values()) {
            boolean isOfOtherForm = form != WindowForm.TYPE_2A && OF_2A.contains(rule);
            long refusals = oracle.rules().refusals(rule);
            assertTrue(isOfOtherForm || refusals >= LEAST, () -> rule + " refused " + refusals + " times");
        }
    }

    private static void assertEveryOutcomeOccurred(Tally tally) {
        List<String> remote = List.of("RDMA_WRITE", "RDMA_READ", "ATOMIC_FETCH_AND_ADD", "ATOMIC_CMP_AND_SWP");
        for (String verb : remote) {
            assertOccurred(tally, verb, "SUCCESS", "REM_ACCESS_ERR", "LOC_PROT_ERR", "WR_FLUSH_ERR", "EINVAL");
        }
        assertOccurred(tally, "SEND", "SUCCESS", "REM_OP_ERR", "REM_INV_REQ_ERR", "RNR_RETRY_EXC_ERR", "RETRY_EXC_ERR");
        assertOccurred(tally, "SEND_WITH_INV", "SUCCESS", "RETRY_EXC_ERR", "REM_OP_ERR");
        assertOccurred(tally, "RDMA_WRITE_WITH_IMM", "SUCCESS", "REM_ACCESS_ERR", "RNR_RETRY_EXC_ERR");
        assertOccurred(tally, "BIND_MW", "SUCCESS", "MW_BIND_ERR", "WR_FLUSH_ERR", "EINVAL", "EOPNOTSUPP");
        assertOccurred(tally, "bind_mw", "SUCCESS", "MW_BIND_ERR", "WR_FLUSH_ERR", "EINVAL", "EPERM", "EOPNOTSUPP");
        assertOccurred(tally, "LOCAL_INV", "SUCCESS", "MW_BIND_ERR", "WR_FLUSH_ERR");
        assertOccurred(tally, "reg_mr", "SUCCESS", "EINVAL", "EFAULT", "EOPNOTSUPP");
        assertOccurred(tally, "rereg_mr", "SUCCESS", "EINVAL", "EBUSY", "EOPNOTSUPP");
        assertOccurred(tally, "dereg_mr", "SUCCESS", "EBUSY");
        assertOccurred(tally, "dealloc_pd", "SUCCESS", "EBUSY");
        assertOccurred(tally, "destroy_cq", "SUCCESS", "EBUSY");
        assertOccurred(tally, "close_device", "SUCCESS", "IllegalStateException");
        assertOccurred(
                tally,
                "(receive completed)",
                "SUCCESS",
                "LOC_PROT_ERR",
                "LOC_LEN_ERR",
                "LOC_ACCESS_ERR",
                "REM_INV_REQ_ERR",
                "WR_FLUSH_ERR");
    }

    private static void assertOccurred(Tally tally, String verb, String... outcomes) {
        for (String outcome : outcomes) {
            long count = tally.count(verb, outcome);
            assertTrue(count >= LEAST, () -> verb + " ended in " + outcome + " " + count + " times\n" + tally);
        }
    }
}
