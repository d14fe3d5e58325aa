package dev.fenestra.tools.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.limits.HcaLimits;
import dev.fenestra.hw.sim.hca.limits.HcaMemory;
import dev.fenestra.hw.sim.hca.limits.MkeyLimits;
import dev.fenestra.hw.sim.hca.limits.OdpSupport;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.conformance.cases.ConformanceCases;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CaseListTest {
    private static final int CONTRADICTIONS = 37;
    /** 22 and 25 are of mkeys and of paging; the rest is of the wire: {@code ContradictionsTest}. */
    private static final Set<Integer> LEFT_TO_OTHERS = Set.of(9, 10, 13, 14, 16, 22, 25, 34, 36, 37);

    /** What only the second vendor's card has; its own test runs these cases. */
    private static final Set<Requirement> OF_ANOTHER_CARD =
            Set.of(Requirement.FLUSH, Requirement.ATOMIC_WRITE, Requirement.SRQ_RESIZE);

    private static final int SOFT_ROCE_CASES = 68;

    @Test
    void shouldGiveEveryCaseAnIdOfItsOwn() {
        Set<String> seen = new TreeSet<>();
        List<String> twice = ConformanceCases.all().stream()
                .map(ConformanceCase::id)
                .filter(id -> !seen.add(id))
                .toList();
        assertEquals(List.of(), twice);
    }

    @Test
    void shouldSettleTheContradictionsOfTheSources() {
        Set<Integer> expected = IntStream.rangeClosed(1, CONTRADICTIONS)
                .filter(number -> !LEFT_TO_OTHERS.contains(number))
                .boxed()
                .collect(Collectors.toCollection(TreeSet::new));
        Set<Integer> settled = ConformanceCases.all().stream()
                .flatMap(one -> one.settles().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(expected, settled);
    }

    @Test
    void shouldHaveAllCasesOfTheSoftRoceList() {
        assertEquals(SOFT_ROCE_CASES, ConformanceCases.softRoce().cases().size());
    }

    @Test
    void shouldRunEveryCaseOnSomeDevice() {
        List<Set<Requirement>> offers =
                Arrays.stream(WindowSupport.values()).map(CaseListTest::offered).toList();

        List<ConformanceCase> never = ConformanceCases.all().stream()
                .filter(one -> Collections.disjoint(one.needs(), OF_ANOTHER_CARD))
                .filter(one -> offers.stream().noneMatch(offered -> offered.containsAll(one.needs())))
                .toList();
        assertEquals(List.of(), never);
    }

    @Test
    void shouldFailACaseThatBreaksNoneOfItsRules() {
        ConformanceCase idle =
                ConformanceCase.of("X", "nothing happens", _ -> {}).breaking("B12");
        CaseResult result = new ConformanceSuite(TestBench::twoHosts).run(idle);
        assertTrue(result instanceof CaseResult.Failed, result.toString());
    }

    @Test
    void shouldReportWhatWasExpectedAndSeen() {
        ConformanceCase wrong =
                ConformanceCase.of("X", "one is two", bench -> bench.expect().same("one", 2, 1));
        CaseResult result = new ConformanceSuite(TestBench::twoHosts).run(wrong);
        assertEquals(new CaseResult.Failed(wrong, Set.of("X"), "one 2", "1"), result);
    }

    private static Set<Requirement> offered(WindowSupport windows) {
        // As on a virtual function, which has neither windows nor paging.
        boolean bare = windows == WindowSupport.NONE;
        HcaMemory memory = bare ? HcaMemory.DEFAULT.withDeviceMemory(0) : HcaMemory.DEFAULT;
        HcaLimits limits =
                bare ? HcaLimits.DEFAULT.withMkeys(MkeyLimits.DEFAULT.withoutFastRegions()) : HcaLimits.DEFAULT;
        OdpSupport odp = bare ? OdpSupport.NONE : OdpSupport.FULL;
        ConformanceSuite suite = new ConformanceSuite(_ -> TestBench.builder()
                .hcaConfig(hca ->
                        hca.withWindows(windows).withOdp(odp).withMemory(memory).withLimits(limits))
                .build());
        return suite.met();
    }
}
