package dev.fenestra.tools.observe.report;

import dev.fenestra.tools.observe.journal.PacketDetails;
import org.jspecify.annotations.Nullable;

/** What becomes known of a packet, or of several of one message, beside their event. */
final class PacketNote {
    @Nullable
    Long cause;

    @Nullable
    Integer qp;

    @Nullable
    Long wr;

    /** Of the first one. */
    @Nullable
    PacketDetails details;

    /** Sequence of the first transmission. */
    @Nullable
    Long original;

    /** Where the last one has arrived, and when. */
    @Nullable
    String to;

    @Nullable
    Long arrives;

    @Nullable
    Long leaves() {
        return details == null ? null : details.leaves();
    }

    @Nullable
    String comment() {
        return details == null ? null : details.comment();
    }

    boolean isAgain() {
        return details != null && details.packet().again();
    }
}
