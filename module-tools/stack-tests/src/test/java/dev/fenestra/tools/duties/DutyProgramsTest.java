package dev.fenestra.tools.duties;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.observe.rules.JavaPrograms;
import java.net.MalformedURLException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Short programs, of which half break one duty each. What is found must be just that. */
class DutyProgramsTest {
    private static final String JAVA = "java";

    @TempDir
    private Path folder;

    @Test
    void shouldFindInEachJavaProgramTheDutyThatItBreaksAndNothingElse() throws Exception {
        List<DutyProgram> all = DutyProgram.all().stream()
                .filter(program -> program.language().equals(JAVA))
                .toList();
        List<String> wrong = new ArrayList<>();
        try (JavaPrograms programs = compiled(all)) {
            for (DutyProgram program : all) {
                List<String> said = programs.run(program.name());
                if (!isAsExpected(program, found(said))) {
                    wrong.add(program.name() + ":\n" + String.join("\n", said));
                }
            }
        }
        assertTrue(wrong.isEmpty(), () -> wrong.size() + " of " + all.size() + ":\n" + String.join("\n\n", wrong));
    }

    private JavaPrograms compiled(List<DutyProgram> all) throws MalformedURLException {
        Map<String, String> texts = new LinkedHashMap<>();
        all.forEach(program -> texts.put(program.name(), program.text()));
        return new JavaPrograms(texts, folder);
    }

    /** Advice about other duties does not count: short programs are not meant to be thrifty. */
    private static boolean isAsExpected(DutyProgram program, Set<Duty> found) {
        Set<Duty> grave = EnumSet.noneOf(Duty.class);
        found.stream().filter(duty -> duty.level() != DutyLevel.ADVICE).forEach(grave::add);
        grave.removeAll(program.also());
        grave.remove(program.duty());
        return found.contains(program.duty()) == program.isBroken() && grave.isEmpty();
    }

    private static Set<Duty> found(List<String> said) {
        Set<Duty> found = EnumSet.noneOf(Duty.class);
        for (String line : said) {
            Duty.of(line.split(" ", 2)[0]).ifPresent(found::add);
        }
        return found;
    }

    @Test
    void shouldHaveABrokenAndARightProgramOfEachDutyInEachLanguageThatIsSeen() {
        for (Duty duty : Duty.values()) {
            DutyText text = DutyText.of(duty);
            for (String language : List.of(JAVA, "c")) {
                boolean isSeen = !(language.equals(JAVA) ? text.java() : text.c()).startsWith("not seen");
                List<DutyProgram> programs = DutyProgram.of(duty).stream()
                        .filter(program -> program.language().equals(language))
                        .toList();
                assertEquals(isSeen, programs.stream().anyMatch(DutyProgram::isBroken), duty.id() + " " + language);
                assertEquals(isSeen, programs.stream().anyMatch(it -> !it.isBroken()), duty.id() + " " + language);
            }
        }
        assertTrue(DutyProgram.all().size() >= 80);
    }
}
