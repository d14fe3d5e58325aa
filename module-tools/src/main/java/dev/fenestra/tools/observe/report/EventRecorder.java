package dev.fenestra.tools.observe.report;

import com.google.common.collect.HashBasedTable;
import com.google.common.collect.Table;
import dev.fenestra.hw.sim.device.KeyEntry;
import dev.fenestra.tools.observe.cost.CostModel;
import dev.fenestra.tools.observe.journal.EventDetails;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.journal.JournalEvent;
import dev.fenestra.tools.observe.journal.Stamp;
import dev.fenestra.tools.observe.report.EventRow.KeyRow;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keeps the last {@value #CAPACITY} events of a journal, each with everything that is known about it. */
public final class EventRecorder implements Consumer<JournalEvent>, EventDetails {
    /** Most events that are kept. */
    public static final int CAPACITY = 1_000_000;

    private static final HexFormat HEX = HexFormat.of();

    private final CostModel prices = CostModel.builtIn();
    private final Causes causes = new Causes();
    private final Table<String, Integer, KeyRow> keys = HashBasedTable.create();
    private final Map<String, byte[]> arrivals = new HashMap<>();
    private final Map<String, Long> underway = new HashMap<>();
    private final Deque<Draft> drafts = new ArrayDeque<>();
    private long dropped;

    private EventRecorder() {}

    /** Begins to record the events of a journal. */
    public static EventRecorder on(Journal journal) {
        EventRecorder recorder = new EventRecorder();
        journal.addSink(recorder);
        journal.addDetails(recorder);
        return recorder;
    }

    @Override
    public synchronized void accept(JournalEvent event) {
        if (drafts.size() == CAPACITY) {
            drafts.removeFirst();
            dropped++;
        }
        Draft draft = new Draft(event, causes.of(event), prices.nanos(event.charges()));
        if (event instanceof JournalEvent.PacketSent sent) {
            underway.put(HEX.formatHex(sent.header()), sent.stamp().sequence());
        } else if (event instanceof JournalEvent.Refused refused) {
            byte[] header = arrivals.get(event.stamp().host());
            draft.refusal = Refusals.of(
                    refused.refusal(), header, keys.row(event.stamp().host()));
        } else if (event instanceof JournalEvent.WqeFetched fetched) {
            draft.wr = causes.request(fetched.stamp().host(), fetched.qpNumber(), fetched.index());
        }
        drafts.addLast(draft);
    }

    @Override
    public synchronized void bytes(long sequence, byte[] bytes) {
        Draft draft = draft(sequence);
        if (draft != null) {
            draft.bytes = bytes;
        }
    }

    @Override
    public synchronized void entry(long sequence, KeyEntry entry) {
        Draft draft = draft(sequence);
        if (draft != null && draft.event instanceof JournalEvent.KeyChanged changed) {
            Map<Integer, KeyRow> known = keys.row(changed.stamp().host());
            int index = changed.key() >>> Byte.SIZE;
            draft.bytes = entry.bytes();
            draft.before = known.remove(index);
            if (entry.isAlive()) {
                draft.after = KeyRows.of(index, entry);
                known.put(index, draft.after);
            }
        }
    }

    @Override
    public synchronized void origin(long sequence, int qpNumber, int wqeIndex, boolean again) {
        Draft draft = draft(sequence);
        if (draft != null) {
            String host = draft.event.stamp().host();
            draft.qp = qpNumber;
            draft.again = again;
            if (wqeIndex >= 0) {
                draft.cause = causes.fetched(host, qpNumber, wqeIndex);
                draft.wr = causes.request(host, qpNumber, wqeIndex);
            }
        }
    }

    @Override
    public synchronized void arrived(String host, byte[] header) {
        arrivals.put(host, header);
        Long sent = underway.remove(HEX.formatHex(header));
        Draft draft = sent == null ? null : draft(sent);
        if (draft != null) {
            draft.to = host;
            causes.arrived(host, draft.event.stamp().sequence());
        }
    }

    /** How many events came before the first one that is kept. */
    public synchronized long dropped() {
        return dropped;
    }

    /** The events that are kept, in order. */
    public synchronized List<EventRow> rows() {
        return drafts.stream().map(Draft::row).toList();
    }

    /** One of the newest events, by its sequence; null when it is not kept. */
    private @Nullable Draft draft(long sequence) {
        var newestFirst = drafts.descendingIterator();
        while (newestFirst.hasNext()) {
            Draft draft = newestFirst.next();
            long its = draft.event.stamp().sequence();
            if (its <= sequence) {
                return its == sequence ? draft : null;
            }
        }
        return null;
    }

    /** An event about which more may become known. */
    private static final class Draft {
        final JournalEvent event;
        final double cost;

        @Nullable
        Long cause;

        @Nullable
        Integer qp;

        @Nullable
        Long wr;

        @Nullable
        String to;

        boolean again;
        byte @Nullable [] bytes;

        @Nullable
        KeyRow before;

        @Nullable
        KeyRow after;

        EventRow.@Nullable RefusalRow refusal;

        Draft(JournalEvent event, @Nullable Long cause, double cost) {
            this.event = event;
            this.cause = cause;
            this.cost = cost;
        }

        EventRow row() {
            Stamp stamp = event.stamp();
            Facts facts = Facts.of(event);
            byte[] shown = event instanceof JournalEvent.PacketSent sent ? sent.header() : bytes;
            return new EventRow(
                    stamp.sequence(),
                    stamp.nanos(),
                    stamp.host(),
                    stamp.layer().toString(),
                    event.getClass().getSimpleName(),
                    event.text(),
                    cost == 0 ? null : cost,
                    cause,
                    qp == null ? facts.qp() : qp,
                    wr == null ? facts.wr() : wr,
                    facts.state(),
                    facts.errno(),
                    facts.pages(),
                    facts.translations(),
                    before,
                    after,
                    packet(),
                    refusal,
                    shown == null ? null : facts.of(),
                    shown == null ? null : HEX.formatHex(shown));
        }

        private EventRow.@Nullable PacketRow packet() {
            return switch (event) {
                case JournalEvent.PacketSent sent -> PacketRows.of(sent, to, again);
                case JournalEvent.PacketsSent sent -> PacketRows.of(sent);
                default -> null;
            };
        }
    }
}
