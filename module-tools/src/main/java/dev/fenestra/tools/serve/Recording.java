package dev.fenestra.tools.serve;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.journal.JournalText;
import dev.fenestra.tools.observe.journal.PcapTap;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The journal and the capture of a server, as files. They are complete when the recording is closed. */
public final class Recording implements Closeable {
    private static final long LIMIT = 1L << 30;

    private final Journal journal;
    private final Consumer<String> report;
    private final List<Closeable> files = new ArrayList<>();

    private Recording(Journal journal, Consumer<String> report) {
        this.journal = journal;
        this.report = report;
    }

    /**
     * Begins to record what is asked for.
     *
     * @param text file of the journal
     * @param packets file of the capture, pcapng, of which 1 GiB of frames are written
     * @param report gets a line at the end about each file
     * @throws IOException when a file cannot be written
     */
    public static Closeable begin(TestBench bench, Optional<Path> text, Optional<Path> packets, Consumer<String> report)
            throws IOException {
        if (text.isEmpty() && packets.isEmpty()) {
            return () -> {};
        }
        Recording recording = new Recording(Journal.of(bench), report);
        boolean begun = false;
        try {
            if (text.isPresent()) {
                recording.write(text.get());
            }
            if (packets.isPresent()) {
                recording.capture(bench, packets.get());
            }
            begun = true;
            return recording;
        } finally {
            if (!begun) {
                recording.close();
            }
        }
    }

    private void write(Path file) throws IOException {
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

    /** Stops watching and ends the files; throws what kept the first of them from being complete. */
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
