package dev.fenestra.tools.observe.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.demo.Demo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Keeps docs/demo.html, the demo for readers who have not built anything, true. */
class DemoPageTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "demo.html");
    /** A page that is larger is no part of the project. */
    private static final long MOST_BYTES = 2 << 20;

    /** Packed blocks: another version of zlib packs the same lines into other letters. */
    private static final String PACKED = "(?s)(<script type=\"text/plain\" id=\"\\w+\">).*?</script>";

    /** Facts about rules are those of the day on which the page was made: a new case of the kit makes no new page. */
    private static final String RULES = "(?s)(\"rules\": \\[).*?(\n])";

    @Test
    void shouldBeThePageOfTheDemo() throws IOException {
        String expected = ReportPage.of(DemoJournal.DEMO, Opening.lastRefusal(DemoJournal.DEMO, Demo.LESSON));
        Path fresh = Path.of("target", "demo.html");
        Files.writeString(fresh, expected);
        assertTrue(
                readable(expected).equals(readable(Files.readString(DOCUMENT))),
                "the demo or its report has changed: copy module-tools/" + fresh + " to docs");
        assertTrue(Files.size(DOCUMENT) < MOST_BYTES);
    }

    @Test
    void shouldCompareAllButThePackedBlocksAndTheFactsAboutRules() {
        assertEquals(
                "\"rules\": [\n],<script type=\"text/plain\" id=\"events\"></script><i>",
                readable("\"rules\": [\n"
                        + "{\"id\":\"A7\"}\n"
                        + "],<script type=\"text/plain\" id=\"events\">a\n"
                        + "+/=</script><i>"));
    }

    private static String readable(String page) {
        return page.replaceAll(PACKED, "$1</script>").replaceAll(RULES, "$1$2");
    }
}
