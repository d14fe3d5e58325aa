package dev.fenestra.tools.duties;

import java.util.List;

/** The buffers of posted receives. */
final class ReceiveDuties implements DutyCheck {
    private final DutyFindings findings;

    ReceiveDuties(DutyFindings findings) {
        this.findings = findings;
    }

    @Override
    public void posted(SendRequest request) {
        if (request.lands()) {
            share(request.qp.program, request.pieces);
        }
        AccessedBytes remote = request.remote;
        if (remote != null && request.writesRemotely()) {
            share(remote.target(), List.of(remote.range()));
        }
    }

    private static void share(CheckedProgram program, List<AddressRange> ranges) {
        for (AddressRange range : ranges) {
            program.receivesAt.owners(range).forEach(receive -> receive.isShared = true);
        }
    }

    /** Whether devices have the buffer of a receive already, when it is posted. */
    private static boolean isShared(CheckedProgram program, ReceiveRequest receive) {
        for (AddressRange piece : receive.pieces) {
            if (program.receivesAt.first(piece, one -> one != receive) != null
                    || program.landingsAt.first(piece, _ -> true) != null
                    || program.accessesAt.first(piece, SendRequest::writesRemotely) != null) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void posted(CheckedProgram program, ReceiveRequest receive) {
        receive.isShared = isShared(program, receive);
        for (AddressRange piece : receive.pieces) {
            ReceiveRequest other = program.receivesAt.first(piece, one -> one != receive && !beginsAt(one, piece));
            Duty duty = other == null ? Duty.RECEIVES_HAVE_BUFFERS : Duty.RECEIVES_ARE_APART;
            if (other == null && findings.take(duty)) {
                other = program.receivesAt.first(piece, one -> one != receive);
            }
            if (other != null) {
                findings.add(DutyFinding.of(duty, program, receive.side(), "bytes " + piece)
                        .against(other.side()));
                return;
            }
        }
    }

    private static boolean beginsAt(ReceiveRequest receive, AddressRange piece) {
        for (AddressRange of : receive.pieces) {
            if (of.address() == piece.address()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void stored(CheckedProgram program, AddressRange range) {
        for (ReceiveRequest receive : program.receivesAt.owners(range)) {
            for (AddressRange piece : receive.pieces) {
                if (piece.overlaps(range)) {
                    receive.stored(piece.common(range), program.place());
                }
            }
        }
    }

    /** Only bytes that the message fills count: what lies behind them stays the program's. */
    @Override
    public void received(CheckedQp qp, ReceiveRequest receive, long bytes) {
        for (AddressRange filled : receive.filled(bytes)) {
            for (ReceiveRequest.Store store : receive.stores) {
                if (filled.overlaps(store.range())) {
                    findings.add(DutyFinding.of(
                                    Duty.RECEIVE_IS_LEFT_ALONE,
                                    qp.program,
                                    receive.side(),
                                    "bytes " + filled.common(store.range()) + " of a message of " + bytes + " bytes")
                            .against(new PlacedAct("a store of the program", store.place())));
                    return;
                }
            }
        }
    }
}
