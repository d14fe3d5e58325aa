package dev.fenestra.tools.cli;

import dev.fenestra.tools.attach.Attach;
import dev.fenestra.tools.snapshot.Snapshot;
import dev.fenestra.tools.snapshot.SnapshotException;
import dev.fenestra.tools.snapshot.SnapshotJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Where a command takes its snapshot from, and where it leaves a copy. */
final class SnapshotSource {
    @ArgGroup
    private @Nullable Place place;

    @Option(names = "--save", paramLabel = "FILE", description = "Writes the snapshot to a file, for --snapshot.")
    private @Nullable Path save;

    /** One of two. */
    private static final class Place {
        @Option(
                names = "--attach",
                required = true,
                paramLabel = "SOCKET",
                description = "Looks at a running program, where it listens (Attach.listen).")
        private @Nullable Path socket;

        @Option(
                names = "--snapshot",
                required = true,
                paramLabel = "FILE",
                description = "Looks at a snapshot that was saved.")
        private @Nullable Path file;
    }

    boolean isGiven() {
        return place != null;
    }

    /** Takes the snapshot and leaves the copy. {@link SnapshotException} when one of them cannot be. */
    Snapshot take() throws SnapshotException {
        if (place == null) {
            throw new SnapshotException("say where to look: --attach SOCKET of a running program, or --snapshot FILE");
        }
        return saved(place.socket == null ? read(place.file) : Attach.read(place.socket));
    }

    Snapshot saved(Snapshot snapshot) throws SnapshotException {
        if (save != null) {
            try {
                Files.writeString(save, SnapshotJson.write(snapshot));
            } catch (IOException e) {
                throw new SnapshotException("the snapshot cannot be written: " + e);
            }
        }
        return snapshot;
    }

    private static Snapshot read(@Nullable Path file) throws SnapshotException {
        if (file == null) {
            throw new SnapshotException("there is no file to read");
        }
        try {
            return SnapshotJson.read(Files.readString(file));
        } catch (NoSuchFileException e) {
            throw new SnapshotException("there is no file " + file);
        } catch (IOException e) {
            throw new SnapshotException(file + " cannot be read: " + e);
        } catch (SnapshotException e) {
            throw new SnapshotException(file + " is no snapshot: " + e.getMessage());
        }
    }
}
