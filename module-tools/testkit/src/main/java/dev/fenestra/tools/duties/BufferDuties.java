package dev.fenestra.tools.duties;

import dev.fenestra.ib.core.vocabulary.QpType;
import java.util.List;
import java.util.Optional;

/** The bytes of send requests: those that the device reads, and those that it stores. */
final class BufferDuties implements DutyCheck {
    private final DutyFindings findings;

    BufferDuties(DutyFindings findings) {
        this.findings = findings;
    }

    @Override
    public void posted(SendRequest request) {
        CheckedProgram program = request.qp.program;
        if (request.gathers()) {
            request.pieces.forEach(piece -> excludeAll(program, request, piece));
            sourceOf(request);
        } else if (request.lands()) {
            request.pieces.forEach(range -> placed(program, range));
        }
        AccessedBytes remote = request.remote;
        if (remote != null && request.writesRemotely()) {
            placed(remote.target(), remote.range());
        }
    }

    /** What a device stores while a request is outstanding is not the program's doing. */
    private static void excludeAll(CheckedProgram program, SendRequest request, AddressRange piece) {
        program.landingsAt.ranges(piece).forEach(range -> exclude(request, range));
        program.receivesAt.ranges(piece).forEach(range -> exclude(request, range));
        for (SendRequest access : program.accessesAt.owners(piece)) {
            AccessedBytes remote = access.remote;
            if (remote != null && access.writesRemotely()) {
                exclude(request, remote.range());
            }
        }
    }

    private void sourceOf(SendRequest request) {
        if (!findings.take(Duty.SOURCE_IS_NO_RECEIVE)) {
            return;
        }
        for (AddressRange piece : request.pieces) {
            ReceiveRequest receive = request.qp.program.receivesAt.first(piece, _ -> true);
            if (receive != null) {
                findings.add(
                        DutyFinding.of(Duty.SOURCE_IS_NO_RECEIVE, request.qp.program, request.side(), piece.toString())
                                .against(receive.side()));
                return;
            }
        }
    }

    @Override
    public void posted(CheckedProgram program, ReceiveRequest receive) {
        receive.pieces.forEach(range -> placed(program, range));
    }

    private static void placed(CheckedProgram program, AddressRange range) {
        program.gathersAt.owners(range).forEach(one -> exclude(one, range));
    }

    private static void exclude(SendRequest request, AddressRange range) {
        if (!request.placed.contains(range)) {
            request.placed.add(range);
        }
    }

    @Override
    public void retired(SendRequest request, boolean succeeded) {
        KeptBytes sent = request.sent;
        Optional<KeptBytes.Difference> changed = sent == null ? Optional.empty() : sent.compare(request.placed);
        changed.map(difference ->
                        about(request, Duty.SENT_BYTES_STAY, difference.range()).changed(difference))
                .map(found -> request.qp.shape.type() == QpType.UD ? ofDatagram(found) : found)
                .ifPresent(findings::add);
    }

    /** An answer of its peer shows that a datagram is out. Nobody sees which datagram answers which. */
    private static DutyFinding ofDatagram(DutyFinding found) {
        return found.atLevel(DutyLevel.WARNING).noting("right if an answer to the datagram came before");
    }

    @Override
    public void stored(CheckedProgram program, AddressRange range) {
        for (SendRequest request : program.landingsAt.owners(range)) {
            findings.add(about(request, Duty.RESULT_IS_LEFT_ALONE, range)
                    .against(new PlacedAct("a store of the program", program.place())));
        }
    }

    private static DutyFinding about(SendRequest request, Duty duty, AddressRange range) {
        List<CheckedRegion> regions = request.regions;
        String region = regions.isEmpty() ? "" : regions.getFirst() + ", ";
        return DutyFinding.of(duty, request.qp.program, request.side(), region + "bytes " + range);
    }
}
