package dev.fenestra.tools.bridge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The page of real programs, docs/generated/programs.md. */
final class ProgramsPage {
    private static final String BY_HAND = "programs-by-hand.txt";
    private static final int BY_HAND_COLUMNS = 7;
    private static final String MISSING = "not run";

    private final List<PackagedProgram> programs;
    private final Map<PackagedProgram, Result> results = new HashMap<>();

    /**
     * What a run came to.
     *
     * @param version of the package
     * @param text good, failed, or why it was not run
     * @param figure what the program has measured
     */
    record Result(String version, String text, String figure) {
        static final String GOOD = "good";
        static final String FAILED = "**failed**";

        /** That of a program which is not here. */
        static Result without(String debianPackage) {
            return new Result("", MISSING + ": " + debianPackage + " is missing", "");
        }
    }

    ProgramsPage(List<PackagedProgram> programs) {
        this.programs = programs;
    }

    void add(PackagedProgram program, Result result) {
        results.put(program, result);
    }

    /**
     * {@return the line of a program, up to its result}
     *
     * @param version of its package
     */
    static String head(PackagedProgram program, String version) {
        return "| " + program.name() + " | " + program.debianPackage() + " " + version + " | "
                + PackagedProgram.shown(program.listens()) + " | " + PackagedProgram.shown(program.joins()) + " | ";
    }

    /** The lines of programs that people have built from source. */
    static List<String> byHand() throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "| program | version | built by | command | result | figure | what failed, and why |",
                "|---|---|---|---|---|---|---|"));
        for (String line : PackagedProgram.lines(BY_HAND)) {
            lines.add("| " + String.join(" | ", PackagedProgram.columns(line, BY_HAND_COLUMNS)) + " |");
        }
        return lines;
    }

    /** Writes the page; a program without a result was not run. */
    void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "# Real programs, one by one",
                "",
                "This page is made by `mvn -Pprograms verify`; `ProgramsPageTest` holds its programs and commands.",
                "",
                "Each program runs unmodified, without any setting of its own, on the hosts alice and bob of a server."
                        + " The figures",
                "are those of one run, on a machine whose two processors had other work, too;",
                "[real-programs.md](../real-programs.md#speed) has measured ones.",
                "",
                "## As Debian ships them",
                "",
                "| program | package | on bob | on alice | result | figure | remark |",
                "|---|---|---|---|---|---|---|"));
        for (PackagedProgram program : programs) {
            Result result = results.getOrDefault(program, Result.without(program.debianPackage()));
            lines.add(head(program, result.version()) + result.text() + " | " + result.figure() + " | "
                    + program.remark() + " |");
        }
        lines.addAll(List.of("", "## Built from source, by hand", ""));
        lines.addAll(byHand());
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, lines);
    }
}
