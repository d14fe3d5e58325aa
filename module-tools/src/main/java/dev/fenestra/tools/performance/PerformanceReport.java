package dev.fenestra.tools.performance;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Figures of a run, and what is made of them: a JSON file, charts, and tables that take their place in a page of documentation. The same
 * figures always give the same bytes.
 *
 * @param machine what they were measured on
 */
public record PerformanceReport(String machine, List<Figure> figures) {
    private static final String BEGIN = "<!-- figures: written by ./fenestra bench --report -->";
    private static final String END = "<!-- end of figures -->";
    private static final Gson GSON = new GsonBuilder().setPrettyPrinting().create();

    public PerformanceReport {
        figures = figures.stream()
                .sorted(Comparator.comparing(Figure::benchmark)
                        .thenComparing(figure -> figure.parameters().toString()))
                .toList();
    }

    /**
     * Figures of benchmarks that ran just now.
     *
     * @param jmh the JSON that JMH wrote
     */
    public static PerformanceReport ofJmh(String jmh) {
        String machine = "%s %s, %d processors, JDK %s"
                .formatted(
                        System.getProperty("os.name"),
                        System.getProperty("os.arch"),
                        Runtime.getRuntime().availableProcessors(),
                        Runtime.version());
        return new PerformanceReport(machine, JmhResults.parse(jmh));
    }

    /** Reads what {@link #json} wrote; {@link IllegalArgumentException} for anything else. */
    public static PerformanceReport parse(String json) {
        try {
            Figures read = GSON.fromJson(json, Figures.class);
            if (read == null || read.machine == null || read.figures == null) {
                throw new IllegalArgumentException("no figures in it");
            }
            return new PerformanceReport(read.machine, read.figures);
        } catch (JsonParseException e) {
            throw new IllegalArgumentException("not the figures of a run: " + e.getMessage(), e);
        }
    }

    /** As JSON. */
    public String json() {
        return GSON.toJson(new Figures(machine, figures)) + "\n";
    }

    private record Figures(String machine, List<Figure> figures) {}

    /**
     * Writes the figures beside a page, as {@code NAME.json}, charts into the folder {@code NAME}, and tables into the page, where it
     * has a place for them.
     *
     * @param page a Markdown file, for example {@code docs/performance.md}
     * @throws IOException when the page cannot be read or written, or has no place for figures
     */
    public void writeInto(Path page) throws IOException {
        checkPage(page);
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        String name = page.getFileName().toString().replaceFirst("\\.md$", "");
        Path folder = Files.createDirectories(page.resolveSibling(name));
        for (Map.Entry<String, LineChart> chart : Charts.of(figures).entrySet()) {
            Files.writeString(folder.resolve(chart.getKey()), chart.getValue().svg());
        }
        Files.writeString(page.resolveSibling(name + ".json"), json());
        Files.writeString(page, text.substring(0, begin) + BEGIN + "\n\n" + markdown(name) + text.substring(end));
    }

    /**
     * What {@link #writeInto} would complain about; to be asked before a quarter of an hour of measuring.
     *
     * @throws IOException when the page cannot be read, or has no place for figures
     */
    public static void checkPage(Path page) throws IOException {
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN);
        if (begin < 0 || text.indexOf(END) < begin) {
            throw new IOException(
                    page + " has no place for figures: a line \"" + BEGIN + "\", and later \"" + END + "\"");
        }
    }

    private String markdown(String folder) {
        StringBuilder text = new StringBuilder("Measured on " + machine + ".\n\n" + targets() + "\n" + all() + "\n");
        Charts.of(figures)
                .forEach((file, chart) -> text.append("![%s](%s/%s)\n\n".formatted(chart.title(), folder, file)));
        return text.toString();
    }

    /** The targets, and what was reached, as a table in Markdown. */
    public String targets() {
        StringBuilder table = new StringBuilder("| what | target | measured | |\n|---|---:|---:|---|\n");
        for (Target target : Target.values()) {
            OptionalDouble reached = target.reached(figures);
            String sign = target.kind == Target.Kind.SHARE || target.kind == Target.Kind.TIMES ? "x" : target.kind.unit;
            String measured = reached.isPresent() ? number(reached.getAsDouble()) + " " + sign : "not measured";
            String verdict = reached.isEmpty() ? "" : target.isMetBy(reached.getAsDouble()) ? "met" : "missed";
            table.append(
                    "| %s | %s %s | %s | %s |\n".formatted(target.text, number(target.goal), sign, measured, verdict));
        }
        return table.toString();
    }

    private String all() {
        StringBuilder table =
                new StringBuilder("| benchmark | parameters | median | lowest | highest | unit | against its limit |\n"
                        + "|---|---|---:|---:|---:|---|---:|\n");
        for (Figure figure : figures) {
            OptionalDouble share = figure.share();
            table.append("| %s | %s | %s | %s | %s | %s | %s |\n"
                    .formatted(
                            figure.benchmark(),
                            parameters(figure),
                            number(figure.score()),
                            number(figure.lowest()),
                            number(figure.highest()),
                            figure.unit(),
                            share.isPresent() ? number(share.getAsDouble()) : ""));
        }
        return table.toString();
    }

    private static String parameters(Figure figure) {
        return figure.parameters().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(one -> one.getKey() + "=" + one.getValue())
                .reduce((a, b) -> a + ", " + b)
                .orElse("");
    }

    /** Three digits, or all before the point. */
    private static String number(double value) {
        double size = Math.abs(value);
        int decimals = size >= 100 || value == Math.rint(value) ? 0 : size >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
