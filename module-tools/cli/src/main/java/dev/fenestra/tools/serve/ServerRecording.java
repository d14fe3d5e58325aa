package dev.fenestra.tools.serve;

import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.journal.JournalText;
import dev.fenestra.tools.observe.journal.PcapTap;
import dev.fenestra.tools.observe.report.JournalFile;
import dev.fenestra.tools.observe.report.Recording;
import dev.fenestra.tools.observe.report.ReportPage;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The journal, the capture and the report of a server, as files. They are complete when the recording is closed. */
public final class ServerRecording implements Closeable {
    private static final long LIMIT = 1L << 30;
    private static final String TEXT = ".txt";

    private final Journal journal;
    private final Consumer<String> report;
    private final List<Closeable> files = new ArrayList<>();
    /** For the journal as JSON and for the page; null while nothing needs it. */
    private @Nullable Recording events;

    private ServerRecording(Journal journal, Consumer<String> report) {
        this.journal = journal;
        this.report = report;
    }

    /**
     * Begins to record.
     *
     * @param records the files; the capture gets at most 1 GiB of frames, the report the last million events
     * @param report gets a line about the page at the start, and one about each file at the end
     * @throws IOException when a file cannot be written, or the port of the page is taken
     */
    public static Closeable begin(TestBench bench, Records records, Consumer<String> report) throws IOException {
        if (records.files().isEmpty()) {
            return () -> {};
        }
        ServerRecording recording = new ServerRecording(Journal.of(bench), report);
        boolean begun = false;
        try {
            if (records.journal().isPresent()) {
                recording.write(bench, records.journal().get());
            }
            if (records.capture().isPresent()) {
                recording.capture(bench, records.capture().get());
            }
            if (records.report().isPresent()) {
                recording.page(bench, records.report().get(), records.port());
            }
            begun = true;
            return recording;
        } finally {
            if (!begun) {
                recording.close();
            }
        }
    }

    /** Lines as they come where the name asks for text; else the same JSON as that of a demo. */
    private void write(TestBench bench, Path file) throws IOException {
        if (file.toString().endsWith(TEXT)) {
            lines(file);
            return;
        }
        Recording recorded = events(bench);
        files.add(() -> {
            JournalFile done = recorded.file();
            Files.writeString(file, done.write());
            told(done, file);
        });
    }

    private void told(JournalFile done, Path file) {
        report.accept(done.events().size() + " events in " + file
                + (done.dropped() == 0 ? "" : "; " + done.dropped() + " came before them"));
    }

    private Recording events(TestBench bench) {
        Recording shared = events;
        if (shared == null) {
            shared = Recording.ofPrograms("Programs on " + names(bench), bench, journal);
            events = shared;
        }
        return shared;
    }

    private void lines(Path file) throws IOException {
        BufferedWriter writer = Files.newBufferedWriter(file);
        JournalText lines = new JournalText(writer);
        files.add(lines);
        journal.addSink(lines);
    }

    private void capture(TestBench bench, Path file) throws IOException {
        BufferedOutputStream out = new BufferedOutputStream(Files.newOutputStream(file));
        PcapTap packets = PcapTap.on(bench, journal, out, LIMIT);
        files.add(() -> {
            packets.close();
            report.accept(packets.written() + " packets in " + file
                    + (packets.skipped() == 0 ? "" : "; " + packets.skipped() + " more after its limit of 1 GiB"));
        });
    }

    private void page(TestBench bench, Path file, int port) throws IOException {
        Recording recorded = events(bench);
        LivePage live = LivePage.open(port, () -> ReportPage.of(recorded.file()));
        report.accept("the report until now: " + live.address());
        files.add(live);
        files.add(() -> {
            JournalFile done = recorded.file();
            Files.writeString(file, ReportPage.of(done));
            told(done, file);
        });
    }

    private static String names(TestBench bench) {
        return bench.hosts().stream().map(BenchHost::name).collect(Collectors.joining(", "));
    }

    /** Stops watching and completes the files. Throws the exception of the first file that could not be completed. */
    @Override
    public void close() throws IOException {
        journal.close();
        IOException failure = null;
        for (Closeable file : files) {
            try {
                file.close();
            } catch (IOException e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
