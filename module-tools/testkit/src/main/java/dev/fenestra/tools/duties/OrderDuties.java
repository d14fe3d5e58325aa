package dev.fenestra.tools.duties;

/** Requests of one queue that follow a READ or an atomic. */
final class OrderDuties implements DutyCheck {
    private final DutyFindings findings;

    OrderDuties(DutyFindings findings) {
        this.findings = findings;
    }

    @Override
    public void posted(SendRequest request) {
        if (request.isFenced()) {
            return;
        }
        for (AddressRange piece : request.pieces) {
            SendRequest before =
                    request.qp.program.landingsAt.first(piece, one -> one != request && one.qp == request.qp);
            if (before != null) {
                compare(before, request);
                return;
            }
        }
    }

    private void compare(SendRequest before, SendRequest request) {
        if (!request.gathers() && !findings.take(Duty.RESULTS_ARE_APART)) {
            return;
        }
        for (AddressRange landing : before.pieces) {
            if (request.touches(landing)) {
                Duty duty = request.gathers() ? Duty.FENCE_BEFORE_USE : Duty.RESULTS_ARE_APART;
                findings.add(DutyFinding.of(duty, request.qp.program, request.side(), "bytes " + landing)
                        .against(before.side()));
                return;
            }
        }
    }
}
