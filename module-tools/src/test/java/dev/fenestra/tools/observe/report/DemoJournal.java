package dev.fenestra.tools.observe.report;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.demo.Demo;
import dev.fenestra.tools.demo.DemoFiles;
import dev.fenestra.tools.demo.ReportStory;
import dev.fenestra.tools.demo.Story;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Optional;

/** The journal of a demo, as its report has it. */
final class DemoJournal {
    private DemoJournal() {}

    static JournalFile record() {
        ReportStory story = new ReportStory(new Story.Text(new PrintWriter(Writer.nullWriter()), () -> {}));
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
}
