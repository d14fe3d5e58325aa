package dev.fenestra.tools.proof.mutate;

import dev.fenestra.tools.input.Json;
import java.util.List;

/** A report as JSON. */
public final class MutateJson {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private MutateJson() {}

    /** The report, with the verdict on each defect. */
    public static String of(MutateReport report) {
        return Json.write(new Root(
                        report.provider(),
                        report.module(),
                        report.seed(),
                        report.places(),
                        report.cases(),
                        report.time().toNanos() / NANOS_PER_MILLI,
                        report.packages().stream().map(Package::of).toList(),
                        report.unusable(),
                        report.verdicts().stream().map(Mutant::of).toList()))
                + "\n";
    }

    record Root(
            String provider,
            String module,
            long seed,
            int places,
            int cases,
            long millis,
            List<Package> packages,
            List<String> unusable,
            List<Mutant> mutants) {}

    record Package(String name, int defects, int noticed, int survived, int unreached) {
        static Package of(Figures figures) {
            return new Package(
                    figures.name(),
                    figures.defects(),
                    figures.noticed(),
                    figures.count(DefectOutcome.SURVIVED),
                    figures.count(DefectOutcome.UNREACHED));
        }
    }

    record Mutant(
            String className,
            String method,
            int line,
            String operator,
            String change,
            DefectOutcome outcome,
            String by,
            String seen,
            int tries) {
        static Mutant of(DefectVerdict verdict) {
            return new Mutant(
                    verdict.point().className(),
                    verdict.point().method(),
                    verdict.point().line(),
                    verdict.point().operator().name(),
                    verdict.point().change(),
                    verdict.outcome(),
                    verdict.by(),
                    verdict.seen(),
                    verdict.tries());
        }
    }
}
