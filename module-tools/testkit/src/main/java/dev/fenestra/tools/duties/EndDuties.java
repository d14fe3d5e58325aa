package dev.fenestra.tools.duties;

/** What a program leaves behind. */
final class EndDuties implements DutyCheck {
    private final DutyFindings findings;

    EndDuties(DutyFindings findings) {
        this.findings = findings;
    }

    @Override
    public void ended(CheckedProgram program) {
        program.objects.forEach((object, place) -> findings.add(DutyFinding.of(
                Duty.OBJECTS_ARE_CLOSED, program, new PlacedAct(object + " is created", place), object)));
    }
}
