package dev.fenestra.tools.observe.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.cm.CmRule;
import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.kernel.QueueRule;
import dev.fenestra.ib.core.kernel.RegionRule;
import dev.fenestra.ib.core.memory.MemoryRule;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.ib.core.spi.SpiRule;
import dev.fenestra.ib.core.uverbs.AbiRule;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.conformance.CapabilityRule;
import dev.fenestra.uverbs.VerbsRule;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each rule owns its errno, or says that no call returns its violation. */
class RuleErrnosTest {
    /** What an IOMMU notes, what a driver gets wrong, what a provider answers, what a device announces. */
    private static final Set<String> WITHOUT = Set.of("MEM-24", "MEM-25", "POST-1", "CAP");

    private static final Set<String> NAMES =
            Arrays.stream(Errno.values()).map(Errno::name).collect(Collectors.toCollection(TreeSet::new));

    private static List<Rule> rules() {
        Stream<Rule> ours = Stream.<Rule[]>of(
                        VerbsRule.values(),
                        SpiRule.values(),
                        KernelRule.values(),
                        RegionRule.values(),
                        QueueRule.values(),
                        MemoryRule.values(),
                        AbiRule.values(),
                        CmRule.values(),
                        CapabilityRule.values())
                .flatMap(Stream::of);
        Stream<Rule> drivers = ServiceLoader.load(RdmaDriver.class).stream().flatMap(one -> one.get().rules().stream());
        return Stream.concat(ours, drivers).toList();
    }

    @Test
    void shouldBeThrownWithTheErrnoOfTheRule() {
        for (Rule rule : rules()) {
            if (rule.facts().errno().isPresent()) {
                VerbsException refused = new VerbsException(rule, "");
                assertEquals(rule.errno(), refused.errno(), rule.id());
                assertEquals(rule.outcome(), refused.errno().name(), rule.id());
            } else {
                assertThrows(IllegalStateException.class, () -> new VerbsException(rule, ""), rule.id());
            }
        }
    }

    @Test
    void shouldHaveAnErrnoForEachRuleButThoseThatNoCallReturns() {
        Set<String> without = rules().stream()
                .filter(rule -> rule.facts().errno().isEmpty())
                .map(rule -> rule.id().replaceFirst("^CAP-.*", "CAP"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(new TreeSet<>(WITHOUT), without);
        assertTrue(rules().stream()
                .filter(rule -> rule.facts().errno().isEmpty())
                .noneMatch(rule -> NAMES.contains(rule.outcome())));
    }
}
