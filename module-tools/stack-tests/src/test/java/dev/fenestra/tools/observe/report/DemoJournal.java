package dev.fenestra.tools.observe.report;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.demo.Demo;
import dev.fenestra.tools.demo.DemoFiles;
import dev.fenestra.tools.demo.DemoListener;
import dev.fenestra.tools.demo.DemoReport;
import dev.fenestra.tools.input.Json;
import dev.fenestra.tools.observe.report.JournalFile.Chapter;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Optional;

/** The journal of a demo, as its report has it. */
final class DemoJournal {
    static final JournalFile DEMO = record();

    private DemoJournal() {}

    private static JournalFile record() {
        DemoReport story = new DemoReport(new DemoListener.Text(new PrintWriter(Writer.nullWriter()), () -> {}));
        Demo demo = new Demo(
                DemoFiles.Input.bundled(),
                Optional.empty(),
                story,
                (bytes, of) -> {},
                () -> TestBench.builder().seed(1).build());
        try {
            assertTrue(demo.run().asExpected());
        } catch (DemoFiles.FileException e) {
            throw new AssertionError(e);
        }
        return story.file().orElseThrow();
    }

    static String line(EventRow event) {
        return Json.line(event);
    }

    static Chapter chapter(String number) {
        return DEMO.chapters().stream()
                .filter(chapter -> chapter.number().equals(number))
                .findFirst()
                .orElseThrow();
    }

    static EventRow refusal(String rule) {
        return DEMO.events().stream()
                .filter(event ->
                        event.refusal() != null && event.refusal().rule().equals(rule))
                .findFirst()
                .orElseThrow();
    }
}
