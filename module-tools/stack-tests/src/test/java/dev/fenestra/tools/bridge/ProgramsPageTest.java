package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The page of real programs has a line for each of them, and no other. Its figures are those of a run by hand. */
class ProgramsPageTest {
    private static final Path PAGE = Path.of("../docs/generated/programs.md");
    private static final int COLUMNS = 7;
    private static final int VERSION = 2;
    private static final int RESULT = 5;

    private static final int FIRST = 2;

    /** The lines of the table below a heading. */
    private static List<String> table(String heading) throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        List<String> below = lines.subList(lines.indexOf(heading) + 1, lines.size());
        List<String> tail =
                below.stream().dropWhile(line -> !line.startsWith("|")).toList();
        return tail.stream().takeWhile(line -> line.startsWith("|")).toList();
    }

    @Test
    void shouldHaveEachPackagedProgramWithItsCommandsAndAResult() throws IOException {
        List<String> lines = table("## As Debian ships them");
        List<PackagedProgram> programs = PackagedProgram.all();
        assertEquals(programs.size(), lines.size() - FIRST, "mvn -Pprograms verify, then copy target/programs.md");
        for (int i = 0; i < programs.size(); i++) {
            String line = lines.get(FIRST + i);
            String[] cells = line.split(" ?\\| ?", COLUMNS + 2);
            String version = cells[VERSION].replaceFirst("^[^ ]+ ?", "");
            assertTrue(line.startsWith(ProgramsPage.head(programs.get(i), version)), line);
            assertTrue(line.endsWith("| " + programs.get(i).remark() + " |"), line);
            assertTrue(cells[RESULT].matches("good|not run: .*"), line);
            assertFalse(cells[RESULT].equals("good") && version.isEmpty(), line);
        }
    }

    @Test
    void shouldHaveEachProgramThatPeopleHaveBuilt() throws IOException {
        assertEquals(ProgramsPage.byHand(), table("## Built from source, by hand"));
    }

    @Test
    void shouldFindTheFigureInWhatAProgramPrints() throws IOException {
        PackagedProgram program = PackagedProgram.all().stream()
                .filter(one -> one.name().equals("ib_write_lat"))
                .findFirst()
                .orElseThrow();
        String output = """
             #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]
             2       1000          1.37           9.10         1.43     	       1.44
            """;
        assertEquals(Optional.of("1.43 us"), program.figure(output));
        assertEquals(Optional.empty(), program.figure("Couldn't connect to 127.0.0.1:18515\n"));
    }
}
