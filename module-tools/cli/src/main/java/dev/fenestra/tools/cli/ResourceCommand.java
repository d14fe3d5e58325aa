package dev.fenestra.tools.cli;

import dev.fenestra.tools.observe.snapshot.Listing;
import dev.fenestra.tools.observe.snapshot.ResourceFilter;
import dev.fenestra.tools.observe.snapshot.Snapshot;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code fenestra resource}. */
@Command(
        name = "resource",
        aliases = "res",
        description =
                "Lists what processes have, in the manner of rdma resource show: without KIND how many of each, else"
                        + " one line for each ctx, pd, mr, mw, cq, qp, srq, ah, dm, xrcd, cm_id, channel or"
                        + " vendor_object.")
final class ResourceCommand extends ListingCommand {
    private static final List<String> KINDS = List.of(
            "ctx", "pd", "mr", "mw", "cq", "qp", "srq", "ah", "dm", "xrcd", "cm_id", "channel", "vendor_object");

    ResourceCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    List<String> kinds() {
        return KINDS;
    }

    @Override
    List<String> warnings(Snapshot snapshot, ResourceFilter filter) {
        return Listing.warnings(snapshot, filter);
    }

    @Override
    Listing listing(Snapshot snapshot, ResourceFilter filter) {
        return filter.kind() == null ? Listing.summary(snapshot, filter) : Listing.objects(snapshot, filter);
    }
}
