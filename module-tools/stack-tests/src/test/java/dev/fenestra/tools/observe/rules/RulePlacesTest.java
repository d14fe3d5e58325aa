package dev.fenestra.tools.observe.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Keeps rule-places.txt true. */
class RulePlacesTest {
    @Test
    void shouldNameTheClassesThatTheSourcesName() throws IOException {
        List<String> expected = new SourceScan(Path.of("").toAbsolutePath().getParent()).lines();
        Path fresh = Path.of("target", RulePlaces.RESOURCE);
        Files.write(fresh, expected);

        assertEquals(
                String.join("\n", expected),
                recorded(),
                "the sources have changed: copy " + fresh
                        + " to testkit/src/main/resources/dev/fenestra/tools/observe/rules");
    }

    private static String recorded() throws IOException {
        try (InputStream in = RulePlaces.class.getResourceAsStream(RulePlaces.RESOURCE)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }
}
