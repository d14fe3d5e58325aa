package dev.fenestra.tools.provider;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The template contains the code that docs/provider-guide.md shows. */
class ProviderGuideTest {
    private static final Path GUIDE = Path.of("..", "docs", "provider-guide.md");
    private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final int LEAST_SNIPPETS = 18;

    @Test
    void shouldShowOnlyWhatStandsInTheTemplate() throws IOException {
        List<String> snippets = SNIPPET.matcher(Files.readString(GUIDE))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
        Collection<String> sources = ProviderTemplate.files().sequencedValues().stream()
                .map(ProviderGuideTest::stripped)
                .toList();
        assertTrue(snippets.size() >= LEAST_SNIPPETS, snippets.size() + " snippets");
        for (String snippet : snippets) {
            String wanted = stripped(snippet);
            assertTrue(
                    sources.stream().anyMatch(source -> source.contains(wanted)), "not in the template:\n" + snippet);
        }
    }

    /** Without indentation. */
    private static String stripped(String text) {
        return text.lines().map(String::strip).collect(Collectors.joining("\n"));
    }
}
