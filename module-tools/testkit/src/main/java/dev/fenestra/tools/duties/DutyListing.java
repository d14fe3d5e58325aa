package dev.fenestra.tools.duties;

import dev.fenestra.tools.input.Json;
import java.util.List;
import java.util.stream.Collectors;

/** Duties for people and for programs to read. */
public final class DutyListing {
    private static final String ROW = "%-7s %-8s  %s%n";

    private DutyListing() {}

    /**
     * {@return a heading, one line for each duty, and how many there are}
     *
     * @param duties the duties
     */
    public static String table(List<Duty> duties) {
        return String.format(ROW, "DUTY", "LEVEL", "WHAT A PROGRAM OWES")
                + duties.stream()
                        .map(duty -> String.format(
                                ROW, duty.id(), duty.level(), DutyText.of(duty).text()))
                        .collect(Collectors.joining())
                + String.format("%n%d duties%n", duties.size());
    }

    /**
     * {@return everything that is known of a duty, several lines}
     *
     * @param duty the duty
     */
    public static String explain(Duty duty) {
        return DutyText.of(duty).toString();
    }

    /**
     * {@return the statements of its programs, and how to have them whole}
     *
     * @param duty the duty
     */
    public static String programs(Duty duty) {
        return DutyProgram.of(duty).stream()
                .filter(program -> program.variant().isEmpty())
                .map(DutyListing::block)
                .collect(Collectors.joining());
    }

    private static String block(DutyProgram program) {
        String ask = "./fenestra duties " + program.duty().id() + " --" + program.language()
                + (program.isBroken() ? "" : " --right");
        return "\n" + (program.isBroken() ? "Breaks it" : "Keeps it") + " (" + ask + "):\n"
                + program.statements().stream()
                        .map(line -> "    " + line + "\n")
                        .collect(Collectors.joining());
    }

    /**
     * {@return an array of objects}
     *
     * @param duties the duties
     */
    public static String json(List<Duty> duties) {
        return Json.write(duties.stream().map(Row::of).toList()) + "\n";
    }

    /** An object of the array; the names are those of the format. */
    private record Row(
            String id,
            String level,
            String text,
            String violation,
            String source,
            String repair,
            String java,
            String c,
            List<String> programs) {

        static Row of(Duty duty) {
            DutyText text = DutyText.of(duty);
            return new Row(
                    duty.id(),
                    duty.level().toString(),
                    text.text(),
                    text.violation(),
                    text.source(),
                    text.repair(),
                    text.java(),
                    text.c(),
                    DutyProgram.of(duty).stream()
                            .map(program -> program.name() + "." + program.language())
                            .toList());
        }
    }

    /**
     * {@return a table in Markdown: what each duty says, and how it is seen}
     *
     * @param duties the duties
     */
    public static String page(List<Duty> duties) {
        return "| duty | level | what a program owes | in a Java program | in a C program | source |\n"
                + "|---|---|---|---|---|---|\n"
                + duties.stream().map(DutyListing::row).collect(Collectors.joining());
    }

    private static String row(Duty duty) {
        DutyText text = DutyText.of(duty);
        return String.format(
                "| %s | %s | %s | %s | %s | %s |%n",
                duty.id(), duty.level(), text.text(), text.java(), text.c(), text.source());
    }
}
