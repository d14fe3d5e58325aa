package dev.fenestra.tools.conformance.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.WorkRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of remote operations and rules of keys has no holes. */
class RemoteGridTest {
    /** Rules of keys that are no matter of the operation, and the case that breaks each, if one can. */
    private static final Map<String, String> ELSEWHERE = Map.of(
            "A6", "",
            "R5", "FAST-free",
            "R7", "RRG-read");

    private static final Set<String> OF_REGIONS = Set.of("R1", "R2", "R3", "R4", "R6", "A8");
    private static final Set<String> OF_WINDOWS = Set.of("R1", "R2", "A2", "A4", "A5", "A7", "A8");
    private static final Set<String> OF_TYPE_2 = Set.of("R1", "R2", "A2", "A3", "A4", "A5", "A7", "A8");

    @Test
    void shouldHaveEveryRequestThatNamesMemoryOfThePeer() {
        Set<String> naming = Arrays.stream(WorkRequest.class.getPermittedSubclasses())
                .filter(kind -> Stream.of(kind.getRecordComponents())
                        .anyMatch(component -> component.getType() == RemoteBuffer.class))
                .map(Class::getSimpleName)
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> inGrid = Arrays.stream(RemoteOperation.values())
                .map(operation -> operation.kind().getSimpleName())
                .collect(Collectors.toCollection(TreeSet::new));

        assertEquals(naming, inGrid);
    }

    @Test
    void shouldKnowEveryRuleOfKeysThatTheDeviceHas() {
        Set<String> ofDevice = Arrays.stream(HcaRule.values())
                .map(HcaRule::id)
                .filter(id -> id.matches("[RA]\\d+"))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> known = new TreeSet<>(ELSEWHERE.keySet());
        known.addAll(OF_REGIONS);
        known.addAll(OF_TYPE_2);

        assertEquals(known, ofDevice);
    }

    @Test
    void shouldBreakEveryRuleByEveryOperationAndKindOfKey() {
        List<String> holes = new ArrayList<>();
        for (RemoteOperation operation : RemoteOperation.values()) {
            for (KeyKind kind : KeyKind.values()) {
                Set<String> missing = new TreeSet<>(rules(kind));
                missing.removeAll(broken("GRID-" + operation.text() + "/" + kind));
                missing.forEach(rule -> holes.add(operation + " by " + kind + ": " + rule));
            }
        }
        assertEquals(List.of(), holes);
    }

    @Test
    void shouldBreakTheOtherRulesOfKeysElsewhere() {
        List<String> holes = ELSEWHERE.entrySet().stream()
                .filter(entry -> !entry.getValue().isEmpty())
                .filter(entry -> !broken(entry.getValue()).contains(entry.getKey()))
                .map(Map.Entry::toString)
                .toList();
        assertEquals(List.of(), holes);
    }

    private static Set<String> rules(KeyKind kind) {
        return switch (kind) {
            case REGION -> OF_REGIONS;
            case TYPE_1 -> OF_WINDOWS;
            case TYPE_2 -> OF_TYPE_2;
        };
    }

    private static Set<String> broken(String id) {
        return ConformanceCases.all().stream()
                .filter(one -> one.id().equals(id))
                .map(ConformanceCase::rules)
                .flatMap(List::stream)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
