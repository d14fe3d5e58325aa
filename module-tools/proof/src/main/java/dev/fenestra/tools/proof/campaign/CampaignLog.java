package dev.fenestra.tools.proof.campaign;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.InputFile;
import dev.fenestra.tools.input.Json;
import dev.fenestra.tools.input.Reason;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a campaign's file says, as far as it is whole. A process that is killed may leave half a line at the end; it
 * does not count.
 */
public final class CampaignLog {
    private static final String BEGINNING = "{\"begin\":{";

    private final Path file;
    private final Identity identity;
    private final Shard shard;
    private final SortedMap<Long, ItemResult> results = new TreeMap<>();
    private final Map<Long, List<Finding>> pending = new TreeMap<>();
    private @Nullable Ending ending;
    private long length;

    private CampaignLog(Path file, LogLine.Begin begin) {
        this.file = file;
        identity = begin.identity();
        shard = new Shard(begin.shard(), begin.of());
    }

    /**
     * Reads a file.
     *
     * @return what it says; empty when not even its first line is whole
     * @throws InputException when it cannot be read, or a whole line is not one of a campaign
     */
    public static Optional<CampaignLog> read(Path file) throws InputException {
        InputFile.check(file);
        @Nullable CampaignLog log = null;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            long number = 0;
            long position = 0;
            for (int next = in.read(); next >= 0; next = in.read()) {
                position++;
                if (next != '\n') {
                    line.write(next);
                    continue;
                }
                LogLine read = parsed(file, ++number, line.toString(StandardCharsets.UTF_8));
                line.reset();
                log = log == null ? first(file, read) : log.with(read, number);
                log.length = position;
            }
            if (log == null) {
                checkCut(file, line.toString(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new InputException(file + " cannot be read: " + Reason.of(e));
        }
        return Optional.ofNullable(log);
    }

    /** A run that was killed may leave a part of its first line. Nobody else's text is overwritten. */
    private static void checkCut(Path file, String part) throws InputException {
        if (!part.startsWith(BEGINNING) && !BEGINNING.startsWith(part)) {
            throw new InputException(file + " does not begin as --out does");
        }
    }

    private static LogLine parsed(Path file, long number, String line) throws InputException {
        try {
            return Json.read(line, LogLine.class);
        } catch (InputException e) {
            throw new InputException(file + ", line " + number + " is none of a campaign (" + e.getMessage()
                    + "); --out wrote none such");
        }
    }

    private static CampaignLog first(Path file, LogLine line) throws InputException {
        LogLine.Begin begin = line.begin();
        if (begin == null) {
            throw new InputException(file + " does not begin as --out does");
        }
        if (begin.format() != LogLine.FORMAT) {
            throw new InputException(
                    file + " has format " + begin.format() + ", and this version reads " + LogLine.FORMAT);
        }
        if (begin.shard() < 1 || begin.of() < begin.shard()) {
            throw new InputException(file + " is of a shard " + begin.shard() + "/" + begin.of());
        }
        return new CampaignLog(file, begin);
    }

    private CampaignLog with(LogLine line, long number) throws InputException {
        LogLine.Found found = line.finding();
        LogLine.Done done = line.done();
        LogLine.End end = line.end();
        if (found != null) {
            List<Finding> findings = pending.computeIfAbsent(checked(found.item(), number), _ -> new ArrayList<>());
            // An item that was cut off before it was done has run again, and found the same.
            if (!findings.contains(found.finding())) {
                findings.add(found.finding());
            }
        } else if (done != null) {
            List<Finding> findings = pending.getOrDefault(checked(done.item(), number), List.of());
            results.put(done.item(), new ItemResult(done.counts(), findings));
        } else if (end == null) {
            throw new InputException(file + ", line " + number + " is none of a campaign");
        }
        ending = end == null ? null : end.why();
        return this;
    }

    private long checked(long item, long number) throws InputException {
        Long items = identity.items();
        if (item < 0 || !shard.has(item) || items != null && item >= items) {
            throw new InputException(file + ", line " + number + ": shard " + shard + " has no item " + item);
        }
        return item;
    }

    /** The file that was read. */
    public Path file() {
        return file;
    }

    public Identity identity() {
        return identity;
    }

    public Shard shard() {
        return shard;
    }

    /** The results of the items that are done, by number. */
    public SortedMap<Long, ItemResult> results() {
        return results;
    }

    /** Why the last run ended; empty when it was killed, or is still running. */
    public Optional<Ending> ending() {
        return Optional.ofNullable(ending);
    }

    /** Whether nothing is left to do: all items are done, or, of an open campaign, its time is over. */
    public boolean isFinished() {
        Long items = identity.items();
        return items == null ? ending == Ending.TIME : results.size() == shard.count(items);
    }

    /** Bytes of the whole lines. */
    long length() {
        return length;
    }
}
