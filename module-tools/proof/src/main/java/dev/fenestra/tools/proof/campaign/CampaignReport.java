package dev.fenestra.tools.proof.campaign;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The result of a campaign. It says nothing of how many shards ran it, or where, so it is that of one run of the same
 * seeds.
 *
 * @param items how many there are; null when they go on until the time is over
 * @param done how many of them are done
 * @param missing shards that have no file, as I/N
 * @param unfinished shards that have more to do, and why
 * @param counts of what was run, by name
 * @param findings one of each rule and place
 */
public record CampaignReport(
        String command,
        String version,
        long seed,
        @Nullable Long items,
        Map<String, String> options,
        long done,
        List<String> missing,
        List<String> unfinished,
        Map<String, Long> counts,
        List<Row> findings) {

    /** Copies the lists. */
    public CampaignReport {
        missing = List.copyOf(missing);
        unfinished = List.copyOf(unfinished);
        findings = List.copyOf(findings);
    }

    /**
     * The result of one shard that has just ended. The others are missing.
     *
     * @param totals of the shard
     * @param why it ended
     */
    public static CampaignReport of(Identity identity, Shard shard, Totals totals, Ending why) {
        List<String> missing = IntStream.rangeClosed(1, shard.of())
                .filter(number -> number != shard.number())
                .mapToObj(number -> new Shard(number, shard.of()).toString())
                .toList();
        Long items = identity.items();
        boolean isFinished = items == null ? why != Ending.STOPPED : totals.items() == shard.count(items);
        String more = shard + ": " + totals.items() + (items == null ? "" : " of " + shard.count(items)) + " items, "
                + (why == Ending.TIME ? "its time is over" : "it was stopped");
        return new CampaignReport(
                identity.command(),
                identity.version(),
                identity.seed(),
                items,
                identity.options(),
                totals.items(),
                missing,
                isFinished ? List.of() : List.of(more),
                totals.counts(),
                totals.groups().stream().map(Row::of).toList());
    }

    /**
     * A finding.
     *
     * @param times how often it was found
     * @param item number of the item that shows it most shortly
     */
    public record Row(String rule, String place, long times, long item, String text, String detail, String repeat) {

        static Row of(Totals.Group group) {
            Finding found = group.shortest();
            return new Row(
                    found.rule(),
                    found.place(),
                    group.times(),
                    group.item(),
                    found.text(),
                    found.detail(),
                    found.repeat());
        }
    }

    /** Whether every item of the campaign is in it. */
    public boolean isComplete() {
        return missing.isEmpty() && unfinished.isEmpty();
    }
}
