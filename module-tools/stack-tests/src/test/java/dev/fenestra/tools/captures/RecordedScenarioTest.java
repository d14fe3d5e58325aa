package dev.fenestra.tools.captures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.roce.wire.RoceFrame;
import dev.fenestra.tools.observe.capture.CaptureReader;
import dev.fenestra.tools.observe.capture.CapturedFrame;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.journal.PcapTap;
import dev.fenestra.tools.testing.FrameRoundTrip;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every scenario as soft-RoCE sent it and as it is recorded here: both captures are written back byte for byte. */
class RecordedScenarioTest {
    static Stream<String> captures() throws IOException {
        return CaptureFile.names().stream();
    }

    static Stream<String> scenarios() throws IOException {
        List<String> names = new ArrayList<>();
        for (String name : CaptureFile.names()) {
            if (CaptureFile.read(name).isScenario()) {
                names.add(name);
            }
        }
        return names.stream();
    }

    @ParameterizedTest
    @MethodSource("captures")
    void shouldWriteBackWhatSoftRoceSent(String name) throws Exception {
        FrameRoundTrip trip = new FrameRoundTrip();
        for (CapturedFrame frame : CaptureReader.read(CaptureFile.pcap(name))) {
            trip.check(frame.bytes(), name + " " + frame.number());
        }
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("scenarios")
    void shouldWriteBackWhatIsRecordedOfTheSameScenario(String name) throws Exception {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (Replay replay = new Replay(CaptureFile.read(name));
                Journal journal = replay.journal()) {
            try (PcapTap tap = replay.recorded(journal, file)) {
                replay.run();
                assertEquals(0, tap.skipped());
            }
            List<CapturedFrame> frames = CaptureReader.frames(file.toByteArray());
            assertEquals(replay.packets.size(), frames.size());
            assertFalse(frames.isEmpty());
            FrameRoundTrip trip = new FrameRoundTrip();
            for (CapturedFrame frame : frames) {
                byte[] bytes = frame.bytes();
                assertTrue(RoceFrame.parse(bytes, 0, bytes.length).orElseThrow().icrcValid());
                trip.check(bytes, name + " " + frame.number());
            }
        }
    }
}
