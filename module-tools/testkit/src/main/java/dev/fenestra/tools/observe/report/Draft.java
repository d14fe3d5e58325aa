package dev.fenestra.tools.observe.report;

import dev.fenestra.hw.sim.hca.observe.TranslationChange;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.tools.observe.journal.JournalEvent;
import dev.fenestra.tools.observe.journal.Stamp;
import dev.fenestra.tools.observe.report.EventRow.MttRow;
import dev.fenestra.tools.observe.report.EventRow.PacketRow;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** An event about which more may become known. */
final class Draft {
    private static final HexFormat HEX = HexFormat.of();

    final JournalEvent event;
    private final double cost;

    private final @Nullable Long cause;

    /** Of a WQE that is fetched. */
    @Nullable
    Long wr;

    @Nullable
    PacketNote packet;

    @Nullable
    CallArguments arguments;

    @Nullable
    TranslationChange translations;

    byte @Nullable [] bytes;
    EventRow.@Nullable RefusalRow refusal;
    private KeyTable.Change entry = KeyTable.Change.NONE;

    Draft(JournalEvent event, @Nullable Long cause, double cost) {
        this.event = event;
        this.cause = cause;
        this.cost = cost;
    }

    void changed(KeyTable.Change change) {
        entry = change;
    }

    EventRow row() {
        Stamp stamp = event.stamp();
        Facts facts = Facts.of(event);
        PacketNote note = packet == null ? new PacketNote() : packet;
        Long request = note.wr == null ? wr : note.wr;
        byte[] shown = event instanceof JournalEvent.PacketSent sent ? sent.header() : bytes;
        return new EventRow(
                stamp.sequence(),
                stamp.nanos(),
                stamp.host(),
                stamp.layer().toString(),
                event.getClass().getSimpleName(),
                event.text(),
                cost == 0 ? null : cost,
                note.cause == null ? cause : note.cause,
                note.qp == null ? facts.qp() : note.qp,
                request == null ? facts.wr() : request,
                facts.state(),
                facts.errno(),
                facts.pages(),
                facts.translations(),
                args(),
                mtt(),
                entry.before(),
                entry.after(),
                packet(note),
                refusal,
                shown == null ? null : facts.of(),
                shown == null ? null : HEX.formatHex(shown));
    }

    private @Nullable SequencedMap<String, String> args() {
        CallArguments given = arguments;
        if (given == null || given.list().isEmpty()) {
            return null;
        }
        SequencedMap<String, String> args = new LinkedHashMap<>();
        given.list().forEach(argument -> args.put(argument.name(), argument.value()));
        return args;
    }

    private @Nullable MttRow mtt() {
        TranslationChange change = translations;
        if (change == null) {
            return null;
        }
        boolean isOfTable = change.index() == TranslationChange.NO_REGION;
        return new MttRow(
                isOfTable ? null : String.format("0x%06x", change.index()),
                change.first(),
                change.count(),
                LongStream.of(change.values())
                        .mapToObj(value -> "0x" + Long.toHexString(value))
                        .toList());
    }

    private @Nullable PacketRow packet(PacketNote note) {
        return switch (event) {
            case JournalEvent.PacketSent sent -> PacketRows.of(sent, note);
            case JournalEvent.PacketsSent sent -> PacketRows.of(sent, note);
            default -> null;
        };
    }
}
