package dev.fenestra.tools.observe.rules;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.ib.core.cm.CmRule;
import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.kernel.QueueRule;
import dev.fenestra.ib.core.kernel.RegionRule;
import dev.fenestra.ib.core.memory.MemoryRule;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.ib.core.spi.SpiRule;
import dev.fenestra.ib.core.uverbs.AbiRule;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.RuleFacts;
import dev.fenestra.tools.observe.rules.RuleEvidence.BreakingCase;
import dev.fenestra.uverbs.VerbsRule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * All rules of all layers, from the user API down to the device. With the conformance kit on the path, the table also
 * has the rules by which the kit judges what a device announces, and the cases that break each rule.
 */
public final class RuleTable {
    private final List<RuleEntry> entries;

    private RuleTable(List<RuleEntry> entries) {
        this.entries = List.copyOf(entries);
    }

    /** The rules of our layers and of every driver that ServiceLoader finds. */
    public static RuleTable assemble() {
        return assemble(ServiceLoader.load(RdmaDriver.class));
    }

    /** The rules of our layers and of these drivers. */
    public static RuleTable assemble(Iterable<RdmaDriver> drivers) {
        List<RuleEvidence> evidence = RuleEvidence.onPath();
        Assembly assembly = new Assembly(RulePlaces.load(), casesByRule(evidence), new ArrayList<>());
        assembly.add("uverbs", List.of(VerbsRule.values()));
        assembly.add("ib-core", List.of(SpiRule.values()));
        assembly.add("ib-core", List.of(KernelRule.values()));
        assembly.add("ib-core", List.of(RegionRule.values()));
        assembly.add("ib-core", List.of(QueueRule.values()));
        assembly.add("ib-core", List.of(MemoryRule.values()));
        assembly.add("ib-core", List.of(AbiRule.values()));
        assembly.add("ib-core", List.of(CmRule.values()));
        drivers.forEach(driver -> assembly.add("driver", driver.rules()));
        for (HcaRule rule : HcaRule.values()) {
            assembly.add(rule);
        }
        evidence.forEach(part -> assembly.entries.addAll(part.rules()));
        return new RuleTable(assembly.entries);
    }

    public List<RuleEntry> entries() {
        return entries;
    }

    /** The lines with this id, none if it is unknown; case does not matter. */
    public List<RuleEntry> named(String id) {
        return entries.stream().filter(entry -> entry.id().equalsIgnoreCase(id)).toList();
    }

    private static Map<String, List<String>> casesByRule(List<RuleEvidence> evidence) {
        return evidence.stream()
                .flatMap(part -> part.cases().stream())
                .collect(Collectors.groupingBy(
                        BreakingCase::rule, Collectors.mapping(BreakingCase::id, Collectors.toList())));
    }

    /** The table while it grows. */
    private record Assembly(RulePlaces places, Map<String, List<String>> cases, List<RuleEntry> entries) {

        void add(String layer, Collection<? extends Rule> rules) {
            for (Rule rule : rules) {
                add(rule, layer, rule.facts(), OptionalInt.empty());
            }
        }

        void add(HcaRule rule) {
            OptionalInt code = OptionalInt.of(rule.code());
            RuleFacts facts = new RuleFacts(rule.id(), rule.text(), rule.violation(), rule.source(), rule.outcome());
            add(rule, "hw-sim", facts, code);
        }

        private void add(Object rule, String layer, RuleFacts facts, OptionalInt code) {
            RulePlaces.Place place = places.of(rule);
            List<String> broken = cases.getOrDefault(facts.id(), List.of());
            entries.add(new RuleEntry(
                    facts.id(),
                    facts.text(),
                    facts.violation(),
                    facts.source(),
                    layer,
                    facts.outcome(),
                    code,
                    place.enforcedBy(),
                    broken,
                    place.tests()));
        }
    }
}
