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
    void shouldCompareAllButThePackedBlocks() {
        assertEquals(
                "<p>x</p><script type=\"text/plain\" id=\"events\"></script><i>",
                readable("<p>x</p><script type=\"text/plain\" id=\"events\">abc\n+/=</script><i>"));
    }

    private static String readable(String page) {
        return page.replaceAll(PACKED, "$1</script>");
    }
}
