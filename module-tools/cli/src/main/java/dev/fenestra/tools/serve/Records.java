package dev.fenestra.tools.serve;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files that a server records.
 *
 * @param journal for the journal, the JSON of docs/report.md; an event a line where its name ends with {@code .txt}
 * @param capture for the packets, pcapng
 * @param report for the report, one HTML page
 * @param port of 127.0.0.1 at which browsers see the report while the server runs; 0 for a free one
 */
public record Records(Optional<Path> journal, Optional<Path> capture, Optional<Path> report, int port) {
    /** No file. */
    public static final Records NONE = new Records(Optional.empty(), Optional.empty(), Optional.empty());

    /** Files, and a free port. */
    public Records(Optional<Path> journal, Optional<Path> capture, Optional<Path> report) {
        this(journal, capture, report, 0);
    }

    /** {@return the files that are to be written} */
    public List<Path> files() {
        return Stream.of(journal, capture, report).flatMap(Optional::stream).toList();
    }
}
