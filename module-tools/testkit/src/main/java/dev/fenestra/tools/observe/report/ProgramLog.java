package dev.fenestra.tools.observe.report;

import dev.fenestra.tools.observe.journal.JournalEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which program made which system call, and whose each QP is. A driver and its device work for a call on the thread of
 * the call, so QPs that change while a call runs are those of its program.
 */
final class ProgramLog {
    /**
     * A process of a host.
     *
     * @param name of a served program: its name, a hyphen, and its number
     */
    record Program(String host, String name) {}

    /** One end of a connection. */
    record End(String host, int qp) {}

    /**
     * A QP belongs to a program from an event on.
     *
     * @param sequence of the event
     */
    record Birth(long sequence, End end, Program program) {}

    /** What a thread has done since a driver was called. */
    private record Running(String host, List<JournalEvent.QpStateChanged> changes) {}

    private final Map<Long, Program> callers = new HashMap<>();
    private final Map<Long, Running> running = new HashMap<>();
    private final Map<End, Program> owners = new HashMap<>();
    private final List<Birth> births = new ArrayList<>();

    /** Notes an event of the present thread. */
    void noted(JournalEvent event) {
        long thread = Thread.currentThread().threadId();
        switch (event) {
            case JournalEvent.ProviderCalled called ->
                running.putIfAbsent(thread, new Running(called.stamp().host(), new ArrayList<>()));
            case JournalEvent.QpStateChanged change -> {
                Running call = running.get(thread);
                if (call != null && call.host().equals(change.stamp().host())) {
                    call.changes().add(change);
                }
            }
            default -> {}
        }
    }

    /** The present thread has made a system call for a program. */
    void called(long sequence, Program program) {
        callers.put(sequence, program);
        Running call = running.remove(Thread.currentThread().threadId());
        if (call == null || !call.host().equals(program.host())) {
            return;
        }
        for (JournalEvent.QpStateChanged change : call.changes()) {
            End end = new End(program.host(), change.qpNumber());
            if (!program.equals(owners.put(end, program))) {
                births.add(new Birth(change.stamp().sequence(), end, program));
            }
        }
    }

    /** An event is kept no longer. */
    void forgotten(long sequence) {
        callers.remove(sequence);
    }

    /** {@return the program of each system call that is kept, by its sequence} */
    Map<Long, Program> callers() {
        return Map.copyOf(callers);
    }

    /** {@return all QPs with their programs, in the order in which they were made} */
    List<Birth> births() {
        return List.copyOf(births);
    }
}
