package dev.fenestra.tools.duties;

/** What a program leaves behind. */
final class EndDuties implements DutyCheck {
    private final Findings findings;

    EndDuties(Findings findings) {
        this.findings = findings;
    }

    @Override
    public void ended(CheckedProgram program) {
        program.objects()
                .forEach((object, place) -> findings.add(
                        Finding.of(Duty.OBJECTS_ARE_CLOSED, program, new Side(object + " is created", place), object)));
    }
}
