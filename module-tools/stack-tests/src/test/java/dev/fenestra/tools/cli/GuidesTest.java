package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The list of what {@code mvn -N -Pguides verify} types is that of the guides. */
class GuidesTest {
    private static final Path ROOT = Path.of("..");
    private static final Map<Path, List<Step>> GUIDES = new LinkedHashMap<>();

    /**
     * A line of the list.
     *
     * @param notes the lines below it
     */
    private record Step(char kind, String text, List<String> notes) {
        boolean isOwn() {
            return notes.stream().anyMatch(it -> it.startsWith("own "));
        }

        String one(String word, String other) {
            return notes.stream()
                    .filter(it -> it.startsWith(word + " "))
                    .map(it -> it.substring(word.length() + 1))
                    .findFirst()
                    .orElse(other);
        }
    }

    @BeforeAll
    static void read() throws IOException {
        List<Step> steps = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("src", "guides", "guides.txt"))) {
            if (line.startsWith("== ")) {
                steps = new ArrayList<>();
                GUIDES.put(ROOT.resolve(line.substring(3, line.indexOf(':'))), steps);
            } else if (line.startsWith("  ")) {
                steps.getLast().notes.add(line.strip());
            } else if (!line.isBlank() && !line.startsWith("#")) {
                steps.add(new Step(line.charAt(0), line.substring(2), new ArrayList<>()));
            }
        }
    }

    @Test
    void shouldTypeEachCommandOfAGuideOrSayWhyNot() throws IOException {
        assertEquals(5, GUIDES.size());
        List<String> forgotten = new ArrayList<>();
        for (Map.Entry<Path, List<Step>> guide : GUIDES.entrySet()) {
            List<String> listed = guide.getValue().stream().map(Step::text).toList();
            for (DocCommand shown : DocCommand.in(guide.getKey())) {
                if (!listed.contains(shown.text())) {
                    forgotten.add(shown.toString());
                }
            }
        }
        assertEquals(List.of(), forgotten, "guides.txt lacks them");
    }

    @Test
    void shouldTypeOnlyWhatAGuideShows() throws IOException {
        List<String> invented = new ArrayList<>();
        for (Map.Entry<Path, List<Step>> guide : GUIDES.entrySet()) {
            List<String> shown =
                    DocCommand.in(guide.getKey()).stream().map(DocCommand::text).toList();
            for (Step step : guide.getValue()) {
                if (step.kind != '<' && !step.isOwn() && !shown.contains(step.text)) {
                    invented.add(guide.getKey() + ": " + step.text);
                }
            }
        }
        assertEquals(List.of(), invented, "no page shows them");
    }

    @Test
    void shouldFindEachBlockThatIsSaved() throws IOException {
        int saved = 0;
        for (Map.Entry<Path, List<Step>> guide : GUIDES.entrySet()) {
            for (Step step : guide.getValue()) {
                if (step.kind == '<') {
                    saved++;
                    String page = step.one("of", ROOT.relativize(guide.getKey()).toString());
                    String block = step.one("block", "");
                    assertTrue(Files.readString(ROOT.resolve(page)).contains(block), step.text);
                }
            }
        }
        assertEquals(4, saved);
    }

    @Test
    void shouldSayWhyACommandIsNotTyped() {
        GUIDES.values()
                .forEach(steps -> assertTrue(
                        steps.stream().noneMatch(it -> it.kind == '-' && it.notes.isEmpty()), steps::toString));
    }
}
