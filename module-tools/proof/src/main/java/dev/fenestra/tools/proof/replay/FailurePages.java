package dev.fenestra.tools.proof.replay;

import dev.fenestra.tools.bench.BenchFactory;
import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.ConformanceSuite;
import dev.fenestra.tools.conformance.kit.CasePages;
import dev.fenestra.tools.conformance.kit.ConformanceReport;
import dev.fenestra.tools.conformance.kit.OracleResult;
import dev.fenestra.tools.conformance.kit.ProviderUnderTest;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.input.OutputFile;
import dev.fenestra.tools.observe.report.JournalFile;
import dev.fenestra.tools.observe.report.ReportPage;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A page to step through for each failed case. The case runs once more, on hosts of the same seed that are watched, and
 * ends in the same way.
 */
public final class FailurePages {
    /** A provider that fails more cases has its first ones shown. */
    static final int MOST = 50;

    private final Map<String, String> pages = new HashMap<>();

    private FailurePages() {}

    /**
     * Runs the failed cases of a provider again, and writes a page for each of the first {@value #MOST}, and one for
     * what the oracle found.
     *
     * @param report the page of all results; the new pages are in a folder beside it
     * @param provider whose cases they are
     * @param results of the kit
     * @param oracle was shown what the oracle found
     * @return where the pages are
     * @throws OutputException when a page cannot be written
     */
    public static FailurePages write(Path report, ProviderUnderTest provider, ConformanceReport results, Watched oracle)
            throws OutputException {
        FailurePages made = new FailurePages();
        Path folder = report.resolveSibling(report.getFileName() + ".failures");
        for (CaseResult.Failed failed : results.failures().stream().limit(MOST).toList()) {
            JournalFile recorded = replay(provider.benches(), results.seed(), failed.of());
            made.write(folder, provider, failed.of().id(), recorded);
        }
        Optional<JournalFile> difference =
                results.oracle().flatMap(OracleResult::difference).flatMap(_ -> oracle.recorded());
        if (difference.isPresent()) {
            made.write(folder, provider, CasePages.ORACLE, difference.get());
        }
        return made;
    }

    private void write(Path folder, ProviderUnderTest provider, String caseId, JournalFile recorded)
            throws OutputException {
        String name = provider.name() + "-" + caseId.replaceAll("[^\\w.-]", "_") + ".html";
        OutputFile.createFolder(folder);
        OutputFile.write(folder.resolve(name), ReportPage.of(recorded));
        pages.put(caseId, folder.getFileName() + "/" + name);
    }

    /** What happens when a case runs, until it ends. */
    static JournalFile replay(BenchFactory hosts, long seed, ConformanceCase one) {
        Watched last = new Watched(one.id() + ": " + one.title());
        new ConformanceSuite(hosts, seed).watchedBy(last::watch).run(one);
        return last.recorded().orElseThrow();
    }

    /**
     * The page of a case.
     *
     * @param caseId its id
     * @return relative to the report; empty when the case has none
     */
    public Optional<String> of(String caseId) {
        return Optional.ofNullable(pages.get(caseId));
    }
}
