package dev.fenestra.tools.observe.report;

import dev.fenestra.tools.observe.journal.BrokenDuty;
import dev.fenestra.tools.observe.journal.JournalEvent;
import org.jspecify.annotations.Nullable;

/** The facts of an event alone, in the members of {@link EventRow}; null where it has none. */
record Facts(
        @Nullable Integer qp,
        @Nullable Long wr,
        @Nullable String state,
        @Nullable Integer errno,
        @Nullable Long pages,
        @Nullable Integer translations,
        @Nullable String of) {
    private static final Facts NONE = new Facts(null, null, null, null, null, null, null);

    static Facts of(JournalEvent event) {
        return switch (event) {
            case JournalEvent.SystemCalled called ->
                called.errno() == 0 ? NONE : new Facts(null, null, null, called.errno(), null, null, null);
            case JournalEvent.Posted posted -> request(posted.qpNumber(), posted.wrId(), null);
            case JournalEvent.WqeWritten wqe -> request(wqe.qpNumber(), wqe.wrId(), "send WQE");
            case JournalEvent.Polled polled -> request(null, polled.wrId(), null);
            case JournalEvent.WqeFetched fetched -> request(fetched.qpNumber(), null, null);
            case JournalEvent.DoorbellRung rung -> request(rung.qpNumber(), null, null);
            case JournalEvent.DoorbellSeen seen -> request(seen.qpNumber(), null, null);
            case JournalEvent.CqeWritten cqe -> request(cqe.qpNumber(), null, null);
            case JournalEvent.CqeRead cqe -> request(cqe.qpNumber(), null, "CQE");
            case JournalEvent.PacketSent _ -> request(null, null, "packet headers");
            case JournalEvent.KeyChanged _ -> request(null, null, "mkey entry");
            case JournalEvent.QpStateChanged change ->
                new Facts(change.qpNumber(), null, change.stateName(), null, null, null, null);
            case JournalEvent.DutyBroken found
            when found.broken().qpNumber() != BrokenDuty.NONE ->
                request(found.broken().qpNumber(), found.broken().wrId(), null);
            case JournalEvent.Pinned pinned -> new Facts(null, null, null, null, pinned.pages(), null, null);
            case JournalEvent.Unpinned unpinned -> new Facts(null, null, null, null, -unpinned.pages(), null, null);
            case JournalEvent.TranslationsWritten written ->
                new Facts(null, null, null, null, null, written.count(), null);
            default -> NONE;
        };
    }

    private static Facts request(@Nullable Integer qp, @Nullable Long wr, @Nullable String of) {
        return new Facts(qp, wr, null, null, null, null, of);
    }
}
