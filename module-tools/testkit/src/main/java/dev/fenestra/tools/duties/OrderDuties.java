package dev.fenestra.tools.duties;

/** Requests of one queue that follow a READ or an atomic. */
final class OrderDuties implements DutyCheck {
    private final Findings findings;

    OrderDuties(Findings findings) {
        this.findings = findings;
    }

    @Override
    public void posted(SendRequest request) {
        if (request.isFenced()) {
            return;
        }
        for (SendRequest before : request.qp.outstanding) {
            if (before != request && before.lands()) {
                compare(before, request);
            }
        }
    }

    private void compare(SendRequest before, SendRequest request) {
        for (AddressRange landing : before.pieces) {
            if (request.touches(landing)) {
                Duty duty = request.gathers() ? Duty.FENCE_BEFORE_USE : Duty.RESULTS_ARE_APART;
                findings.add(Finding.of(duty, request.qp.program, request.side(), "bytes " + landing)
                        .against(before.side()));
                return;
            }
        }
    }
}
