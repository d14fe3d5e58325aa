package dev.fenestra.ib.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.cm.CmRule;
import dev.fenestra.ib.core.cm.ids.CmRuleTest;
import dev.fenestra.ib.core.kernel.AddressHandleTest;
import dev.fenestra.ib.core.kernel.ConfidentialGuestTest;
import dev.fenestra.ib.core.kernel.DmaBufTest;
import dev.fenestra.ib.core.kernel.EventTest;
import dev.fenestra.ib.core.kernel.HandleTest;
import dev.fenestra.ib.core.kernel.HostTest;
import dev.fenestra.ib.core.kernel.InspectTest;
import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.kernel.LentMemoryTest;
import dev.fenestra.ib.core.kernel.LifeCycleTest;
import dev.fenestra.ib.core.kernel.MemoryRegionTest;
import dev.fenestra.ib.core.kernel.MemoryWindowTest;
import dev.fenestra.ib.core.kernel.MulticastTest;
import dev.fenestra.ib.core.kernel.OnDemandTest;
import dev.fenestra.ib.core.kernel.PathBytesTest;
import dev.fenestra.ib.core.kernel.PortAddressTest;
import dev.fenestra.ib.core.kernel.QpLedgerTest;
import dev.fenestra.ib.core.kernel.QpPathTest;
import dev.fenestra.ib.core.kernel.QpRangeTest;
import dev.fenestra.ib.core.kernel.QueueRule;
import dev.fenestra.ib.core.kernel.QueueTest;
import dev.fenestra.ib.core.kernel.RegionChangeRefusalTest;
import dev.fenestra.ib.core.kernel.RegionChangesTest;
import dev.fenestra.ib.core.kernel.RegionKindsTest;
import dev.fenestra.ib.core.kernel.RegionRule;
import dev.fenestra.ib.core.kernel.SharedReceiveQueueTest;
import dev.fenestra.ib.core.kernel.UnplugTest;
import dev.fenestra.ib.core.kernel.XrcTest;
import dev.fenestra.ib.core.kernel.device.StepWatchTest;
import dev.fenestra.ib.core.kernel.verbs.QpTransitionsTest;
import dev.fenestra.ib.core.memory.AdviceTest;
import dev.fenestra.ib.core.memory.ForeignAreaTest;
import dev.fenestra.ib.core.memory.ForeignMemoryTest;
import dev.fenestra.ib.core.memory.ForeignPagesTest;
import dev.fenestra.ib.core.memory.IommuDomainTest;
import dev.fenestra.ib.core.memory.MappingTest;
import dev.fenestra.ib.core.memory.MemoryRule;
import dev.fenestra.ib.core.memory.PinTest;
import dev.fenestra.ib.core.memory.ProcessMemoryTest;
import dev.fenestra.ib.core.memory.RangeWatchTest;
import dev.fenestra.ib.core.vocabulary.Rule;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RuleCoverageTest {
    private static final List<Class<?>> TESTS = List.of(
            CmRuleTest.class,
            ConfidentialGuestTest.class,
            DmaBufTest.class,
            EventTest.class,
            HandleTest.class,
            HostTest.class,
            InspectTest.class,
            LifeCycleTest.class,
            MemoryRegionTest.class,
            AddressHandleTest.class,
            MulticastTest.class,
            MemoryWindowTest.class,
            OnDemandTest.class,
            AdviceTest.class,
            ForeignAreaTest.class,
            ForeignMemoryTest.class,
            ForeignPagesTest.class,
            IommuDomainTest.class,
            LentMemoryTest.class,
            MappingTest.class,
            PinTest.class,
            ProcessMemoryTest.class,
            RangeWatchTest.class,
            QpLedgerTest.class,
            QpRangeTest.class,
            PathBytesTest.class,
            QpPathTest.class,
            QpTransitionsTest.class,
            QueueTest.class,
            RegionChangesTest.class,
            RegionChangeRefusalTest.class,
            RegionKindsTest.class,
            PortAddressTest.class,
            SharedReceiveQueueTest.class,
            StepWatchTest.class,
            UnplugTest.class,
            XrcTest.class);

    @Test
    void shouldProvokeEveryRule() {
        Set<String> rules = rules().map(Rule::id).collect(Collectors.toCollection(TreeSet::new));

        Set<String> provoked = TESTS.stream()
                .flatMap(tests -> Arrays.stream(tests.getDeclaredMethods()))
                .map(method -> method.getAnnotation(Provokes.class))
                .filter(Objects::nonNull)
                .map(Provokes::value)
                .collect(Collectors.toCollection(TreeSet::new));

        assertEquals(rules, provoked);
    }

    @Test
    void shouldGiveEveryRuleAnIdOfItsOwn() {
        assertEquals(rules().count(), rules().map(Rule::id).distinct().count());
    }

    private static Stream<Rule> rules() {
        return Stream.<Rule[]>of(
                        KernelRule.values(),
                        RegionRule.values(),
                        QueueRule.values(),
                        MemoryRule.values(),
                        CmRule.values())
                .flatMap(Arrays::stream);
    }
}
