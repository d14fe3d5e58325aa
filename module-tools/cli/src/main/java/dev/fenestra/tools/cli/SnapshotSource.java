package dev.fenestra.tools.cli;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.InputFile;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.input.OutputFile;
import dev.fenestra.tools.observe.snapshot.Attach;
import dev.fenestra.tools.observe.snapshot.Snapshot;
import dev.fenestra.tools.observe.snapshot.SnapshotException;
import dev.fenestra.tools.observe.snapshot.SnapshotJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The source of a command's snapshot, and the place for a copy of it. */
final class SnapshotSource {
    @ArgGroup
    private @Nullable Place place;

    @Option(names = "--save", paramLabel = "FILE", description = "Writes the snapshot to a file, for --snapshot.")
    private @Nullable Path save;

    /** Exactly one of the two is given. */
    private static final class Place {
        @Option(
                names = "--attach",
                required = true,
                paramLabel = "SOCKET",
                description = "Looks at a running program, where it listens (Attach.listen); default: the server that"
                        + " runs here.")
        private @Nullable Path socket;

        @Option(
                names = "--snapshot",
                required = true,
                paramLabel = "FILE",
                description = "Looks at a snapshot that was saved.")
        private @Nullable Path file;

        Snapshot take() throws SnapshotException, InputException {
            return socket == null
                    ? InputFile.read(Objects.requireNonNull(file), SnapshotJson::parse)
                    : Attach.read(attached(socket));
        }
    }

    boolean isGiven() {
        return place != null;
    }

    /**
     * The socket that tells of the hosts of a running program.
     *
     * @param said from an option; null for that of the server that runs here
     * @throws SnapshotException when it is another one of the server's sockets, or nothing runs
     */
    static Path attached(@Nullable Path said) throws SnapshotException {
        Path socket = said == null ? Places.ofProgram(null).attach() : said;
        Optional<String> wrong = Places.notForAttach(socket);
        if (wrong.isPresent()) {
            throw new SnapshotException(wrong.get());
        }
        if (said == null && !Files.exists(socket)) {
            throw new SnapshotException(
                    "no server runs here: fenestra serve starts one, --attach SOCKET looks at another"
                            + " program, and --snapshot FILE at what was saved");
        }
        return socket;
    }

    /** Whether the source is a running program, which can give another snapshot. */
    boolean isRunning() {
        return place == null || place.socket != null;
    }

    /**
     * Takes the snapshot and leaves the copy.
     *
     * @throws SnapshotException when no source is named and no server runs, or it does not answer
     */
    Snapshot take() throws SnapshotException, InputException, OutputException {
        check();
        return saved(place == null ? Attach.read(attached(null)) : place.take());
    }

    /** Checks whether the copy can be written, before the snapshot is taken. */
    void check() throws OutputException {
        OutputFile.check(save);
    }

    Snapshot saved(Snapshot snapshot) throws OutputException {
        OutputFile.write(save, () -> SnapshotJson.write(snapshot));
        return snapshot;
    }
}
