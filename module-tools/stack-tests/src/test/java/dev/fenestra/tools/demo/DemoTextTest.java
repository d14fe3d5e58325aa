package dev.fenestra.tools.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.observe.journal.JournalEvent;
import dev.fenestra.tools.observe.journal.Layer;
import dev.fenestra.tools.observe.journal.Stamp;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemoTextTest {
    private final StringWriter out = new StringWriter();
    private final DemoListener.Text listener = new DemoListener.Text(new PrintWriter(out), () -> {});

    @Test
    void shouldSayWhatWasExpectedAndWhatWasSeen() {
        listener.step(1, "A step");
        listener.action(new DemoListener.Report(
                "something is done",
                DemoListener.Verdict.WRONG,
                List.of(),
                "0",
                List.of(),
                List.of(new DemoListener.Check("state", "RTS", "ERR"), new DemoListener.Check("key", "1", "1"))));

        assertEquals("""

            Step 1. A step
              1.1  something is done -> WRONG
                     ! state: expected RTS, seen ERR
                     kernel transitions: 0
            """, out.toString());
    }

    @Test
    void shouldPutEventsOfOneLayerInARowOnOneLine() {
        listener.step(1, "A step");
        listener.action(report(List.of(call(0, "alice", "a"), call(1, "alice", "b"), call(2, "bob", "c"))));

        assertTrue(out.toString().contains("alice  uverbs   a; b\n         bob    uverbs   c\n"), out.toString());
    }

    @Test
    void shouldTellTwelveLinesAndCountTheOtherEvents() {
        List<JournalEvent> events = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            events.add(call(i, i % 2 == 0 ? "alice" : "bob", "verb" + i));
        }
        listener.step(1, "A step");
        listener.action(report(events));

        String text = out.toString();
        assertTrue(text.contains("verb11\n         ... and 38 more events\n"), text);
    }

    private static JournalEvent call(long sequence, String host, String verb) {
        return new JournalEvent.VerbCalled(new Stamp(sequence, 0, host, Layer.UVERBS), verb);
    }

    private static DemoListener.Report report(List<JournalEvent> events) {
        return new DemoListener.Report("something is done", DemoListener.Verdict.OK, events, "0", List.of(), List.of());
    }
}
