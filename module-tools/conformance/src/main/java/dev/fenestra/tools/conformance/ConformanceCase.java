package dev.fenestra.tools.conformance;

import dev.fenestra.ib.core.vocabulary.SortedSets;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One statement about an RDMA stack, and the program that finds out whether it holds.
 *
 * @param id unique among all cases; an id of a published list where the case comes from one
 * @param title the statement, as a sentence
 * @param rules ids of the rules that the program breaks: each must be refused by that rule
 * @param settles numbers of the contradictions between sources to which the case is our answer
 * @param needs what the device must offer, else the case is skipped
 * @param body the program
 * @param alias id of the case whose program this is, when a published list has another name for it; empty otherwise
 */
public record ConformanceCase(
        String id,
        String title,
        List<String> rules,
        Set<Integer> settles,
        Set<Requirement> needs,
        CaseBody body,
        Optional<String> alias) {

    /** Copies the collections, in their order. */
    public ConformanceCase {
        rules = List.copyOf(rules);
        settles = SortedSets.copyOf(settles);
        needs = SortedSets.copyOf(needs);
    }

    /**
     * A case for every device that breaks no rule.
     *
     * @param id its id
     * @param title the statement, as a sentence
     * @param body the program
     * @return the case
     */
    public static ConformanceCase of(String id, String title, CaseBody body) {
        return new ConformanceCase(id, title, List.of(), Set.of(), Set.of(), body, Optional.empty());
    }

    /**
     * A name that a published list has for this case. The kit runs the program once, and reports both.
     *
     * @param name the id in the published list
     * @param statement its statement, as a sentence
     * @return the case of that name
     */
    public ConformanceCase alias(String name, String statement) {
        return new ConformanceCase(name, statement, rules, settles, needs, body, Optional.of(id));
    }

    /**
     * Names the rules that the program breaks.
     *
     * @param ruleIds their ids
     * @return the changed case
     */
    public ConformanceCase breaking(String... ruleIds) {
        return new ConformanceCase(id, title, List.of(ruleIds), settles, needs, body, alias);
    }

    /**
     * Names the contradictions between sources to which the case is our answer.
     *
     * @param numbers their numbers
     * @return the changed case
     */
    public ConformanceCase settling(int... numbers) {
        Set<Integer> settled = new TreeSet<>();
        for (int number : numbers) {
            settled.add(number);
        }
        return new ConformanceCase(id, title, rules, settled, needs, body, alias);
    }

    /**
     * Adds needs.
     *
     * @param first what the device must offer
     * @param more further needs
     * @return the changed case
     */
    public ConformanceCase needing(Requirement first, Requirement... more) {
        Set<Requirement> all = EnumSet.of(first, more);
        all.addAll(needs);
        return new ConformanceCase(id, title, rules, settles, all, body, alias);
    }

    /**
     * The rule that a device breaks when it announces what the case needs and does not offer it. Of several needs the
     * most special one decides.
     *
     * @return the rule
     */
    public CapabilityRule announced() {
        return needs.stream()
                .filter(need -> need.rule().isPresent())
                .max(Comparator.naturalOrder())
                .flatMap(Requirement::rule)
                .orElse(CapabilityRule.BASE);
    }

    /** What is at fault when nothing more is known: the rules of the case, or else the case by its id. */
    Set<String> atFault() {
        return rules.isEmpty() ? Set.of(id) : SortedSets.copyOf(rules);
    }

    /** For test reports. */
    @Override
    public String toString() {
        return id + ": " + title;
    }
}
