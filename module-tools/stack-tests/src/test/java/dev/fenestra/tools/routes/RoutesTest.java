package dev.fenestra.tools.routes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The routes on the pages are those that calls take. */
class RoutesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path MADE = Path.of("target");
    private static final Pattern WORD = Pattern.compile("`(\\w+)`");

    private static List<RoutePlan> plans;
    private static SequencedMap<String, LoggedTrip> logs;

    @BeforeAll
    static void log(@TempDir Path folder) throws IOException, InterruptedException {
        plans = RoutePlan.read();
        logs = LoggedTrip.all(folder);
    }

    @Test
    void shouldTellEachTripAndNoOther() {
        assertEquals(
                List.copyOf(logs.keySet()),
                plans.stream().flatMap(plan -> plan.trips().stream()).toList());
    }

    @Test
    void shouldEnterEachMethodInTheOrderOfTheRoute() {
        assertEquals(
                List.of(),
                plans.stream()
                        .flatMap(plan -> plan.trips().stream().flatMap(trip -> complaints(plan, trip)))
                        .toList());
    }

    private static Stream<String> complaints(RoutePlan plan, String trip) {
        return logs.get(trip).complaints(trip, plan.methods(trip)).stream();
    }

    /** A breakpoint names one class, and what to look at is a word of its source. */
    @Test
    void shouldNameOneClassAndWordsOfItsSource() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (RoutePlan plan : plans) {
            for (RoutePlan.Step step : plan.steps()) {
                String trip = step.isOn(false)
                        ? plan.trips().getFirst()
                        : plan.trips().getLast();
                List<String> classes = logs.get(trip).classesOf(step.method());
                if (classes.size() != 1) {
                    wrong.add(step.method() + " is of " + classes);
                } else {
                    String source = source(classes.getFirst());
                    WORD.matcher(step.look())
                            .results()
                            .map(word -> word.group(1))
                            .filter(word -> !Pattern.compile("\\b" + word + "\\b")
                                    .matcher(source)
                                    .find())
                            .forEach(word -> wrong.add(step.method() + " knows no " + word));
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    private static String source(String type) throws IOException {
        String path = "src/main/java/" + type.replace('.', '/') + ".java";
        try (Stream<Path> modules = Files.list(ROOT);
                Stream<Path> parts = Files.list(ROOT.resolve("module-tools"))) {
            Path file = Stream.concat(modules, parts)
                    .map(module -> module.resolve(path))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow();
            return Files.readString(file);
        }
    }

    @Test
    void shouldShowTheRoutesAndTheCountsOfFilesInTheArchitecture() throws IOException {
        String page = Files.readString(ROOT.resolve("ARCHITECTURE.md"));
        int begin = page.indexOf(RoutePages.BEGIN);
        int end = page.indexOf(RoutePages.END);
        assertTrue(0 < begin && begin < end, "the marks of the routes are gone");
        String part = "\n\n" + new RoutePages(plans).part(logs) + "\n";
        String made = page.substring(0, begin) + RoutePages.BEGIN + part + page.substring(end);
        Files.writeString(MADE.resolve("ARCHITECTURE.md"), made);
        assertEquals(made, page, "copy module-tools/target/ARCHITECTURE.md to ARCHITECTURE.md");
    }

    @Test
    void shouldShowTheBreakpoints() throws IOException {
        String made = new RoutePages(plans).page();
        Files.writeString(MADE.resolve("routes.md"), made);
        Path page = ROOT.resolve("docs/generated/routes.md");
        assertEquals(
                made,
                Files.exists(page) ? Files.readString(page) : "",
                "copy module-tools/target/routes.md to docs/generated/routes.md");
    }

    @Test
    void shouldFindMethodsThatAreNotEnteredAndThoseOutOfOrder() {
        LoggedTrip log = new LoggedTrip(2, List.of("a.One.go", "b.Two.go"), List.of("b.Two.go", "a.One.go"));

        assertEquals(
                List.of("T: Two.go is entered before the one above it"),
                log.complaints("T", List.of("One.go", "Two.go")));
        assertEquals(
                List.of("T, first time: One.gone is not entered", "T: One.gone is not entered"),
                log.complaints("T", List.of("One.gone")));
    }
}
