package dev.fenestra.tools.duties;

/** Queues that could stand still or overrun, and events. */
final class QueueDuties implements DutyCheck {
    private final DutyFindings findings;

    QueueDuties(DutyFindings findings) {
        this.findings = findings;
    }

    @Override
    public void created(CheckedQp qp) {
        room(qp, qp.shape.sendCq(), qp.shape.maxSend());
        if (qp.shape.srq() == QpShape.NO_SRQ) {
            room(qp, qp.shape.recvCq(), qp.shape.maxRecv());
        }
    }

    private void room(CheckedQp qp, int handle, int requests) {
        CheckedCq cq = qp.program.cqs.get(handle);
        if (cq != null) {
            cq.asked += requests;
            if (cq.asked > cq.capacity) {
                findings.add(DutyFinding.of(
                                Duty.CQ_FITS,
                                qp.program,
                                new PlacedAct(qp + " is created", qp.place),
                                cq + " for " + cq.capacity + " completions, of QPs with " + cq.asked + " requests")
                        .against(new PlacedAct(cq + " is created", cq.place)));
            }
        }
    }

    @Override
    public void posted(SendRequest request) {
        CheckedQp qp = request.qp;
        if (qp.shape.maxSend() > 0 && qp.unsignaled >= qp.shape.maxSend()) {
            findings.add(DutyFinding.of(
                    Duty.SIGNALED_IN_TIME,
                    qp.program,
                    request.side(),
                    qp + ": room for " + qp.shape.maxSend() + " requests, the last " + qp.unsignaled
                            + " were not signaled"));
        }
        CheckedCq cq = qp.program.cqs.get(qp.shape.sendCq());
        if (cq != null && cq.signaled > cq.capacity) {
            findings.add(DutyFinding.of(
                            Duty.CQ_HAS_ROOM,
                            qp.program,
                            request.side(),
                            cq + " for " + cq.capacity + " completions, " + cq.signaled
                                    + " signaled requests were not polled")
                    .against(new PlacedAct(cq + " is created", cq.place)));
        }
    }

    @Override
    public void ending(CheckedProgram program, CheckedCq cq) {
        int owed = cq.eventsTaken - cq.eventsAcknowledged;
        if (owed > 0) {
            findings.add(DutyFinding.of(
                    Duty.EVENTS_ARE_ACKNOWLEDGED,
                    program,
                    new PlacedAct(cq + " is created", cq.place),
                    cq + ": " + owed + (owed == 1 ? " event" : " events") + " not acknowledged"));
        }
    }

    @Override
    public void ended(CheckedProgram program) {
        program.cqs.values().forEach(cq -> ending(program, cq));
    }

    @Override
    public void eventTaken(CheckedProgram program, CheckedCq cq) {
        if (cq.isArmedUnpolled) {
            findings.add(DutyFinding.of(
                    Duty.POLL_AFTER_ARM,
                    program,
                    new PlacedAct("an event of " + cq + " is awaited", program.place()),
                    cq + ", armed while requests were outstanding"));
        }
    }
}
