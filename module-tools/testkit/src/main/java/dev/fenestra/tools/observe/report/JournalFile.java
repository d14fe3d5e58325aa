package dev.fenestra.tools.observe.report;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.Json;
import java.util.List;

/**
 * A journal as JSON, for programs to read: docs/report.md has the schema. Each event is a line of its own.
 *
 * @param format {@value #FORMAT}
 * @param version {@value #VERSION}; grows with each change that readers of the version before would not understand
 * @param title what the journal is of
 * @param hosts their names, in the order of the lanes
 * @param dropped events that came before the first one and were not kept
 * @param chapters in order; those of level 2 lie inside those of level 1
 * @param rules that refused something
 * @param events in order
 */
@JsonClassDescription("a journal")
public record JournalFile(
        String format,
        int version,
        String title,
        List<String> hosts,
        long dropped,
        List<Chapter> chapters,
        List<RuleNote> rules,
        List<EventRow> events) {
    public static final String FORMAT = "fenestra-journal";
    public static final int VERSION = 2;

    public JournalFile {
        hosts = List.copyOf(hosts);
        chapters = List.copyOf(chapters);
        rules = List.copyOf(rules);
        events = List.copyOf(events);
    }

    /** A journal of the present version. */
    public JournalFile(
            String title,
            List<String> hosts,
            long dropped,
            List<Chapter> chapters,
            List<RuleNote> rules,
            List<EventRow> events) {
        this(FORMAT, VERSION, title, hosts, dropped, chapters, rules, events);
    }

    /**
     * Reads a journal.
     *
     * @throws InputException when the text is not JSON, not of this format, or of another version
     */
    public static JournalFile read(String text) throws InputException {
        JournalFile file = Json.read(text, JournalFile.class);
        if (!file.format.equals(FORMAT)) {
            throw Json.wrong(text, "format", "the format is " + file.format + ", not " + FORMAT);
        }
        if (file.version < 1 || file.version > VERSION) {
            throw Json.wrong(
                    text,
                    "version",
                    "the version is " + file.version + "; this program reads up to version " + VERSION);
        }
        return file;
    }

    /**
     * The newest events, as many as fit; those before count as dropped.
     *
     * @param bytes of their lines of JSON, as characters
     */
    public JournalFile newest(int bytes) {
        int from = events.size();
        long left = bytes;
        while (from > 0 && left > 0) {
            left -= Json.line(events.get(from - 1)).length();
            from -= left >= 0 ? 1 : 0;
        }
        if (from == 0) {
            return this;
        }
        List<EventRow> kept = events.subList(from, events.size());
        long first = kept.isEmpty() ? Long.MAX_VALUE : kept.getFirst().n();
        List<Chapter> told = chapters.stream()
                .filter(chapter -> chapter.last() >= first)
                .map(chapter -> chapter.notBefore(first))
                .toList();
        return new JournalFile(title, hosts, dropped + from, told, rules, kept);
    }

    /** The same with the facts about the rules that refused something. */
    public JournalFile withRules() {
        return new JournalFile(title, hosts, dropped, chapters, RuleNotes.of(events), events);
    }

    /** The journal as JSON, with a line for each chapter, rule and event. */
    public String write() {
        StringBuilder json = new StringBuilder("{\n");
        json.append("\"format\": ").append(Json.line(format)).append(",\n");
        json.append("\"version\": ").append(version).append(",\n");
        json.append("\"title\": ").append(Json.line(title)).append(",\n");
        json.append("\"hosts\": ").append(Json.line(hosts)).append(",\n");
        json.append("\"dropped\": ").append(dropped).append(",\n");
        array(json, "chapters", chapters, ",\n");
        array(json, "rules", rules, ",\n");
        array(json, "events", events, "\n");
        return json.append("}\n").toString();
    }

    private static void array(StringBuilder json, String name, List<?> values, String end) {
        json.append('"').append(name).append("\": [\n");
        String separator = "";
        for (Object value : values) {
            json.append(separator).append(Json.line(value));
            separator = ",\n";
        }
        json.append("\n]").append(end);
    }

    /**
     * A part of the journal that belongs together.
     *
     * @param level 1 for a step, 2 for an action or a verb in it
     * @param number of the chapter, such as "3.4"
     * @param title what is done
     * @param why a sentence about its purpose; empty when there is none
     * @param verdict "ok", "refused as expected", "WRONG"; empty for a chapter that was not judged
     * @param first sequence of its first event
     * @param last sequence of its last event; one less than the first when it has none
     */
    public record Chapter(int level, String number, String title, String why, String verdict, long first, long last) {

        /** The part of it that begins at an event or behind it. */
        Chapter notBefore(long sequence) {
            return new Chapter(level, number, title, why, verdict, Math.max(first, sequence), last);
        }
    }

    /**
     * The facts about a rule.
     *
     * @param text what must hold
     * @param source of the rule, such as a clause of IBA
     * @param cases of the conformance kit that break it
     * @param softRoce what soft-RoCE of the Linux kernel does in such cases
     */
    public record RuleNote(
            String id, String layer, String text, String source, List<String> cases, List<SoftRoceNote> softRoce) {
        public RuleNote {
            cases = List.copyOf(cases);
            softRoce = List.copyOf(softRoce);
        }
    }

    /**
     * A case of the comparison with soft-RoCE.
     *
     * @param answer of kernel 6.1
     */
    public record SoftRoceNote(String id, String what, String answer, String verdict) {}
}
