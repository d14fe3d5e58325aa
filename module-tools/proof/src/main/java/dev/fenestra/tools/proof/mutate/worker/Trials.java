package dev.fenestra.tools.proof.mutate.worker;

import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.cases.ConformanceCases;
import dev.fenestra.tools.conformance.kit.Conformance;
import dev.fenestra.tools.conformance.kit.ConformanceOptions;
import dev.fenestra.tools.conformance.kit.ProviderUnderTest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The cases of the kit and the oracle, run one at a time by id. */
final class Trials {
    private final Conformance kit;
    private final long verbs;
    private final Map<String, ConformanceCase> cases = new LinkedHashMap<>();

    Trials(ProviderUnderTest provider, ConformanceOptions options) {
        kit = provider.kit(options);
        verbs = options.oracleVerbs();
        ConformanceCases.all().stream().filter(options::selects).forEach(one -> cases.put(one.id(), one));
    }

    /** All cases, then the oracle if it has anything to run. */
    List<String> ids() {
        return Stream.concat(cases.keySet().stream(), verbs == 0 ? Stream.of() : Stream.of(Reached.ORACLE))
                .toList();
    }

    /** How a case ends without a defect. */
    Reached.Result result(String id) {
        if (id.equals(Reached.ORACLE)) {
            return complaint(id).isEmpty() ? Reached.Result.PASSED : Reached.Result.FAILED;
        }
        return switch (kit.run(one(id))) {
            case CaseResult.Passed _, CaseResult.Deviated _ -> Reached.Result.PASSED;
            case CaseResult.Failed _ -> Reached.Result.FAILED;
            case CaseResult.Skipped _ -> Reached.Result.SKIPPED;
        };
    }

    /** The failure of a case or of the oracle. */
    Optional<String> complaint(String id) {
        try {
            return id.equals(Reached.ORACLE) ? kit.difference() : failure(one(id));
        } catch (Throwable thrown) { // a defect may lead to any exception
            return Optional.of("no exception expected, seen " + thrown);
        }
    }

    private ConformanceCase one(String id) {
        return Objects.requireNonNull(cases.get(id), id);
    }

    private Optional<String> failure(ConformanceCase one) {
        return kit.run(one) instanceof CaseResult.Failed failed
                ? Optional.of(failed.rules() + " expected " + failed.expected() + ", seen " + failed.seen())
                : Optional.empty();
    }
}
