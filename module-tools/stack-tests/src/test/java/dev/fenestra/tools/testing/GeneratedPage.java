package dev.fenestra.tools.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A page of {@code docs/generated} that a test makes.
 *
 * @param name of the file
 */
public record GeneratedPage(String name) {
    /** The page in the documents. */
    public Path path() {
        return Path.of("..", "docs", "generated", name);
    }

    /** Writes what the page must say below {@code target}, and demands that the documents say the same. */
    public void assertSays(String expected) throws IOException {
        Path fresh = Path.of("target", name);
        Files.createDirectories(fresh.getParent());
        Files.writeString(fresh, expected);
        assertEquals(
                expected,
                Files.readString(path()),
                () -> "the page is out of date: copy module-tools/" + fresh + " to docs/generated");
    }
}
