package dev.fenestra.tools.duties;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.util.OptionalInt;

/** Connections: what both ends have said, and what they wait for. */
final class ConnectionDuties implements DutyCheck {
    /** In RNR_RETRY, stands for retries without end. */
    private static final int RETRY_FOR_EVER = 7;

    private static final int REMOTE_RIGHTS =
            AccessFlag.mask(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC);

    private final DutyFindings findings;

    ConnectionDuties(DutyFindings findings) {
        this.findings = findings;
    }

    @Override
    public void posted(SendRequest request) {
        CheckedQp qp = request.qp;
        CheckedQp peer = qp.peer;
        if (peer == null) {
            return;
        }
        if (PostedSend.namesPeer(request.opcode)) {
            peer.isReached = true;
        }
        if (request.isMessage() && peer.incoming.size() > peer.receives.outstanding.size()) {
            peer.isShortOfReceives = true;
        }
        if (!qp.isConnectionChecked) {
            qp.isConnectionChecked = true;
            compare(qp, peer, request);
        }
    }

    private void compare(CheckedQp qp, CheckedQp peer, SendRequest first) {
        OptionalInt depth = qp.attribute(QpAttribute.MAX_QP_RD_ATOMIC);
        OptionalInt resources = peer.attribute(QpAttribute.MAX_DEST_RD_ATOMIC);
        if (depth.isPresent() && resources.isPresent() && depth.getAsInt() > resources.getAsInt()) {
            findings.add(about(
                    Duty.DEPTHS_FIT,
                    qp,
                    peer,
                    "max_rd_atomic " + depth.getAsInt() + ", max_dest_rd_atomic of the peer " + resources.getAsInt()));
        }
        differ(qp, peer, "path_mtu", qp.attribute(QpAttribute.PATH_MTU), peer.attribute(QpAttribute.PATH_MTU));
        differ(qp, peer, "sq_psn", qp.attribute(QpAttribute.SQ_PSN), peer.attribute(QpAttribute.RQ_PSN));
        OptionalInt timeout = qp.attribute(QpAttribute.TIMEOUT);
        if (qp.shape.type() == QpType.RC && timeout.isPresent() && timeout.getAsInt() == 0) {
            findings.add(DutyFinding.of(Duty.WAITS_END, qp.program, first.side(), qp + ", timeout 0")
                    .noting("a lost packet is never sent again"));
        }
    }

    private void differ(CheckedQp qp, CheckedQp peer, String what, OptionalInt own, OptionalInt others) {
        if (own.isPresent() && others.isPresent() && own.getAsInt() != others.getAsInt()) {
            String object = String.format("%s 0x%x, of the peer 0x%x", what, own.getAsInt(), others.getAsInt());
            findings.add(about(Duty.CONNECTION_FITS, qp, peer, object));
        }
    }

    private static DutyFinding about(Duty duty, CheckedQp qp, CheckedQp peer, String object) {
        return DutyFinding.of(duty, qp.program, new PlacedAct(qp + " is connected", qp.place), object)
                .against(new PlacedAct(peer + " is its peer", peer.place));
    }

    @Override
    public void emptied(CheckedQp qp) {
        CheckedQp peer = qp.peer;
        boolean forEver = qp.attribute(QpAttribute.RNR_RETRY).orElse(0) == RETRY_FOR_EVER;
        if (peer != null && forEver && peer.receives.outstanding.isEmpty()) {
            qp.outstanding.stream()
                    .filter(SendRequest::isMessage)
                    .filter(message -> peer.incoming.contains(message))
                    .findFirst()
                    .ifPresent(message -> findings.add(
                            DutyFinding.of(Duty.WAITS_END, qp.program, message.side(), peer + " has no receives")
                                    .noting("rnr_retry 7: it is tried for ever")));
        }
        int rights = qp.attribute(QpAttribute.ACCESS_FLAGS).orElse(0) & REMOTE_RIGHTS;
        if (rights != 0 && !qp.isReached && peer != null) {
            findings.add(DutyFinding.of(
                    Duty.RIGHTS_ARE_USED,
                    qp.program,
                    new PlacedAct(qp + " gives rights", qp.place),
                    AccessFlag.of(rights).toString()));
        }
    }

    @Override
    public void received(CheckedQp qp, ReceiveRequest receive, long bytes) {
        if (qp.isShortOfReceives && qp.program.rnrNaks() > 0) {
            qp.isShortOfReceives = false;
            findings.add(DutyFinding.of(
                    Duty.RECEIVES_ARE_READY,
                    qp.program,
                    receive.side(),
                    qp + ": " + qp.program.rnrNaks() + " RNR NAKs of its card so far"));
        }
    }
}
