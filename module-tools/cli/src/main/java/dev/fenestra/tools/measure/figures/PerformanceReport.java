package dev.fenestra.tools.measure.figures;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.InputFile;
import dev.fenestra.tools.input.Json;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.input.OutputFile;
import dev.fenestra.tools.measure.chart.Diagram;
import dev.fenestra.tools.page.FiguresPage;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Figures of a run, and their presentation: a JSON file, charts, and tables in a page of documentation. The same
 * figures always give the same bytes.
 *
 * @param machine the machine that they were measured on
 */
public record PerformanceReport(String machine, List<Figure> figures) {
    private static final Place RATIOS = new Place("ratios");
    private static final Place FIGURES = new Place("figures");

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

    /** Reads what {@link #json} wrote; {@link InputException} for anything else. */
    public static PerformanceReport parse(String json) throws InputException {
        Figures read = Json.read(json, Figures.class);
        return new PerformanceReport(read.machine, read.figures);
    }

    /** As JSON. */
    public String json() {
        return Json.write(new Figures(machine, figures)) + "\n";
    }

    /** A part of a page that is written anew, between two comments. */
    private record Place(String name) {
        private String begin() {
            return "<!-- " + name + ": written by ./fenestra bench --report -->";
        }

        private String end() {
            return "<!-- end of " + name + " -->";
        }

        void check(String text) throws InputException {
            int begin = text.indexOf(begin());
            if (begin < 0 || text.indexOf(end()) < begin) {
                throw new InputException(
                        "expected a place for %s: a line \"%s\", and later \"%s\"".formatted(name, begin(), end()));
            }
        }

        String fill(String text, String content) {
            int begin = text.indexOf(begin());
            int end = text.indexOf(end());
            return text.substring(0, begin) + begin() + "\n\n" + content + text.substring(end);
        }
    }

    /** The file of figures. */
    private record Figures(String machine, List<Figure> figures) {}

    /**
     * Writes the figures beside a page, as {@code NAME.json}, charts into the folder {@code NAME}, and tables into the
     * page, where it has a place for them.
     *
     * @param page a Markdown file, for example {@code docs/performance.md}
     * @throws InputException when the page cannot be read, or has no place for figures
     * @throws OutputException when one of the files cannot be written
     */
    public void writeInto(Path page) throws InputException, OutputException {
        checkPage(page);
        String text = page(page);
        String name = name(page);
        Path folder = page.resolveSibling(name);
        OutputFile.createFolder(folder);
        Map<String, Diagram> first = Charts.first(figures);
        Map<String, Diagram> others = Charts.others(figures);
        draw(folder, first);
        draw(folder, others);
        OutputFile.write(page.resolveSibling(name + ".json"), json());
        String ratios = targets() + "\n" + pictures(name, first);
        String all = "Measured on " + machine + ".\n\n" + Markdown.of(FigureTables.figures(figures)) + "\n"
                + pictures(name, others);
        OutputFile.write(page, FIGURES.fill(RATIOS.fill(text, ratios), all));
    }

    private static void draw(Path folder, Map<String, Diagram> charts) throws OutputException {
        for (Map.Entry<String, Diagram> chart : charts.entrySet()) {
            OutputFile.write(folder.resolve(chart.getKey()), chart.getValue().svg());
        }
    }

    /**
     * Checks the preconditions of {@link #writeInto}. Call it before a quarter of an hour of measuring.
     *
     * @throws InputException when the page cannot be read, or has no place for figures
     * @throws OutputException when it cannot be written, nor the file of figures
     */
    public static void checkPage(Path page) throws InputException, OutputException {
        page(page);
        OutputFile.check(page);
        OutputFile.check(page.resolveSibling(name(page) + ".json"));
    }

    private static String page(Path page) throws InputException {
        return InputFile.read(page, text -> {
            RATIOS.check(text);
            FIGURES.check(text);
            return text;
        });
    }

    private static String name(Path page) {
        return page.getFileName().toString().replaceFirst("\\.md$", "");
    }

    private static String pictures(String folder, Map<String, Diagram> charts) {
        StringBuilder text = new StringBuilder();
        charts.forEach((file, chart) -> text.append("![%s](%s/%s)\n\n".formatted(chart.title(), folder, file)));
        return text.toString();
    }

    /** The targets and the measured values as a table in Markdown. */
    public String targets() {
        return Markdown.of(FigureTables.targets(figures));
    }

    /** Targets, charts and figures as one HTML page that needs no other file. */
    public String html() {
        return new FiguresPage(
                        machine,
                        FigureTables.targets(figures),
                        Stream.concat(Charts.first(figures).values().stream(), Charts.others(figures).values().stream())
                                .filter(Diagram::isDrawn)
                                .map(Diagram::chart)
                                .toList(),
                        FigureTables.figures(figures))
                .html();
    }
}
