package dev.fenestra.tools.observe.report;

import dev.fenestra.tools.input.Json;
import dev.fenestra.tools.page.Escape;
import dev.fenestra.tools.page.Policy;
import dev.fenestra.tools.page.Styles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A journal as one HTML page that needs no other file and no network. The page allows only its own script and style, by
 * their hashes. The data is text that is never executed.
 */
public final class ReportPage {
    /** Most events whose bytes the page shows field by field. Further events have their hexadecimal digits only. */
    private static final int DECODED = 20_000;

    private static final List<String> SCRIPTS = List.of(
            "element.js",
            "glossary.js",
            "inflate.js",
            "journal.js",
            "machine.js",
            "scrubber.js",
            "ladder.js",
            "strip.js",
            "tables.js",
            "bytes.js",
            "refusal.js",
            "detail.js",
            "programs.js",
            "cost.js",
            "quiz.js",
            "tour.js",
            "finder.js",
            "pcapng.js",
            "exports.js",
            "report.js");

    private ReportPage() {}

    /** The page of a journal. It opens at the last refusal. */
    public static String of(JournalFile journal) {
        return of(journal, Opening.lastRefusal(journal));
    }

    /**
     * The page of a journal.
     *
     * @param opens where it opens when no link names an event
     */
    public static String of(JournalFile journal, Opening opens) {
        String script =
                SCRIPTS.stream().map(ReportPage::resource).collect(Collectors.joining("\n", "\"use strict\";\n", ""));
        String style = Styles.TOKENS + Styles.BASE + resource("report.css");
        PagePrograms programs = PagePrograms.of(journal.events());
        StringBuilder page = new StringBuilder();
        for (String part : resource("page.html").split("(?=@\\w+@)|(?<=@\\w{1,20}@)")) {
            switch (part) {
                case "@title@" -> page.append(Escape.text(journal.title()));
                case "@policy@" -> page.append(Policy.of(style, script));
                case "@style@" -> page.append(style);
                case "@script@" -> page.append(script);
                case "@journal@" -> page.append(Escape.data(head(journal).write()));
                case "@index@" -> page.append(Escape.data(Json.line(PageIndex.of(journal, programs.places(), opens))));
                case "@events@" -> events(journal, page);
                case "@fields@" -> fields(journal, page);
                case "@programs@" -> programs(programs, page);
                default -> page.append(part);
            }
        }
        return page.toString();
    }

    /** The journal without its events. */
    private static JournalFile head(JournalFile journal) {
        return new JournalFile(
                journal.title(), journal.hosts(), journal.dropped(), journal.chapters(), journal.rules(), List.of());
    }

    private static void events(JournalFile journal, StringBuilder page) {
        Pack pack = new Pack(page);
        journal.events().forEach(event -> pack.add(Json.line(event)));
        pack.flush();
    }

    private static void fields(JournalFile journal, StringBuilder page) {
        Pack pack = new Pack(page);
        int left = DECODED;
        for (EventRow event : journal.events()) {
            if (event.of() != null && event.bytes() != null && left-- > 0) {
                pack.add(Json.line(ByteLens.of(event.of(), event.bytes())));
            } else {
                pack.add("");
            }
        }
        pack.flush();
    }

    private static void programs(PagePrograms programs, StringBuilder page) {
        Pack pack = new Pack(page);
        programs.sources().forEach(source -> pack.add(Json.line(source)));
        pack.flush();
    }

    /** The schema of the journal's JSON (JSON Schema, draft 2020-12). */
    public static String schema() {
        return resource("journal.schema.json");
    }

    private static String resource(String name) {
        try (InputStream in = ReportPage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the module");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
