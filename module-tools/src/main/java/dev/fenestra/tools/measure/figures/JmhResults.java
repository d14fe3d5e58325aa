package dev.fenestra.tools.measure.figures;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads the JSON that JMH writes. */
final class JmhResults {
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private JmhResults() {}

    static List<Figure> parse(String json) {
        List<Figure> figures = new ArrayList<>();
        for (JsonElement element : JsonParser.parseString(json).getAsJsonArray()) {
            figures.add(figure(element.getAsJsonObject()));
        }
        return figures;
    }

    private static Figure figure(JsonObject result) {
        JsonObject primary = result.getAsJsonObject("primaryMetric");
        Map<String, Double> others = new TreeMap<>();
        JsonObject percentiles = primary.getAsJsonObject("scorePercentiles");
        boolean isSampled = result.get("mode").getAsString().equals("sample");
        if (isSampled) {
            for (String percentile : List.of("50.0", "90.0", "99.0", "99.9")) {
                others.put("p" + percentile, percentiles.get(percentile).getAsDouble());
            }
        }
        JsonObject secondary = result.getAsJsonObject("secondaryMetrics");
        for (Map.Entry<String, JsonElement> metric : secondary.entrySet()) {
            String name = metric.getKey();
            if (name.endsWith(ALLOCATED)) {
                others.put("bytesPerOp", median(metric.getValue().getAsJsonObject()));
            } else if (name.indexOf('.') < 0) {
                others.put(name, median(metric.getValue().getAsJsonObject()));
            }
        }
        List<Double> rounds = isSampled ? List.of(primary.get("score").getAsDouble()) : rounds(primary);
        return new Figure(
                shortName(result.get("benchmark").getAsString()),
                parameters(result),
                median(rounds),
                Collections.min(rounds),
                Collections.max(rounds),
                primary.get("scoreUnit").getAsString(),
                others);
    }

    private static Map<String, String> parameters(JsonObject result) {
        Map<String, String> parameters = new TreeMap<>();
        if (result.has("params")) {
            result.getAsJsonObject("params")
                    .entrySet()
                    .forEach(one -> parameters.put(one.getKey(), one.getValue().getAsString()));
        }
        return parameters;
    }

    private static String shortName(String name) {
        return name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1);
    }

    private static double median(JsonObject metric) {
        List<Double> rounds = rounds(metric);
        return rounds.isEmpty() ? metric.get("score").getAsDouble() : median(rounds);
    }

    private static List<Double> rounds(JsonObject metric) {
        List<Double> rounds = new ArrayList<>();
        if (metric.has("rawData")) {
            for (JsonElement fork : metric.getAsJsonArray("rawData")) {
                JsonArray ofFork = fork.getAsJsonArray();
                ofFork.forEach(round -> rounds.add(round.getAsDouble()));
            }
        }
        return rounds;
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
