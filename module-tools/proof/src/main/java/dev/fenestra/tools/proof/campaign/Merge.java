package dev.fenestra.tools.proof.campaign;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Makes one report of the files of a campaign's shards. */
public final class Merge {
    private static final String SUFFIX = ".jsonl";

    private Merge() {}

    /**
     * Merges all {@code .jsonl} files in a folder and in those below it.
     *
     * @throws InputException when there is none, when one is no campaign's, or when they are of different campaigns
     */
    public static CampaignReport folder(Path folder) throws InputException {
        List<CampaignLog> logs = new ArrayList<>();
        for (Path file : files(folder)) {
            CampaignLog.read(file).ifPresent(logs::add);
        }
        if (logs.isEmpty()) {
            throw new InputException("there is no campaign in " + folder + ": --out FILE" + SUFFIX + " writes one");
        }
        return of(logs);
    }

    private static List<Path> files(Path folder) throws InputException {
        if (!Files.isDirectory(folder)) {
            throw new InputException(
                    Files.exists(folder) ? folder + " is a file, not a folder" : "there is no folder " + folder);
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList();
        } catch (IOException e) {
            throw new InputException(folder + " cannot be read: " + Reason.of(e));
        } catch (UncheckedIOException e) {
            // A folder below it cannot be read.
            throw new InputException(folder + " cannot be read: " + Reason.of(Objects.requireNonNull(e.getCause())));
        }
    }

    /**
     * Merges.
     *
     * @param logs one or more; a shard may have several, of which each item counts once
     * @throws InputException when they are of different campaigns, or cut into different numbers of shards
     */
    public static CampaignReport of(List<CampaignLog> logs) throws InputException {
        CampaignLog first = logs.getFirst();
        for (CampaignLog log : logs) {
            check(first, log);
        }
        SortedMap<Long, ItemResult> results = new TreeMap<>();
        logs.forEach(log -> log.results().forEach(results::putIfAbsent));
        Totals totals = new Totals();
        results.forEach(totals::add);
        Identity identity = first.identity();
        return new CampaignReport(
                identity.command(),
                identity.version(),
                identity.seed(),
                identity.items(),
                identity.options(),
                totals.items(),
                missing(first.shard().of(), logs),
                unfinished(identity, logs, results),
                totals.counts(),
                totals.groups().stream().map(CampaignReport.Row::of).toList());
    }

    private static void check(CampaignLog first, CampaignLog other) throws InputException {
        Optional<String> difference = other.identity().differenceFrom(first.identity());
        if (difference.isPresent()) {
            throw new InputException(
                    other.file() + " is not of the same campaign as " + first.file() + ": " + difference.get());
        }
        if (other.shard().of() != first.shard().of()) {
            throw new InputException(
                    other.file() + " is one of " + other.shard().of() + " shards, and " + first.file() + " one of "
                            + first.shard().of());
        }
    }

    private static List<String> missing(int of, List<CampaignLog> logs) {
        List<String> missing = new ArrayList<>();
        for (int number = 1; number <= of; number++) {
            Shard shard = new Shard(number, of);
            if (logs.stream().noneMatch(log -> log.shard().equals(shard))) {
                missing.add(shard.toString());
            }
        }
        return missing;
    }

    private static List<String> unfinished(
            Identity identity, List<CampaignLog> logs, SortedMap<Long, ItemResult> results) {
        Map<Integer, CampaignLog> last = new TreeMap<>();
        for (CampaignLog log : logs) {
            last.merge(log.shard().number(), log, (one, other) -> one.isFinished() ? one : other);
        }
        List<String> unfinished = new ArrayList<>();
        for (CampaignLog log : last.values()) {
            Shard shard = log.shard();
            long done = results.keySet().stream().filter(shard::has).count();
            Long items = identity.items();
            boolean isFinished = items == null ? log.isFinished() : done == shard.count(items);
            if (!isFinished) {
                unfinished.add(shard + ": " + done + (items == null ? "" : " of " + shard.count(items)) + " items, "
                        + why(log));
            }
        }
        return unfinished;
    }

    private static String why(CampaignLog log) {
        return log.ending()
                .map(ending -> ending == Ending.TIME ? "its time is over" : "it was stopped")
                .orElse("it was killed, or still runs");
    }
}
