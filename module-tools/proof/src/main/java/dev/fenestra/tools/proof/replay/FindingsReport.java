package dev.fenestra.tools.proof.replay;

import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.input.OutputFile;
import dev.fenestra.tools.observe.report.JournalFile;
import dev.fenestra.tools.observe.report.ReportPage;
import dev.fenestra.tools.page.FindingsPage;
import dev.fenestra.tools.page.FindingsPage.Fact;
import dev.fenestra.tools.page.FindingsPage.Run;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a search for defects did and found, as a page. Each finding has a page of its own, to step through. Nothing runs
 * once more unless the page is written.
 */
public final class FindingsReport {
    private final String title;
    private final String lead;
    private final List<Run> runs = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();

    /**
     * A defect.
     *
     * @param title what is wrong, in a sentence
     * @param facts more about it
     * @param command that finds it again
     * @param program that shows it
     * @param replay runs it once more and records it; empty when it cannot
     */
    public record Finding(
            String title, List<Fact> facts, String command, String program, Supplier<Optional<JournalFile>> replay) {
        public Finding {
            facts = List.copyOf(facts);
        }
    }

    /**
     * @param title of the search
     * @param lead what it does, in a sentence
     */
    public FindingsReport(String title, String lead) {
        this.title = title;
        this.lead = lead;
    }

    /**
     * Adds what was run.
     *
     * @param outcome in a few words
     * @param isGood whether nothing was found in it
     */
    public void run(String what, String outcome, boolean isGood) {
        runs.add(new Run(what, outcome, isGood));
    }

    /** Adds what was found. */
    public void found(Finding finding) {
        findings.add(finding);
    }

    /**
     * Writes the page, and in the folder {@code FILE.failures} the pages of the findings.
     *
     * @throws OutputException when one of them cannot be written
     */
    public void write(Path file) throws OutputException {
        Path folder = file.resolveSibling(file.getFileName() + ".failures");
        List<FindingsPage.Finding> shown = new ArrayList<>();
        for (Finding finding : findings) {
            shown.add(new FindingsPage.Finding(
                    finding.title,
                    finding.facts,
                    page(folder, shown.size() + 1, finding),
                    finding.command,
                    finding.program));
        }
        OutputFile.write(file, new FindingsPage(title, lead, runs, shown).html());
    }

    /** Writes the page of a finding, and leads to where it ends. */
    private static Optional<String> page(Path folder, int number, Finding finding) throws OutputException {
        Optional<JournalFile> recorded = finding.replay.get();
        if (recorded.isEmpty()) {
            return Optional.empty();
        }
        String name = "finding-" + number + ".html";
        OutputFile.createFolder(folder);
        OutputFile.write(folder.resolve(name), ReportPage.of(recorded.get()));
        List<JournalFile.Chapter> chapters = recorded.get().chapters();
        String place = chapters.isEmpty() ? "" : "#event=" + chapters.getLast().first();
        return Optional.of(folder.getFileName() + "/" + name + place);
    }
}
