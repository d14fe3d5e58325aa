package dev.fenestra.tools.pingpong;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.input.Reason;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.journal.PcapTap;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The packets of a pingpong in a file, or nothing. */
final class Capture implements AutoCloseable {
    private static final long LIMIT = 1L << 30;

    private final Optional<Path> file;
    private final Optional<Journal> journal;
    private final Optional<PcapTap> tap;

    private Capture(Optional<Path> file, Optional<Journal> journal, Optional<PcapTap> tap) {
        this.file = file;
        this.journal = journal;
        this.tap = tap;
    }

    /**
     * Starts the capture, if there is a file for it.
     *
     * @throws PingpongException when the file cannot be written
     */
    static Capture of(TestBench bench, Optional<Path> file) throws PingpongException {
        if (file.isEmpty()) {
            return new Capture(file, Optional.empty(), Optional.empty());
        }
        Journal journal = Journal.of(bench);
        try {
            BufferedOutputStream out = new BufferedOutputStream(Files.newOutputStream(file.get()));
            return new Capture(file, Optional.of(journal), Optional.of(PcapTap.on(bench, journal, out, LIMIT)));
        } catch (IOException e) {
            journal.close();
            throw unwritable(file.get(), e);
        }
    }

    /** The content of the file, in one line. */
    Optional<String> text() {
        return tap.map(packets -> packets.written() + " packets in " + file.orElseThrow());
    }

    @Override
    public void close() throws PingpongException {
        try {
            if (tap.isPresent()) {
                tap.get().close();
            }
        } catch (IOException e) {
            throw unwritable(file.orElseThrow(), e);
        } finally {
            journal.ifPresent(Journal::close);
        }
    }

    private static PingpongException unwritable(Path file, IOException reason) {
        return new PingpongException("Couldn't write " + file + " (" + Reason.of(reason) + ")", reason);
    }
}
