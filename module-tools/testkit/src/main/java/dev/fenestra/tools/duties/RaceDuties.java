package dev.fenestra.tools.duties;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Accesses to the same bytes of one program that are under way at once, and of which one writes. An access is under way
 * from its post until its completion, or a message behind it, was polled. An order by other means is not seen, so
 * accesses of which one had ended before the other began are no race here.
 */
final class RaceDuties implements DutyCheck {
    private final DutyFindings findings;

    RaceDuties(DutyFindings findings) {
        this.findings = findings;
    }

    @Override
    public void posted(SendRequest request) {
        AccessedBytes access = request.remote;
        if (access == null || access.range().length() == 0) {
            return;
        }
        for (SendRequest other : under(access.target(), access.range())) {
            // One queue executes its requests in order.
            if (other.qp != request.qp) {
                compare(other, request, access);
            }
        }
    }

    private void compare(SendRequest other, SendRequest request, AccessedBytes access) {
        AccessedBytes others = other.remote;
        Duty duty = broken(other, request);
        if (others != null && duty != null) {
            findings.add(DutyFinding.of(
                            duty,
                            request.qp.program,
                            request.side(),
                            "bytes " + access.range().common(others.range()) + " of "
                                    + access.target().name())
                    .against(other.side())
                    .atLevel(writeTheSame(other, request) ? DutyLevel.ADVICE : duty.level()));
        }
    }

    private static @Nullable Duty broken(SendRequest one, SendRequest other) {
        if (!one.writesRemotely() && !other.writesRemotely() || one.isAtomic() && other.isAtomic()) {
            return null;
        }
        boolean isAtomicBesideWrite =
                one.isAtomic() && other.writesRemotely() || other.isAtomic() && one.writesRemotely();
        return isAtomicBesideWrite ? Duty.NO_WRITE_BESIDE_ATOMICS : Duty.NO_RACE;
    }

    private static boolean writeTheSame(SendRequest one, SendRequest other) {
        KeptBytes sent = one.sent;
        KeptBytes others = other.sent;
        return sent != null
                && others != null
                && one.remote != null
                && other.remote != null
                && one.remote.range().equals(other.remote.range())
                && sent.holdsSameAs(others);
    }

    @Override
    public void loaded(CheckedProgram program, AddressRange range) {
        for (SendRequest request : under(program, range)) {
            if (request.writesRemotely()) {
                findings.add(DutyFinding.of(
                                Duty.TARGET_WAITS,
                                program,
                                new PlacedAct("a load of the program", program.place()),
                                "bytes " + range)
                        .against(request.side()));
            }
        }
    }

    @Override
    public void stored(CheckedProgram program, AddressRange range) {
        for (SendRequest request : under(program, range)) {
            Duty duty = request.isAtomic() ? Duty.NO_WRITE_BESIDE_ATOMICS : Duty.NO_RACE;
            findings.add(DutyFinding.of(
                            duty, program, new PlacedAct("a store of the program", program.place()), "bytes " + range)
                    .against(request.side()));
        }
    }

    /** The requests that are under way to these bytes. */
    private static List<SendRequest> under(CheckedProgram program, AddressRange range) {
        return program.accessesAt.owners(range).stream()
                .filter(request -> !request.isBehindMessage)
                .toList();
    }
}
