package dev.fenestra.tools.proof.campaign;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.Json;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.input.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Writes a campaign's file, which is also its checkpoint: what it holds in whole lines is done, and is not done again.
 * One process at a time writes a file.
 */
public final class CampaignFile implements AutoCloseable {
    private final Path file;
    private final FileChannel channel;
    private final Optional<CampaignLog> earlier;

    private CampaignFile(Path file, FileChannel channel, Optional<CampaignLog> earlier) {
        this.file = file;
        this.channel = channel;
        this.earlier = earlier;
    }

    /**
     * Opens a file for a run: a new one, or one that an earlier run of the same campaign and shard has left. Half a
     * line at its end is cut off.
     *
     * @throws InputException when it belongs to another campaign or shard, or another process writes it
     * @throws OutputException when it cannot be written
     */
    public static CampaignFile open(Path file, Identity identity, Shard shard) throws InputException, OutputException {
        Optional<CampaignLog> earlier = Files.exists(file) ? CampaignLog.read(file) : Optional.empty();
        if (earlier.isPresent()) {
            check(earlier.get(), identity, shard);
        }
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (isTaken(channel)) {
                channel.close();
                throw new InputException("another process writes " + file);
            }
            CampaignFile opened = new CampaignFile(file, channel, earlier);
            channel.truncate(earlier.map(CampaignLog::length).orElse(0L));
            channel.position(channel.size());
            if (earlier.isEmpty()) {
                opened.write(line(LogLine.begin(identity, shard)));
            }
            return opened;
        } catch (OutputException unwritable) {
            throw unwritable;
        } catch (IOException e) {
            throw new OutputException(file + " cannot be written: " + Reason.of(e), e);
        }
    }

    private static boolean isTaken(FileChannel channel) {
        try {
            return channel.tryLock() == null;
        } catch (OverlappingFileLockException ours) {
            return true;
        } catch (IOException noLocks) {
            // Some file systems of clusters have no locks. There the scheduler alone keeps a shard to one process.
            return false;
        }
    }

    private static void check(CampaignLog log, Identity identity, Shard shard) throws InputException {
        Optional<String> difference = log.identity().differenceFrom(identity);
        if (difference.isPresent()) {
            throw new InputException(log.file() + " is of another campaign: " + difference.get());
        }
        if (!log.shard().equals(shard)) {
            throw new InputException(log.file() + " is of shard " + log.shard() + ", not " + shard);
        }
    }

    /** What an earlier run has left. */
    public Optional<CampaignLog> earlier() {
        return earlier;
    }

    /** Adds an item and what it has found. */
    void add(long item, ItemResult result) throws OutputException {
        StringBuilder lines = new StringBuilder();
        result.findings().forEach(found -> lines.append(line(LogLine.finding(item, found))));
        write(lines.append(line(LogLine.done(item, result))).toString());
    }

    /** Adds that the run has ended. */
    void end(Ending why, long items) throws OutputException {
        write(line(LogLine.end(why, items)));
    }

    private static String line(LogLine line) {
        return Json.line(line) + "\n";
    }

    private void write(String lines) throws OutputException {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(lines.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            throw new OutputException(file + " cannot be written: " + Reason.of(e), e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
