package dev.fenestra.tools.proof.mutate;

import dev.fenestra.tools.proof.mutate.operator.Point;
import java.util.List;

/** A report for the terminal and for documents. */
public final class MutateText {
    private static final int PLACE = 58;

    private MutateText() {}

    /** Figures of each package, then all survivors. */
    public static String of(MutateReport report) {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                "%d of %d places of %s tried on %s with seed %d, %d cases pass without a defect%n%n",
                report.verdicts().size(),
                report.places(),
                report.module(),
                report.provider(),
                report.seed(),
                report.cases()));
        text.append(line("package", "defects", "case", "oracle", "hang", "crash", "survived", "unreached", "noticed"));
        report.packages().forEach(one -> text.append(line(one)));
        text.append(line(report.total()));
        if (!report.unusable().isEmpty()) {
            text.append(String.format(
                    "%nThese fail without a defect, so they prove nothing: %s%n",
                    String.join(", ", report.unusable())));
        }
        List<DefectVerdict> survivors = report.survivors();
        if (!survivors.isEmpty()) {
            text.append(String.format("%nNot noticed:%n"));
            survivors.forEach(one -> text.append(survivor(one)));
        }
        return text.toString();
    }

    /** Where a defect is: class, method and line. */
    public static String place(Point point) {
        return point.className() + "." + point.method() + ":" + point.line();
    }

    private static String survivor(DefectVerdict one) {
        return String.format(
                "  %s%n    %-11s %s (%s)%n",
                place(one.point()),
                one.point().operator(),
                one.point().change(),
                one.outcome() == DefectOutcome.UNREACHED ? one.outcome().text() : one.tries() + " cases pass");
    }

    private static String line(Figures one) {
        return line(
                one.name(),
                one.defects(),
                one.count(DefectOutcome.CASE),
                one.count(DefectOutcome.ORACLE),
                one.count(DefectOutcome.HANG),
                one.count(DefectOutcome.CRASH),
                one.count(DefectOutcome.SURVIVED),
                one.count(DefectOutcome.UNREACHED),
                one.percent() + " %");
    }

    private static String line(Object name, Object... figures) {
        StringBuilder text = new StringBuilder(String.format("%-" + PLACE + "s", name));
        for (Object figure : figures) {
            text.append(String.format(" %9s", figure));
        }
        return text.append(String.format("%n")).toString();
    }
}
