package dev.fenestra.tools.conformance.kit;

import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.page.ResultsPage;
import dev.fenestra.tools.page.ResultsPage.Case;
import dev.fenestra.tools.page.ResultsPage.Failure;
import dev.fenestra.tools.page.ResultsPage.Group;
import dev.fenestra.tools.page.ResultsPage.Oracle;
import dev.fenestra.tools.page.ResultsPage.Provider;
import dev.fenestra.tools.page.ResultsPage.Tally;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Reports as one HTML page that needs no other file. Each provider has its failures first, with what repeats them.
 * Then it has a table per group; those with failures are open, and the reader can open the others.
 */
public final class ConformancePage {
    private final ConformanceReport report;
    private final CasePages pages;

    private ConformancePage(ConformanceReport report, CasePages pages) {
        this.report = report;
        this.pages = pages;
    }

    /**
     * The page of reports alone.
     *
     * @param reports one for each provider
     * @return the document
     */
    public static String of(List<ConformanceReport> reports) {
        return of(reports, CasePages.NONE);
    }

    /**
     * The page of reports.
     *
     * @param reports one for each provider
     * @param pages where more about a failure is
     * @return the document
     */
    public static String of(List<ConformanceReport> reports, CasePages pages) {
        return new ResultsPage(reports.stream()
                        .map(report -> new ConformancePage(report, pages).provider())
                        .toList())
                .html();
    }

    private Provider provider() {
        return new Provider(
                report.provider(),
                report.device(),
                report.seed(),
                new Tally(
                        report.count(CaseResult.Passed.class),
                        report.count(CaseResult.Failed.class),
                        report.count(CaseResult.Deviated.class),
                        report.count(CaseResult.Skipped.class)),
                names(report.failedRules()),
                report.failures().stream().map(this::failure).toList(),
                report.oracle().map(this::oracle),
                report.unshown().stream()
                        .map(declared ->
                                String.format("Declared, but not seen: %s (%s).", declared.ruleId(), declared.reason()))
                        .toList(),
                report.groups().stream().map(this::group).toList());
    }

    private Failure failure(CaseResult.Failed failed) {
        String id = failed.of().id();
        Again again = new Again(report.provider(), id, report.seed());
        return new Failure(
                id,
                failed.of().title(),
                names(failed.rules()),
                failed.expected(),
                failed.seen(),
                Optional.of(names(failed.refusedBy())).filter(rules -> !rules.isEmpty()),
                page(id),
                again.command(),
                again.test());
    }

    private Oracle oracle(OracleResult result) {
        return new Oracle(
                String.format(Locale.ROOT, "%,d", result.verbs()),
                result.difference()
                        .map(found -> new ResultsPage.Difference(
                                found.topic(),
                                found.expected(),
                                found.seen(),
                                page(CasePages.ORACLE),
                                found.program())),
                result.deviated()
                        .map(found -> String.format(
                                "Declared, and seen by the oracle: %s (%s): expected %s, seen %s.",
                                names(found.rules()), found.topic(), found.expected(), found.seen())));
    }

    private Group group(GroupResult group) {
        return new Group(
                group.title(),
                group.count(CaseResult.Passed.class),
                group.results().stream().map(this::row).toList(),
                group.count(CaseResult.Failed.class) > 0);
    }

    private Case row(CaseResult result) {
        return switch (result) {
            case CaseResult.Passed passed ->
                row(passed, "passed", String.join(", ", result.of().rules()));
            case CaseResult.Failed failed -> row(failed, "failed", fault(failed));
            case CaseResult.Deviated deviated ->
                row(deviated, "declared", fault(deviated.failed()) + "; " + deviated.declared());
            case CaseResult.Skipped skipped -> row(skipped, "skipped", skipped.reason());
        };
    }

    private Case row(CaseResult result, String verdict, String remark) {
        String id = result.of().id();
        return new Case(verdict, id, result.of().title(), remark, page(id));
    }

    private Optional<String> page(String caseId) {
        return pages.of(report.provider(), caseId);
    }

    private static String fault(CaseResult.Failed failed) {
        return names(failed.rules()) + ": expected " + failed.expected() + ", seen " + failed.seen();
    }

    private static String names(Set<String> rules) {
        return String.join(", ", rules);
    }
}
