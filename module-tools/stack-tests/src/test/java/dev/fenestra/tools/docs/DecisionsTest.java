package dev.fenestra.tools.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pages of decisions are few, dated and listed; each point that the specification leaves open is a whole row. */
class DecisionsTest {
    private static final Path FOLDER =
            Path.of("..").toAbsolutePath().normalize().resolve("docs/decisions");
    private static final Path LIST = FOLDER.resolve("README.md");
    private static final Path TABLE = FOLDER.resolve("open-points.md");
    private static final int MOST_PAGES = 22;
    private static final int LEAST_ROWS = 26;
    private static final Pattern HEAD =
            Pattern.compile("# [^\\n]+\\n\\nDate: \\d{4}-\\d\\d-\\d\\d\\. Status: (accepted|superseded)\\.\\n");
    private static final Pattern ROW = Pattern.compile("\\|( [^|]+ \\|){4}");

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> !file.equals(LIST) && !file.equals(TABLE))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void shouldSayDateAndStatusBelowTheTitle() throws IOException {
        List<Path> without = new ArrayList<>();
        for (Path page : pages()) {
            if (!HEAD.matcher(Files.readString(page)).lookingAt()) {
                without.add(page);
            }
        }
        assertEquals(List.of(), without);
    }

    @Test
    void shouldBeFewPages() throws IOException {
        int pages = pages().size();
        assertTrue(pages > 0 && pages <= MOST_PAGES, pages + " pages: merge those that tell one story");
    }

    @Test
    void shouldListEachPageAndTheTable() throws IOException {
        Set<Path> missing = new HashSet<>(pages());
        missing.add(TABLE);
        DocPage.read(LIST).targets().forEach(missing::remove);
        assertEquals(Set.of(), missing);
    }

    @Test
    void shouldSayOfEachOpenPointWhatIsDoneAndWhyAndWhere() throws IOException {
        List<String> rows = Files.readAllLines(TABLE).stream()
                .filter(line -> line.startsWith("| "))
                .filter(line -> !line.startsWith("| what is open"))
                .toList();
        assertTrue(rows.size() >= LEAST_ROWS, rows.size() + " rows");
        assertEquals(
                List.of(),
                rows.stream().filter(row -> !ROW.matcher(row).matches()).toList());
    }
}
