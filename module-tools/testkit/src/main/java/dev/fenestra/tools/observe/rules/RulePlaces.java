package dev.fenestra.tools.observe.rules;

import dev.fenestra.ib.core.vocabulary.Rule;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The places of rules in the sources: the classes that enforce each, and the test classes that break it. */
final class RulePlaces {
    /** Lines of constant, enforcing classes and test classes. A test generates them from the sources. */
    static final String RESOURCE = "rule-places.txt";

    private static final Place NOWHERE = new Place(List.of(), List.of());

    private final Map<String, Place> places;

    private RulePlaces(Map<String, Place> places) {
        this.places = places;
    }

    /**
     * The place of a rule.
     *
     * @param enforcedBy simple names of classes
     * @param tests simple names of test classes
     */
    record Place(List<String> enforcedBy, List<String> tests) {}

    static RulePlaces load() {
        try (InputStream in = Objects.requireNonNull(RulePlaces.class.getResourceAsStream(RESOURCE));
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return new RulePlaces(lines.lines()
                    .map(line -> line.split("\\|", -1))
                    .collect(Collectors.toMap(fields -> fields[0].strip(), RulePlaces::place)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The place of a constant; empty for rules that are no constants, or another vendor's. */
    Place of(Object rule) {
        Object named = rule instanceof Rule known ? known.constant() : rule;
        return named instanceof Enum<?> constant ? places.getOrDefault(key(constant), NOWHERE) : NOWHERE;
    }

    /** For example {@code HcaRule.B12}. */
    static String key(Enum<?> constant) {
        return constant.getDeclaringClass().getSimpleName() + "." + constant.name();
    }

    private static Place place(String[] fields) {
        Function<String, List<String>> names =
                field -> Arrays.stream(field.strip().split(", "))
                        .filter(name -> !name.isEmpty())
                        .toList();
        return new Place(names.apply(fields[1]), names.apply(fields[2]));
    }
}
