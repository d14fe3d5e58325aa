package dev.fenestra.tools.proof.campaign;

import java.util.List;
import java.util.Map;
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
