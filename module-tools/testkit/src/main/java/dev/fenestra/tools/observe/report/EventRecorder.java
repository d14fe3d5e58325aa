package dev.fenestra.tools.observe.report;

import dev.fenestra.hw.sim.hca.observe.KeyEntry;
import dev.fenestra.hw.sim.hca.observe.TranslationChange;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.tools.observe.cost.CostModel;
import dev.fenestra.tools.observe.journal.EventDetails;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.journal.JournalEvent;
import dev.fenestra.tools.observe.journal.PacketDetails;
import dev.fenestra.tools.observe.report.JournalFile.Chapter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keeps the last {@value #CAPACITY} events of a journal, each with everything that is known about it. */
public final class EventRecorder implements Consumer<JournalEvent>, EventDetails {
    /** Most events that are kept. */
    public static final int CAPACITY = 1_000_000;

    private final CostModel prices = CostModel.builtIn();
    private final Causes causes = new Causes();
    private final KeyTable keys = new KeyTable();
    private final ProgramLog programs = new ProgramLog();
    private final Transmissions transmissions = new Transmissions();
    private final Map<String, byte[]> arrivals = new HashMap<>();
    /** Packets that are noted together; their event follows. */
    private final Map<Long, PacketNote> runs = new HashMap<>();

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
            programs.forgotten(drafts.removeFirst().event.stamp().sequence());
            dropped++;
        }
        programs.noted(event);
        Draft draft = new Draft(event, causes.of(event), prices.nanos(event.charges()));
        switch (event) {
            case JournalEvent.PacketsSent sent ->
                draft.packet = runs.remove(sent.stamp().sequence());
            case JournalEvent.Refused refused -> {
                String host = refused.stamp().host();
                draft.refusal = Refusals.of(refused.refusal(), arrivals.get(host), keys.of(host), keys.boundOf(host));
            }
            case JournalEvent.DutyBroken found -> draft.refusal = Refusals.of(found.broken());
            case JournalEvent.WqeFetched fetched ->
                draft.wr = causes.request(fetched.stamp().host(), fetched.qpNumber(), fetched.index());
            case JournalEvent.PagesTaken taken -> keys.taken(taken);
            default -> {}
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
    public synchronized void arguments(long sequence, CallArguments arguments) {
        Draft draft = draft(sequence);
        if (draft != null) {
            draft.arguments = arguments;
        }
    }

    @Override
    public synchronized void entry(long sequence, KeyEntry entry) {
        Draft draft = draft(sequence);
        if (draft != null && draft.event instanceof JournalEvent.KeyChanged changed) {
            draft.bytes = entry.bytes();
            draft.changed(keys.changed(changed.stamp().host(), changed.key(), entry));
        }
    }

    @Override
    public synchronized void caller(long sequence, String process) {
        Draft draft = draft(sequence);
        if (draft != null) {
            programs.called(sequence, new ProgramLog.Program(draft.event.stamp().host(), process));
        }
    }

    @Override
    public synchronized void translations(long sequence, TranslationChange change) {
        Draft draft = draft(sequence);
        if (draft != null) {
            draft.translations = change;
            draft.changed(keys.translated(draft.event.stamp().host(), change));
        }
    }

    @Override
    public synchronized void sent(long sequence, PacketDetails packet) {
        Long original = transmissions.original(sequence, packet);
        Draft draft = draft(sequence);
        PacketNote note = draft == null ? runs.computeIfAbsent(sequence, _ -> new PacketNote()) : note(draft);
        if (note.details == null) {
            note.details = packet;
            note.original = original;
            note.qp = packet.packet().qpn();
        }
        if (packet.packet().hasWqe()) {
            int wqeIndex = packet.packet().wqeIndex();
            note.cause = causes.fetched(packet.host(), packet.packet().qpn(), wqeIndex);
            note.wr = causes.request(packet.host(), packet.packet().qpn(), wqeIndex);
        }
    }

    @Override
    public synchronized void arrived(long sequence, String host, byte[] header, long time) {
        arrivals.put(host, header);
        Draft draft = sequence < 0 ? null : draft(sequence);
        PacketNote note = draft == null ? runs.get(sequence) : note(draft);
        if (note != null) {
            note.to = host;
            note.arrives = time;
            causes.arrived(host, sequence);
        }
    }

    /** What is known of the packet, or the packets, of an event. */
    private static PacketNote note(Draft draft) {
        PacketNote known = draft.packet == null ? new PacketNote() : draft.packet;
        draft.packet = known;
        return known;
    }

    /** How many events came before the first one that is kept. */
    public synchronized long dropped() {
        return dropped;
    }

    /** The events that are kept, in order. */
    public synchronized List<EventRow> rows() {
        return drafts.stream().map(Draft::row).toList();
    }

    /** The programs and their connections, as chapters; empty when no program has made a system call. */
    synchronized List<Chapter> programs(List<EventRow> rows) {
        return ProgramChapters.of(rows, programs);
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
}
