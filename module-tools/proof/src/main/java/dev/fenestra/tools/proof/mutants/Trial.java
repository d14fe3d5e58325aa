package dev.fenestra.tools.proof.mutants;

import com.google.common.collect.ImmutableSet;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.ConformanceSuite;
import dev.fenestra.tools.conformance.cases.CaseGroup;
import dev.fenestra.tools.conformance.cases.ConformanceCases;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Runs cases of the kit in the stack that it was loaded with. A patched stack loads it by name, so its signatures have
 * types of the JDK only.
 */
public final class Trial implements BiFunction<Map.Entry<String, Set<String>>, Collection<String>, List<String>> {

    /** Made by name. */
    public Trial() {}

    /**
     * Titles of the groups that have cases about rules. To make all cases takes longer than to run a few, so this is
     * asked once, outside of a patched stack.
     *
     * @param names ids of rules and cases
     */
    static Set<String> groupsAbout(Collection<String> names) {
        return ConformanceCases.groups().stream()
                .filter(group -> group.cases().stream().anyMatch(one -> isAbout(one, names)))
                .map(CaseGroup::title)
                .collect(ImmutableSet.toImmutableSet());
    }

    /**
     * Runs the cases that are about some rules until one fails and names one of them.
     *
     * @param where name of a {@link WindowSupport}, and titles of the groups that have such cases
     * @param names ids of rules and cases
     * @return the id of the rule or case that was named, then of the case, what it expected, what it saw; empty when
     *     none was
     */
    @Override
    public List<String> apply(Map.Entry<String, Set<String>> where, Collection<String> names) {
        WindowSupport device = WindowSupport.valueOf(where.getKey());
        ConformanceSuite suite = new ConformanceSuite(seed -> TestBench.builder()
                .seed(seed)
                .hcaConfig(hca -> hca.withWindows(device))
                .drivers(Trial.class.getClassLoader())
                .build());
        List<String> verdict = new ArrayList<>();
        ConformanceCases.groups().stream()
                .filter(group -> where.getValue().contains(group.title()))
                .flatMap(group -> group.cases().stream())
                .filter(one -> isAbout(one, names))
                .map(suite::run)
                .filter(CaseResult.Failed.class::isInstance)
                .map(CaseResult.Failed.class::cast)
                .filter(failed -> named(failed).anyMatch(names::contains))
                .findFirst()
                .ifPresent(failed -> {
                    verdict.add(
                            named(failed).filter(names::contains).findFirst().orElseThrow());
                    verdict.addAll(List.of(failed.of().id(), failed.expected(), failed.seen()));
                });
        return List.copyOf(verdict);
    }

    private static boolean isAbout(ConformanceCase one, Collection<String> names) {
        return names.contains(one.id())
                || one.rules().stream().anyMatch(names::contains)
                || one.needs().stream()
                        .flatMap(need -> need.rule().stream())
                        .anyMatch(rule -> names.contains(rule.id()));
    }

    private static Stream<String> named(CaseResult.Failed failed) {
        return Stream.concat(failed.rules().stream(), Stream.of(failed.of().id()));
    }
}
