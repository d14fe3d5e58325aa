package dev.fenestra.tools.proof.mutate;

import dev.fenestra.tools.proof.mutate.operator.Point;
import dev.fenestra.tools.proof.mutate.worker.Lines;
import dev.fenestra.tools.proof.mutate.worker.Reached;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Which case reaches which line, and which has noticed a defect in which method. Several threads may use it. */
final class Coverage {
    private static final Comparator<Reached> QUICK_FIRST = Comparator.comparing(
                    (Reached one) -> one.id().equals(Reached.ORACLE))
            .thenComparing(Reached::nanos)
            .thenComparing(Reached::id);

    private final Lines lines;
    private final List<Reached> cases;
    /** Ids by method, the last one first. */
    private final Map<String, List<String>> watchful = new ConcurrentHashMap<>();

    Coverage(Lines lines, List<Reached> cases) {
        this.lines = lines;
        this.cases =
                cases.stream().filter(Reached::isPassed).sorted(QUICK_FIRST).toList();
    }

    /**
     * The cases that reach the line of a defect. Cases that have noticed one in its method come first, then quick ones.
     */
    List<Reached> reaching(Point point) {
        int line = lines.number(point.className(), point.line());
        List<String> first = watchful.getOrDefault(method(point), List.of());
        return line < 0
                ? List.of()
                : cases.stream()
                        .filter(one -> one.lines().get(line))
                        .sorted(Comparator.comparingInt(one -> place(first, one.id())))
                        .toList();
    }

    /** A case has noticed a defect. */
    void noticed(Point point, String id) {
        watchful.merge(
                method(point),
                List.of(id),
                (old, fresh) ->
                        Stream.concat(fresh.stream(), old.stream()).distinct().toList());
    }

    private static int place(List<String> first, String id) {
        int place = first.indexOf(id);
        return place < 0 ? first.size() : place;
    }

    private static String method(Point point) {
        return point.className() + "." + point.method() + point.descriptor();
    }
}
