package dev.fenestra.tools.proof.oracle;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.proof.oracle.model.OracleRule;
import dev.fenestra.tools.proof.oracle.model.RuleBook;
import dev.fenestra.tools.proof.oracle.program.WindowForm;
import dev.fenestra.tools.testing.JavaFile;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is printed of a finding is a program: run as it says, it sees the same. */
final class FindingProgramTest {
    private static final long VERBS = 100_000;

    @ParameterizedTest
    @CsvSource({"TYPE_2B, 7, MR_WINDOWS, errno", "TYPE_2B, 8, A7, completion"})
    void shouldDoTheSameWhenRunByItself(WindowForm form, long seed, OracleRule rule, String topic, @TempDir Path folder)
            throws Exception {
        Oracle oracle = new Oracle(form, RuleBook.without(rule));
        Failure failure = oracle.shrink(oracle.explore(seed, VERBS).orElseThrow());

        List<String> printed = JavaFile.run(folder.resolve("Finding.java"), oracle.toJava(failure));

        Difference difference = failure.difference();
        String seen = topic.equals("completion") ? "taken:    " + difference.seen() : "seen:     " + difference.seen();
        assertTrue(difference.topic().equals(topic), difference::toString);
        assertTrue(printed.contains("expected: " + difference.expected()), () -> String.join("\n", printed));
        assertTrue(printed.contains(seen), () -> seen + " is not among\n" + String.join("\n", printed));
    }
}
