package dev.fenestra.tools.measure.figures;

import java.util.Collections;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The result of one benchmark with one set of parameters; medians of the rounds.
 *
 * @param benchmark class and method, for example {@code SmallMessages.write8}
 * @param parameters by name
 * @param score in the unit
 * @param lowest score of a round
 * @param highest score of a round
 * @param unit for example {@code ops/s} or {@code ns/op}
 * @param others further counts by name: {@code turns}, {@code nanos} and {@code limitNanos} of a comparison,
 *     {@code p0.50} and so on of a
 *     sampled time, {@code bytesPerOp} allocated
 */
public record Figure(
        String benchmark,
        Map<String, String> parameters,
        double score,
        double lowest,
        double highest,
        String unit,
        Map<String, Double> others) {

    public Figure {
        // In the order of names. The order of Map.copyOf differs in each JVM, and so would every page made from it.
        parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
        others = Collections.unmodifiableMap(new TreeMap<>(others));
    }

    OptionalDouble other(String name) {
        Double value = others.get(name);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Nanoseconds of one turn of the measured operation. */
    OptionalDouble nanosPerTurn() {
        return quotient("nanos", "turns");
    }

    /** Nanoseconds of one turn of the reference. */
    OptionalDouble limitNanosPerTurn() {
        return quotient("limitNanos", "turns");
    }

    /** The speed as a share of the reference's speed. */
    OptionalDouble share() {
        return quotient("limitNanos", "nanos");
    }

    private OptionalDouble quotient(String above, String below) {
        OptionalDouble a = other(above);
        OptionalDouble b = other(below);
        return a.isPresent() && b.isPresent() ? OptionalDouble.of(a.getAsDouble() / b.getAsDouble()) : a;
    }

    /** {@return the benchmark with its parameters, for example {@code ManyQps.hundredUsed qps=1000}} */
    String name() {
        return parameters.isEmpty() ? benchmark : benchmark + " " + settings();
    }

    /** {@return the parameters as text, in the order of their names} */
    String settings() {
        return parameters.entrySet().stream()
                .map(one -> one.getKey() + "=" + one.getValue())
                .collect(Collectors.joining(", "));
    }

    boolean is(String name, Map<String, String> wanted) {
        return benchmark.equals(name) && parameters.entrySet().containsAll(wanted.entrySet());
    }
}
