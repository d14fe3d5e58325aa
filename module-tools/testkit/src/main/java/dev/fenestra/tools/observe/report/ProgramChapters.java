package dev.fenestra.tools.observe.report;

import dev.fenestra.tools.observe.report.JournalFile.Chapter;
import dev.fenestra.tools.observe.report.ProgramLog.Birth;
import dev.fenestra.tools.observe.report.ProgramLog.End;
import dev.fenestra.tools.observe.report.ProgramLog.Program;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Chapters of a journal of programs that run at the same time. A chapter of level 1 is a program, from its first event
 * to its last; one of level 2 is a connection: two QPs that have sent packets to each other. Chapters of one level may
 * overlap.
 */
final class ProgramChapters {
    private static final Pattern SERVED = Pattern.compile("(.+)-(\\d+)");

    private final Map<Long, Program> callers;
    private final Deque<Birth> births;
    /** The QP that has a number now. */
    private final Map<End, Qp> present = new HashMap<>();

    private final Map<Program, Tale> programs = new LinkedHashMap<>();
    private final Map<Connection, Tale> connections = new LinkedHashMap<>();

    /** By host: the rule of a refusal whose system call has not returned yet. */
    private final Map<String, String> refused = new HashMap<>();

    /**
     * A QP of a program. Another program may have one of the same number later.
     *
     * @param tale its events
     */
    private record Qp(End end, @Nullable Program program, Tale tale) {
        @Override
        public String toString() {
            return String.format("%s QP 0x%x", end.host(), end.qp());
        }
    }

    /** Two QPs, in the order of their names. */
    private record Connection(Qp one, Qp other) {
        static Connection of(Qp from, Qp to) {
            boolean isOrdered = from.toString().compareTo(to.toString()) <= 0;
            return isOrdered ? new Connection(from, to) : new Connection(to, from);
        }
    }

    /** What is told of a program, a QP or a connection. */
    private static final class Tale {
        private long first = Long.MAX_VALUE;
        private long last = -1;
        private int calls;
        private int queuePairs;
        private long packets;
        private final Set<String> rules = new TreeSet<>();

        void spans(long from, long to) {
            first = Math.min(first, from);
            last = Math.max(last, to);
        }

        void holds(Tale other) {
            spans(other.first, other.last);
            rules.addAll(other.rules);
        }

        String sentence(String what) {
            return what + (rules.isEmpty() ? "." : "; refused by " + String.join(", ", rules) + ".");
        }
    }

    private ProgramChapters(ProgramLog log) {
        callers = log.callers();
        births = new ArrayDeque<>(log.births());
    }

    /** {@return the chapters in order; empty when no program is known} */
    static List<Chapter> of(List<EventRow> events, ProgramLog log) {
        ProgramChapters chapters = new ProgramChapters(log);
        events.forEach(chapters::note);
        return chapters.all();
    }

    private void note(EventRow event) {
        while (!births.isEmpty() && births.getFirst().sequence() <= event.n()) {
            Birth birth = births.removeFirst();
            present.put(birth.end(), new Qp(birth.end(), birth.program(), new Tale()));
            tale(birth.program()).queuePairs++;
        }
        Program caller = callers.get(event.n());
        if (caller != null) {
            called(event, tale(caller));
        }
        if (event.refusal() != null) {
            refused(event, event.refusal());
        }
        if (event.qp() != null) {
            Qp qp = qp(event.host(), event.qp());
            qp.tale().spans(event.n(), event.n());
            arrived(event, qp);
        }
    }

    private void called(EventRow event, Tale program) {
        program.calls++;
        program.spans(event.n(), event.n());
        String rule = refused.remove(event.host());
        if (rule != null && event.errno() != null) {
            program.rules.add(rule);
        }
    }

    private void refused(EventRow event, EventRow.RefusalRow refusal) {
        EventRow.AccessRow access = refusal.access();
        if (access == null) {
            refused.put(event.host(), refusal.rule());
        } else {
            Tale qp = qp(event.host(), access.qp()).tale();
            qp.rules.add(refusal.rule());
            qp.spans(event.n(), event.n());
        }
    }

    /** Two QPs are connected when a packet of one has reached the other. */
    private void arrived(EventRow event, Qp from) {
        EventRow.PacketRow packet = event.packet();
        if (packet != null && packet.to() != null) {
            Qp to = qp(packet.to(), packet.toQp());
            connections.computeIfAbsent(Connection.of(from, to), _ -> new Tale()).packets += packet.count();
        }
    }

    private Tale tale(Program program) {
        return programs.computeIfAbsent(program, _ -> new Tale());
    }

    private Qp qp(String host, int number) {
        return present.computeIfAbsent(new End(host, number), end -> new Qp(end, null, new Tale()));
    }

    private List<Chapter> all() {
        connections.forEach(ProgramChapters::gather);
        connections.forEach(this::widen);
        List<Chapter> chapters = new ArrayList<>();
        programs.entrySet().stream()
                .filter(program -> program.getValue().last >= 0)
                .sorted(Comparator.comparingLong(program -> program.getValue().first))
                .forEach(program -> chapters.add(chapter(chapters.size() + 1, program.getKey(), program.getValue())));
        int nth = 0;
        for (Map.Entry<Connection, Tale> connection : connections.entrySet()) {
            nth++;
            chapters.add(chapter("c" + nth, connection.getKey(), connection.getValue()));
        }
        return chapters.stream()
                .sorted(Comparator.comparingLong(Chapter::first).thenComparingInt(Chapter::level))
                .toList();
    }

    private static void gather(Connection connection, Tale tale) {
        tale.holds(connection.one().tale());
        tale.holds(connection.other().tale());
    }

    /** A connection lies inside of its programs. */
    private void widen(Connection connection, Tale tale) {
        widen(connection.one(), tale);
        widen(connection.other(), tale);
    }

    private void widen(Qp end, Tale connection) {
        if (end.program() != null) {
            tale(end.program()).holds(connection);
        }
    }

    private static Chapter chapter(int number, Program program, Tale tale) {
        String title = program.host() + ": " + name(program);
        String what = counted(tale.calls, "system call") + ", " + counted(tale.queuePairs, "QP");
        return new Chapter(1, String.valueOf(number), title, tale.sentence(what), "", tale.first, tale.last);
    }

    private static String name(Program program) {
        Matcher served = SERVED.matcher(program.name());
        if (served.matches()) {
            return served.group(1) + " (pid " + served.group(2) + ")";
        }
        return program.name().equals(program.host()) ? "the host's own process" : program.name();
    }

    private static String counted(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    private static Chapter chapter(String number, Connection connection, Tale tale) {
        String title = connection.one() + " and " + connection.other();
        return new Chapter(
                2,
                number,
                title,
                tale.sentence(counted(tale.packets, "packet") + " arrived"),
                "",
                tale.first,
                tale.last);
    }
}
