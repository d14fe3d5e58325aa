package dev.fenestra.tools.duties;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** docs/generated/duties.md has all duties. */
class DutiesPageTest {
    private static final String OPENING = """
        # Duties of programs

        This page is made by `mvn test -Dtest=DutiesPageTest -Dsurefire.failIfNoSpecifiedTests=false`.

        [check.md](../check.md) says how to check a program, `./fenestra duties USE-4` shows programs that break a
        duty and programs that keep it.

        """;

    @Test
    void shouldHaveEachDutyWithItsSourceAndHowItIsSeen() throws IOException {
        String page = OPENING + DutyListing.page(List.of(Duty.values()));
        Files.writeString(Files.createDirectories(Path.of("target")).resolve("duties.md"), page);

        assertEquals(
                page,
                Files.readString(Path.of("..", "docs", "generated", "duties.md")),
                "copy module-tools/target/duties.md to docs/generated/duties.md");
    }
}
