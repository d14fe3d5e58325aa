package dev.fenestra.tools.duties;

import java.util.Optional;

/**
 * A duty that a program has not kept.
 *
 * @param duty the duty
 * @param level how grave it is; that of the duty, or less
 * @param host of the program
 * @param program whose duty it is, by the name of its process
 * @param request what the program had asked for
 * @param against what is in conflict with it; empty when nothing is
 * @param object what both are about: an object, a range of bytes
 * @param before the first bytes of it before, hexadecimal; empty when bytes are not the point
 * @param after the same bytes afterwards
 * @param note what else is to be known; may be empty
 */
public record Finding(
        Duty duty,
        DutyLevel level,
        String host,
        String program,
        Side request,
        Optional<Side> against,
        String object,
        String before,
        String after,
        String note) {

    /** A finding of a duty's own level. */
    static Finding of(Duty duty, CheckedProgram program, Side request, String object) {
        return new Finding(
                duty, duty.level(), program.host(), program.name(), request, Optional.empty(), object, "", "", "");
    }

    Finding against(Side other) {
        return new Finding(duty, level, host, program, request, Optional.of(other), object, before, after, note);
    }

    Finding atLevel(DutyLevel other) {
        return new Finding(duty, other, host, program, request, against, object, before, after, note);
    }

    Finding changed(Snapshot.Difference difference) {
        String sampled = difference.isSampled() ? "only some bytes of this buffer were compared" : note;
        return new Finding(
                duty, level, host, program, request, against, object, difference.before(), difference.after(), sampled);
    }

    Finding noting(String newNote) {
        return new Finding(duty, level, host, program, request, against, object, before, after, newNote);
    }

    /** What one finding of a place is known by. */
    record Key(Duty duty, String program, String place, String otherPlace) {}

    Key key() {
        return new Key(duty, program, request.place(), against.map(Side::place).orElse(""));
    }

    /** {@return several lines: the duty, both sides, the object, the bytes, and the shortest repair} */
    @Override
    public String toString() {
        DutyText text = DutyText.of(duty);
        StringBuilder lines = new StringBuilder();
        lines.append(String.format("%s (%s), %s: %s%n", duty.id(), level, program, text.violation()));
        line(lines, "request", request.toString());
        against.ifPresent(side -> line(lines, "and", side.toString()));
        line(lines, "object", object);
        if (!before.isEmpty()) {
            line(lines, "before", before);
            line(lines, "after", after);
        }
        if (!note.isEmpty()) {
            line(lines, "note", note);
        }
        line(lines, "repair", text.repair());
        return lines.toString();
    }

    private static void line(StringBuilder lines, String name, String value) {
        if (!value.isEmpty()) {
            lines.append(String.format("  %-8s %s%n", name, value));
        }
    }
}
