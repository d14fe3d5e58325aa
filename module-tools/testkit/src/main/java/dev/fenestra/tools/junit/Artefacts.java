package dev.fenestra.tools.junit;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.journal.JournalEvent;
import dev.fenestra.tools.observe.journal.JournalText;
import dev.fenestra.tools.observe.journal.PcapTap;
import dev.fenestra.tools.observe.report.JournalFile;
import dev.fenestra.tools.observe.report.Recording;
import dev.fenestra.tools.observe.report.ReportPage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a bench has done, noted while it runs, and written to a folder when a test on it fails. When a test watches the
 * bench itself, its observer replaces this one. Then the folder has the events up to that moment.
 */
final class Artefacts {
    private static final long CAPTURE_BYTES = 16 << 20;

    private final Path folder;
    private final Journal journal;
    private final Recording recording;
    private final ByteArrayOutputStream packets = new ByteArrayOutputStream();
    /** Empty on a wire of a driver's own, which has no packets of RoCEv2. */
    private final Optional<PcapTap> tap;

    private Artefacts(TestBench bench, Path folder) throws IOException {
        this.folder = folder;
        journal = Journal.of(bench);
        recording = Recording.of(folder.getFileName().toString(), bench, journal);
        tap = bench.wire().isPresent()
                ? Optional.of(PcapTap.on(bench, journal, packets, CAPTURE_BYTES))
                : Optional.empty();
    }

    /**
     * Begins to watch a bench.
     *
     * @param folder where the files would be written
     */
    static Artefacts of(TestBench bench, Path folder) {
        try {
            return new Artefacts(bench, folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path folder() {
        return folder;
    }

    /** What lies in the folder. */
    String contents() {
        return tap.isPresent() ? "journal and capture" : "journal";
    }

    /** The report of the failure: the folder's name followed by .html, beside the folder. */
    Path page() {
        return folder.resolveSibling(folder.getFileName() + ".html");
    }

    /** Writes all files, in place of those of an earlier run. The one place where files of a failure are made. */
    void write() throws IOException {
        if (tap.isPresent()) {
            tap.get().close();
        }
        journal.close();
        Files.createDirectories(folder);
        List<JournalEvent> events = journal.since(0);
        Files.writeString(
                folder.resolve("journal.txt"),
                events.stream().map(JournalText::line).collect(Collectors.joining("\n", "", "\n")),
                StandardCharsets.UTF_8);
        if (tap.isPresent()) {
            Files.write(folder.resolve("capture.pcapng"), packets.toByteArray());
        }
        JournalFile recorded = recording.file();
        Files.writeString(folder.resolve("journal.json"), recorded.write(), StandardCharsets.UTF_8);
        Files.writeString(page(), ReportPage.of(recorded), StandardCharsets.UTF_8);
    }
}
