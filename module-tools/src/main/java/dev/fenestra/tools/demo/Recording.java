package dev.fenestra.tools.demo;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.cost.CostModel;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.journal.JournalText;
import dev.fenestra.tools.observe.journal.PcapTap;
import java.io.IOException;

/** Writes journal and capture to a folder while a demo runs. */
final class Recording implements AutoCloseable {
    private static final long CAPTURE_MIB = 64;

    private final DemoOutput folder;
    private final JournalText journal;
    private final PcapTap tap;

    private Recording(DemoOutput folder, JournalText journal, PcapTap tap) {
        this.folder = folder;
        this.journal = journal;
        this.tap = tap;
    }

    static Recording in(DemoOutput folder, TestBench bench, Journal events) throws FileException {
        try {
            JournalText journal = new JournalText(folder.journal(), CostModel.builtIn());
            events.addSink(journal);
            return new Recording(folder, journal, PcapTap.on(bench, events, folder.capture(), CAPTURE_MIB << 20));
        } catch (IOException e) {
            throw folder.unwritable(e);
        }
    }

    /** What is in the folder, in one line. */
    String contents() {
        String packets = DemoOutput.CAPTURE + " (" + tap.written() + " packets"
                + (tap.skipped() == 0 ? "" : "; " + tap.skipped() + " more did not fit in " + CAPTURE_MIB + " MiB")
                + ")";
        return "written to " + folder + ": the received file, " + packets + " and " + DemoOutput.JOURNAL;
    }

    /** Ends both files. */
    @Override
    public void close() throws FileException {
        try (journal) {
            tap.close();
        } catch (IOException e) {
            throw folder.unwritable(e);
        }
    }
}
