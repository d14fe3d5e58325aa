package dev.fenestra.tools.demo;

import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.TestBench;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** The system calls that the process of each host has made, so far or between two moments. */
record Transitions(SequencedMap<String, Map<SystemCall, Long>> byHost) {

    static Transitions of(TestBench bench) {
        SequencedMap<String, Map<SystemCall, Long>> counts = new LinkedHashMap<>();
        for (BenchHost host : bench.hosts()) {
            counts.put(host.name(), host.process().transitions().counts());
        }
        return new Transitions(counts);
    }

    /** The calls made since an earlier moment. */
    Transitions since(Transitions earlier) {
        SequencedMap<String, Map<SystemCall, Long>> made = new LinkedHashMap<>();
        byHost.forEach((host, counts) ->
                made.put(host, difference(counts, earlier.byHost.getOrDefault(host, Map.of()))));
        return new Transitions(made);
    }

    /** For example {@code bob: REG_MR 1, ALLOC_MW 1}, or 0. */
    @Override
    public String toString() {
        String text = byHost.entrySet().stream()
                .filter(host -> !host.getValue().isEmpty())
                .map(host -> host.getKey() + ": " + text(host.getValue()))
                .collect(Collectors.joining("; "));
        return text.isEmpty() ? "0" : text;
    }

    private static Map<SystemCall, Long> difference(Map<SystemCall, Long> now, Map<SystemCall, Long> earlier) {
        Map<SystemCall, Long> made = new EnumMap<>(SystemCall.class);
        now.forEach((call, count) -> {
            long more = count - earlier.getOrDefault(call, 0L);
            if (more > 0) {
                made.put(call, more);
            }
        });
        return made;
    }

    private static String text(Map<SystemCall, Long> counts) {
        return counts.entrySet().stream()
                .map(call -> call.getKey() + " " + call.getValue())
                .collect(Collectors.joining(", "));
    }
}
