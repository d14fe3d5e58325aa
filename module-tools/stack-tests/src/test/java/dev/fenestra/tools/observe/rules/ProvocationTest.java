package dev.fenestra.tools.observe.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java programs of {@code fenestra why} break the rules that they are shown for. */
class ProvocationTest {
    private final RuleTable table = RuleTable.assemble();

    @Test
    void shouldBreakTheRuleThatEachJavaProgramIsShownFor(@TempDir Path folder) throws Exception {
        Map<String, String> texts = new LinkedHashMap<>();
        programs().forEach(one -> texts.put(one.name(), one.javaProgram()));
        try (JavaPrograms programs = new JavaPrograms(texts, folder)) {
            for (Provocation program : programs()) {
                String said = programs.run(program.name()).toString();
                assertTrue(isBroken(program.rule(), said), program.name() + ": " + said);
            }
        }
    }

    /** Each status and each of the usual errnos has a program. */
    @Test
    void shouldHaveAProgramForEachSymptomThatNamesOne() {
        List<String> examples = RuleAdvice.load().symptoms().stream()
                .map(Symptom::example)
                .filter(id -> !id.isEmpty())
                .toList();
        assertTrue(examples.size() >= 14, examples.toString());
        assertEquals(
                new TreeSet<>(examples),
                new TreeSet<>(programs().stream().map(one -> one.rule().id()).toList()));
    }

    /** A flushed request is no refusal, but its completion has the number of the rule. */
    private static boolean isBroken(RuleEntry rule, String said) {
        return said.contains("[" + rule.id() + "]")
                || said.contains("vendorError=" + rule.vendorError().orElse(-1));
    }

    private List<Provocation> programs() {
        return table.entries().stream()
                .map(Provocation::of)
                .flatMap(Optional::stream)
                .toList();
    }
}
