package dev.fenestra.tools.observe.report;

import dev.fenestra.tools.observe.report.JournalFile.RuleNote;
import dev.fenestra.tools.observe.report.JournalFile.SoftRoceNote;
import dev.fenestra.tools.observe.rules.RuleEntry;
import dev.fenestra.tools.observe.rules.RuleTable;
import dev.fenestra.tools.observe.rules.SoftRoceAnswer;
import java.util.List;
import java.util.stream.Stream;

/** The facts about the rules that refused something. */
final class RuleNotes {
    private RuleNotes() {}

    static List<RuleNote> of(List<EventRow> events) {
        List<String> ids = events.stream()
                .flatMap(event -> Stream.ofNullable(event.refusal()))
                .map(EventRow.RefusalRow::rule)
                .distinct()
                .toList();
        if (ids.isEmpty()) {
            return List.of();
        }
        RuleTable table = RuleTable.assemble();
        List<SoftRoceAnswer> answers = SoftRoceAnswer.all();
        return ids.stream()
                .flatMap(id -> table.named(id).stream().limit(1))
                .map(entry -> note(entry, answers))
                .toList();
    }

    private static RuleNote note(RuleEntry entry, List<SoftRoceAnswer> answers) {
        List<SoftRoceNote> softRoce = answers.stream()
                .filter(answer -> entry.cases().contains(answer.id()))
                .map(answer -> new SoftRoceNote(answer.id(), answer.what(), answer.linux61(), answer.verdict()))
                .toList();
        return new RuleNote(entry.id(), entry.layer(), entry.text(), entry.source(), entry.cases(), softRoce);
    }
}
