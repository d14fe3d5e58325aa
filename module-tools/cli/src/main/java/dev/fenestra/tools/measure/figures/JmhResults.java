package dev.fenestra.tools.measure.figures;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the JSON that JMH writes. It has members that are not used here. */
final class JmhResults {
    private static final String ALLOCATED = "gc.alloc.rate.norm";
    private static final List<String> PERCENTILES = List.of("50.0", "90.0", "99.0", "99.9");

    private JmhResults() {}

    static List<Figure> parse(String json) {
        try {
            List<Figure> figures = new ArrayList<>();
            for (Result result : Json.read(json, Result[].class)) {
                figures.add(result.figure());
            }
            return figures;
        } catch (InputException e) {
            throw new IllegalArgumentException("the results of JMH cannot be read: " + e.getMessage(), e);
        }
    }

    /** The result of one benchmark. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    private record Result(
            String benchmark,
            String mode,
            @Nullable Map<String, String> params,
            Primary primaryMetric,
            Map<String, Metric> secondaryMetrics) {

        Figure figure() {
            boolean isSampled = mode.equals("sample");
            Map<String, Double> others = new TreeMap<>();
            if (isSampled) {
                PERCENTILES.forEach(one -> others.put("p" + one, primaryMetric.scorePercentiles.get(one)));
            }
            secondaryMetrics.forEach((name, metric) -> {
                if (name.endsWith(ALLOCATED)) {
                    others.put("bytesPerOp", metric.median());
                } else if (name.indexOf('.') < 0) {
                    others.put(name, metric.median());
                }
            });
            List<Double> rounds = isSampled ? List.of(primaryMetric.score) : rounds(primaryMetric.rawData);
            return new Figure(
                    shortName(benchmark),
                    params == null ? Map.of() : params,
                    JmhResults.median(rounds),
                    Collections.min(rounds),
                    Collections.max(rounds),
                    primaryMetric.scoreUnit,
                    others);
        }
    }

    /** The metric of a benchmark. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    private record Primary(
            double score,
            String scoreUnit,
            Map<String, Double> scorePercentiles,
            @Nullable List<List<Double>> rawData) {}

    /** A secondary metric of it. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    private record Metric(double score, @Nullable List<List<Double>> rawData) {
        double median() {
            List<Double> rounds = rounds(rawData);
            return rounds.isEmpty() ? score : JmhResults.median(rounds);
        }
    }

    private static String shortName(String name) {
        return name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1);
    }

    /** The rounds of all forks. */
    private static List<Double> rounds(@Nullable List<List<Double>> forks) {
        return forks == null ? List.of() : forks.stream().flatMap(List::stream).toList();
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
