package acme.rdma;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.WcFlag;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The receiving side. Each method answers with the status at which the peer's request ends; a refusal puts the QP in
 * error, and the peer learns no more than the status.
 */
final class Responder {
    private final Card card;
    private final AccessChecks checks;
    private final Message message;

    Responder(Card card) {
        this.card = card;
        checks = new AccessChecks(card);
        message = new Message(card);
    }

    WcStatus send(Qp qp, Work work, MemorySegment data, long length) {
        Receive receive = qp.receives().peek();
        if (receive == null) {
            return WcStatus.RNR_RETRY_EXC_ERR;
        }
        AcmeRule broken = message.scatter(qp, receive.pieces, data, length);
        if (broken != null) {
            // The peer learns that the operation failed, not why.
            boolean isTooLong = broken == AcmeRule.T3;
            WcStatus here = isTooLong ? WcStatus.LOC_LEN_ERR : WcStatus.LOC_PROT_ERR;
            String values = isTooLong ? "length=" + length : message.compared();
            return fail(qp, receive, broken, values, here, isTooLong ? broken.status() : WcStatus.REM_OP_ERR);
        }
        switch (work.opcode) {
            case SEND_WITH_INV -> {
                AcmeRule kept = card.windows().invalidate(qp, work.immediateOrKey);
                if (kept != null) {
                    // IBA 9.9.6.3, class J: neither ACK nor NAK, so the peer gives up at last.
                    String values = "key=" + MemoryKey.text(work.immediateOrKey);
                    return fail(qp, receive, kept, values, WcStatus.REM_INV_REQ_ERR, WcStatus.RETRY_EXC_ERR);
                }
                qp.receiveDone(receive, WcOpcode.RECV, (int) length, work.immediateOrKey, WcFlag.WITH_INV);
            }
            case SEND_WITH_IMM ->
                qp.receiveDone(receive, WcOpcode.RECV, (int) length, work.immediateOrKey, WcFlag.WITH_IMM);
            default -> qp.receiveDone(receive, WcOpcode.RECV, (int) length, 0, 0);
        }
        return WcStatus.SUCCESS;
    }

    WcStatus write(Qp qp, Work work, MemorySegment data, long length) {
        if (!qp.allows(AccessFlag.REMOTE_WRITE)) {
            return refuse(qp, AcmeRule.A8, work, length);
        }
        AcmeRule broken = check(qp, work, length, AccessFlag.REMOTE_WRITE);
        boolean takesReceive = work.opcode == WrOpcode.RDMA_WRITE_WITH_IMM;
        // The first packet is checked, the last one takes the receive: with one packet the receive comes first.
        if (broken != null && (!takesReceive || length > qp.mtu())) {
            return refuse(qp, broken, work, length);
        }
        Receive receive = takesReceive ? qp.receives().peek() : null;
        if (takesReceive && receive == null) {
            return WcStatus.RNR_RETRY_EXC_ERR;
        }
        if (broken != null && receive != null) {
            return fail(qp, receive, broken, values(work, length), WcStatus.LOC_ACCESS_ERR, broken.status());
        }
        if (length > 0) {
            checks.region().write(card.host().busMemory(), checks.offset(), data, 0, length);
        }
        if (receive != null) {
            qp.receiveDone(receive, WcOpcode.RECV_RDMA_WITH_IMM, (int) length, work.immediateOrKey, WcFlag.WITH_IMM);
        }
        return WcStatus.SUCCESS;
    }

    WcStatus read(Qp qp, Work work, MemorySegment into, long length) {
        if (!qp.allows(AccessFlag.REMOTE_READ)) {
            return refuse(qp, AcmeRule.A8, work, length);
        }
        if (!qp.servesReads()) {
            return refuse(qp, AcmeRule.T4, work, length);
        }
        AcmeRule broken = check(qp, work, length, AccessFlag.REMOTE_READ);
        if (broken != null) {
            return refuse(qp, broken, work, length);
        }
        if (length > 0) {
            checks.region().read(card.host().busMemory(), checks.offset(), into, 0, length);
        }
        return WcStatus.SUCCESS;
    }

    /** Nothing is accessed through the key of an empty message, so it is not looked at. */
    private @Nullable AcmeRule check(Qp qp, Work work, long length, AccessFlag right) {
        return length == 0 ? null : checks.remote(qp, work.rkey, work.remoteAddress, length, right);
    }

    private WcStatus refuse(Qp qp, AcmeRule broken, Work work, long length) {
        card.refused(broken, qp, values(work, length));
        qp.enter(QpState.ERR);
        return broken.status();
    }

    private String values(Work work, long length) {
        return String.format(
                "rkey=%s, address=0x%x, length=%d; %s",
                MemoryKey.text(work.rkey),
                work.remoteAddress,
                length,
                card.keys().extent(work.rkey));
    }

    private WcStatus fail(Qp qp, Receive receive, AcmeRule broken, String values, WcStatus here, WcStatus there) {
        card.refused(broken, qp, values);
        qp.receiveFailed(receive, here, broken.code());
        qp.enter(QpState.ERR);
        return there;
    }
}
