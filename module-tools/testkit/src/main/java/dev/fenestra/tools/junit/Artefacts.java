package dev.fenestra.tools.junit;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.duties.DutyFinding;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.journal.JournalEvent;
import dev.fenestra.tools.observe.journal.JournalText;
import dev.fenestra.tools.observe.journal.PcapTap;
import dev.fenestra.tools.observe.report.JournalFile;
import dev.fenestra.tools.observe.report.Opening;
import dev.fenestra.tools.observe.report.Recording;
import dev.fenestra.tools.observe.report.ReportPage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * What a bench has done, noted while it runs, and written to a folder when a test on it fails. When a test watches the
 * bench itself, its observer replaces this one. Then the folder has the events up to that moment.
 */
final class Artefacts {
    /** Of each file. A failure is explained by what came last. */
    private static final int MOST_BYTES = 2 << 20;

    private final Path folder;
    private final Journal journal;
    private final Recording recording;
    private final NewestBlocks packets = new NewestBlocks(MOST_BYTES);
    /** Empty on a wire of a driver's own, which has no packets of RoCEv2. */
    private final Optional<PcapTap> tap;

    private Artefacts(TestBench bench, Path folder) throws IOException {
        this.folder = folder;
        journal = Journal.of(bench);
        recording = Recording.of(folder.getFileName().toString(), bench, journal);
        tap = bench.wire().isPresent()
                ? Optional.of(PcapTap.on(bench, journal, packets, Long.MAX_VALUE))
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

    void note(DutyFinding finding) {
        journal.broken(finding.host(), finding.broken());
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

    /**
     * Writes all files, in place of those of an earlier run. The one place where files of a failure are made.
     *
     * @param failure what the test has failed with; the page shows it first
     */
    void write(Throwable failure) throws IOException {
        if (tap.isPresent()) {
            tap.get().close();
        }
        journal.close();
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("journal.txt"), newestLines(), StandardCharsets.UTF_8);
        if (tap.isPresent()) {
            Files.write(folder.resolve("capture.pcapng"), packets.file());
        }
        JournalFile recorded = recording.bare().newest(MOST_BYTES / 2).withRules();
        Files.writeString(folder.resolve("journal.json"), recorded.write(), StandardCharsets.UTF_8);
        Files.writeString(page(), ReportPage.of(recorded, opening(recorded, failure)), StandardCharsets.UTF_8);
    }

    private Opening opening(JournalFile recorded, Throwable failure) {
        String name = failure.getClass().getSimpleName();
        String message = failure.getMessage() == null ? name : name + ": " + failure.getMessage();
        return Opening.failure(recorded, folder.getFileName() + " has failed", message);
    }

    private String newestLines() {
        Deque<String> lines = new ArrayDeque<>();
        int left = MOST_BYTES;
        for (JournalEvent event : journal.since(0).reversed()) {
            String line = JournalText.line(event) + "\n";
            left -= line.length();
            if (left < 0) {
                break;
            }
            lines.addFirst(line);
        }
        return String.join("", lines);
    }
}
