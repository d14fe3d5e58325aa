package dev.fenestra.tools.cli;

import dev.fenestra.tools.observe.snapshot.Listing;
import dev.fenestra.tools.observe.snapshot.ResourceFilter;
import dev.fenestra.tools.observe.snapshot.Snapshot;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code fenestra statistic}. */
@Command(
        name = "statistic",
        aliases = "stat",
        description =
                "Lists counters, in the manner of rdma statistic show: of devices (link, also without KIND), or of"
                        + " each mr or qp that its device counts for.")
final class StatisticCommand extends ListingCommand {
    private static final String LINK = "link";
    private static final List<String> KINDS = List.of(LINK, "mr", "qp");

    StatisticCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    List<String> kinds() {
        return KINDS;
    }

    @Override
    Listing listing(Snapshot snapshot, ResourceFilter filter) {
        return filter.kind() == null || filter.kind().equals(LINK)
                ? Listing.links(snapshot, filter)
                : Listing.statistics(snapshot, filter);
    }
}
