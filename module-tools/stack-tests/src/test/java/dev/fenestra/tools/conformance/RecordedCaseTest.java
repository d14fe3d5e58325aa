package dev.fenestra.tools.conformance;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.conformance.cases.ConformanceCases;
import dev.fenestra.tools.observe.capture.CaptureReader;
import dev.fenestra.tools.observe.capture.CapturedFrame;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.journal.PcapTap;
import dev.fenestra.tools.testing.FrameRoundTrip;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** What a capture has of every case of the kit is written back byte for byte. */
class RecordedCaseTest {
    private static final long MOST = 1 << 20;
    /** A build records one of this many cases. */
    private static final int SAMPLE = 6;

    /** One capture. */
    private record Recording(Journal journal, PcapTap tap, ByteArrayOutputStream file) {
        static Recording of(TestBench bench) {
            Journal journal = Journal.of(bench);
            ByteArrayOutputStream file = new ByteArrayOutputStream();
            try {
                return new Recording(journal, PcapTap.on(bench, journal, file, MOST), file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        List<CapturedFrame> frames() throws Exception {
            tap.close();
            journal.close();
            return CaptureReader.frames(file.toByteArray());
        }
    }

    @Test
    void shouldWriteBackWhatIsRecordedOfSomeCases() throws Exception {
        List<ConformanceCase> all = ConformanceCases.all();
        writeBack(IntStream.range(0, all.size())
                .filter(i -> i % SAMPLE == 0)
                .mapToObj(all::get)
                .toList());
    }

    @Test
    @EnabledIfSystemProperty(named = "fenestra.recorded", matches = "all")
    void shouldWriteBackWhatIsRecordedOfEveryCase() throws Exception {
        writeBack(ConformanceCases.all());
    }

    private static void writeBack(List<ConformanceCase> cases) throws Exception {
        FrameRoundTrip trip = new FrameRoundTrip();
        int checked = 0;
        for (ConformanceCase one : cases) {
            List<Recording> recordings = new ArrayList<>();
            CaseResult result = new ConformanceSuite(TestBench::twoHosts)
                    .watchedBy(bench -> recordings.add(Recording.of(bench)))
                    .run(one);
            assertTrue(!(result instanceof CaseResult.Failed), result::toString);
            for (Recording recording : recordings) {
                for (CapturedFrame frame : recording.frames()) {
                    trip.check(frame.bytes(), one.id() + " " + frame.number());
                    checked++;
                }
            }
        }
        assertTrue(checked > 1000, "packets: " + checked);
    }
}
