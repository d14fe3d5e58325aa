package dev.fenestra.tools.duties;

import dev.fenestra.tools.observe.journal.BrokenDuty;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

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
public record DutyFinding(
        Duty duty,
        DutyLevel level,
        String host,
        String program,
        PlacedAct request,
        Optional<PlacedAct> against,
        String object,
        String before,
        String after,
        String note) {

    /** A finding of a duty's own level. */
    static DutyFinding of(Duty duty, CheckedProgram program, PlacedAct request, String object) {
        return new DutyFinding(
                duty, duty.level(), program.host(), program.name(), request, Optional.empty(), object, "", "", "");
    }

    DutyFinding against(PlacedAct other) {
        return new DutyFinding(duty, level, host, program, request, Optional.of(other), object, before, after, note);
    }

    DutyFinding atLevel(DutyLevel other) {
        return new DutyFinding(duty, other, host, program, request, against, object, before, after, note);
    }

    DutyFinding changed(KeptBytes.Difference difference) {
        String sampled = difference.isSampled() ? "only some bytes of this buffer were compared" : note;
        return new DutyFinding(
                duty, level, host, program, request, against, object, difference.before(), difference.after(), sampled);
    }

    DutyFinding noting(String newNote) {
        return new DutyFinding(duty, level, host, program, request, against, object, before, after, newNote);
    }

    /** What one finding of a place is known by. */
    record Key(Duty duty, String program, String place, String otherPlace) {}

    Key key() {
        return new Key(
                duty, program, request.place(), against.map(PlacedAct::place).orElse(""));
    }

    /** {@return what a journal keeps of it} */
    public BrokenDuty broken() {
        DutyText text = DutyText.of(duty);
        return new BrokenDuty(
                duty.id(), level.toString(), text.violation(), facts(text), request.qpNumber(), request.wrId());
    }

    private List<String> facts(DutyText text) {
        List<String> facts = new ArrayList<>();
        add(facts, "request", request.toString());
        add(facts, "and", against.map(PlacedAct::toString).orElse(""));
        add(facts, "object", object);
        add(facts, "before", before);
        add(facts, "after", after);
        add(facts, "note", note);
        add(facts, "repair", text.repair());
        return facts;
    }

    private static void add(List<String> facts, String name, String value) {
        if (!value.isEmpty()) {
            facts.add(String.format("%-8s %s", name, value));
        }
    }

    /** {@return several lines: the duty, both sides, the object, the bytes, and the shortest repair} */
    @Override
    public String toString() {
        DutyText text = DutyText.of(duty);
        return String.format("%s (%s), %s: %s%n", duty.id(), level, program, text.violation())
                + facts(text).stream().map(fact -> "  " + fact + "\n").collect(Collectors.joining());
    }
}
