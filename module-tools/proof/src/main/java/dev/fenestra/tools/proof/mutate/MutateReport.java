package dev.fenestra.tools.proof.mutate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The verdicts on all defects that were tried.
 *
 * @param provider name of the provider whose device ran the kit
 * @param module whose classes were changed
 * @param seed by which the places were chosen
 * @param places where operators find something to change
 * @param cases that pass without a defect
 * @param unusable ids of cases that fail without a defect, so they prove nothing
 * @param verdicts in the order of packages, classes and lines
 * @param time that it took
 */
public record MutateReport(
        String provider,
        String module,
        long seed,
        int places,
        int cases,
        List<String> unusable,
        List<DefectVerdict> verdicts,
        Duration time) {

    /** Copies the lists. */
    public MutateReport {
        unusable = List.copyOf(unusable);
        verdicts = List.copyOf(verdicts);
    }

    /** The defects that were not noticed. */
    public List<DefectVerdict> survivors() {
        return verdicts.stream().filter(one -> one.outcome().isSurvivor()).toList();
    }

    /** The figures of each package, in order. */
    public List<Figures> packages() {
        Map<String, List<DefectVerdict>> byPackage = new TreeMap<>();
        verdicts.forEach(one -> byPackage
                .computeIfAbsent(one.point().packageName(), _ -> new ArrayList<>())
                .add(one));
        return byPackage.entrySet().stream()
                .map(entry -> Figures.of(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** The figures of all packages together. */
    public Figures total() {
        return Figures.of("all", verdicts);
    }
}
