package dev.fenestra.tools.routes;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A trip as {@code routes.txt} tells it.
 *
 * @param name of the trip
 * @param heading on both pages
 * @param introduction before the table of the debugger
 * @param steps in order, of both paths
 */
record RoutePlan(String name, String heading, String introduction, List<Step> steps) {
    private static final String FILE = "routes.txt";
    private static final String GENERAL = "-general";

    /**
     * A method on the way.
     *
     * @param path {@code all}, {@code both}, {@code fast} or {@code general}
     * @param isMain whether ARCHITECTURE.md has it
     * @param method its class and name
     * @param happens what happens there
     * @param look what to look at, as Markdown
     */
    record Step(String path, boolean isMain, String method, String happens, String look) {
        boolean isOn(boolean isGeneral) {
            return !path.equals(isGeneral ? "fast" : "general");
        }
    }

    static List<RoutePlan> read() throws IOException {
        List<RoutePlan> plans = new ArrayList<>();
        try (InputStream file = RoutePlan.class.getResourceAsStream(FILE)) {
            for (String line : new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (line.startsWith("trip ")) {
                    List<String> parts = parts(line.substring("trip ".length()));
                    plans.add(new RoutePlan(parts.get(0), parts.get(1), parts.get(2), new ArrayList<>()));
                } else if (!line.isBlank() && !line.startsWith("#")) {
                    plans.getLast().steps.add(step(parts(line)));
                }
            }
        }
        return plans;
    }

    private static List<String> parts(String line) {
        return Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
    }

    private static Step step(List<String> parts) {
        String path = parts.get(0);
        return new Step(path.replace("*", ""), path.endsWith("*"), parts.get(1), parts.get(2), parts.get(3));
    }

    boolean hasPaths() {
        return steps.stream().anyMatch(step -> step.path().equals("general"));
    }

    /** The trips that are logged: that of the fast path, and that of the general one beside it. */
    List<String> trips() {
        return hasPaths() ? List.of(name, name + GENERAL) : List.of(name);
    }

    /** The methods of a logged trip, in order. */
    List<String> methods(String trip) {
        boolean isGeneral = trip.endsWith(GENERAL);
        return steps.stream()
                .filter(step -> step.isOn(isGeneral))
                .map(Step::method)
                .toList();
    }
}
