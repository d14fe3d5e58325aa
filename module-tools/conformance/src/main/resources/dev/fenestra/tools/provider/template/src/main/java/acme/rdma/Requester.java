package acme.rdma;

import dev.fenestra.ib.core.spi.WireFaults;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import org.jspecify.annotations.Nullable;

/**
 * Executes send queues, each request completely before the next. What a peer refuses comes back as the status that the
 * request ends with; RETRY_EXC_ERR and RNR_RETRY_EXC_ERR mean at first that there was no answer, or no receive: then it
 * is tried again.
 */
final class Requester {
    private final Card card;
    private final Message message;
    /** Number of the rule by which this card refused the request under way; 0 for none. */
    private int vendorError;

    Requester(Card card) {
        this.card = card;
        message = new Message(card);
    }

    /** Executes what can be executed; whether anything was. */
    boolean run() {
        boolean worked = false;
        for (Qp qp : card.qps()) {
            if (qp.state() == QpState.ERR) {
                qp.flush();
            }
            while (qp.state() == QpState.RTS && finishOldest(qp)) {
                worked = true;
            }
        }
        return worked;
    }

    /** Counts one more try of all requests that wait for their peer; whether any of them will fail if this goes on. */
    boolean retry() {
        boolean ends = false;
        for (Qp qp : card.qps()) {
            Work work = qp.sends().peek();
            WcStatus wait = qp.waitsFor();
            if (work != null && wait != null && !qp.triesForEver()) {
                ends = true;
                if (!qp.triesAgain()) {
                    AcmeRule rule = wait == WcStatus.RETRY_EXC_ERR ? AcmeRule.T6 : AcmeRule.T7;
                    fail(qp, work, refuse(rule, qp, "tried " + qp.tries() + " times"));
                }
            }
        }
        return ends;
    }

    private boolean finishOldest(Qp qp) {
        Work work = qp.sends().peek();
        if (work == null) {
            return false;
        }
        vendorError = 0;
        WcStatus status = execute(qp, work);
        if (status == WcStatus.SUCCESS) {
            complete(qp, work);
            return true;
        }
        if (status == WcStatus.RETRY_EXC_ERR || status == WcStatus.RNR_RETRY_EXC_ERR) {
            qp.waitsFor(status);
            return false;
        }
        fail(qp, work, status);
        return true;
    }

    private WcStatus execute(Qp qp, Work work) {
        return switch (work.opcode) {
            case BIND_MW -> local(qp, card.windows().bind(qp, work), bindValues(work));
            case LOCAL_INV ->
                local(
                        qp,
                        card.windows().invalidate(qp, work.immediateOrKey),
                        "key=" + MemoryKey.text(work.immediateOrKey));
            case RDMA_READ -> read(qp, work);
            default -> send(qp, work);
        };
    }

    private WcStatus local(Qp qp, @Nullable AcmeRule broken, String values) {
        return broken == null ? WcStatus.SUCCESS : refuse(broken, qp, values);
    }

    private String bindValues(Work work) {
        return String.format(
                "window=%s, region=%s, address=0x%x, length=%d; %s",
                MemoryKey.text(work.oldKey),
                MemoryKey.text(work.bindLkey),
                work.bindAddress,
                work.bindLength,
                card.keys().extent(work.bindLkey));
    }

    private WcStatus send(Qp qp, Work work) {
        long length = work.length();
        if (length > Message.MAX_BYTES) {
            return refuse(AcmeRule.T5, qp, "length=" + length);
        }
        AcmeRule broken = message.gather(qp, work);
        if (broken != null) {
            return refuse(broken, qp, message.compared());
        }
        Card peer = peer(qp);
        Qp target = target(peer, qp);
        if (peer == null || target == null || isLost(sent(work))) {
            return WcStatus.RETRY_EXC_ERR;
        }
        return switch (work.opcode) {
            case RDMA_WRITE, RDMA_WRITE_WITH_IMM -> peer.responder().write(target, work, message.bytes(), length);
            default -> peer.responder().send(target, work, message.bytes(), length);
        };
    }

    private WcStatus read(Qp qp, Work work) {
        long length = work.length();
        if (!qp.mayRead()) {
            return refuse(AcmeRule.T9, qp, "max_rd_atomic=0");
        }
        if (length > Message.MAX_BYTES) {
            return refuse(AcmeRule.T5, qp, "length=" + length);
        }
        Card peer = peer(qp);
        Qp target = target(peer, qp);
        if (peer == null || target == null || isLost(WireFaults.Message.READ)) {
            return WcStatus.RETRY_EXC_ERR;
        }
        WcStatus answer = peer.responder().read(target, work, message.bytes(), length);
        if (answer == WcStatus.SUCCESS && isLost(WireFaults.Message.READ_ANSWER)) {
            return WcStatus.RETRY_EXC_ERR;
        }
        AcmeRule broken = answer == WcStatus.SUCCESS ? message.scatter(qp, work.data, message.bytes(), length) : null;
        return broken == null ? answer : refuse(broken, qp, message.compared());
    }

    private boolean isLost(WireFaults.Message sent) {
        return card.wire().losses().hits(sent);
    }

    private static WireFaults.Message sent(Work work) {
        return switch (work.opcode) {
            case RDMA_WRITE, RDMA_WRITE_WITH_IMM -> WireFaults.Message.WRITE;
            default -> WireFaults.Message.SEND;
        };
    }

    private @Nullable Card peer(Qp qp) {
        return card.wire().find(qp.peerGid());
    }

    /** The QP at the other end, if it answers this one. */
    private @Nullable Qp target(@Nullable Card peer, Qp qp) {
        Qp found = peer == null ? null : peer.find(qp.peerNumber());
        return found != null && found.answers(card, qp) ? found : null;
    }

    private static void complete(Qp qp, Work work) {
        switch (work.opcode) {
            case RDMA_READ -> qp.sendDone(work, WcOpcode.RDMA_READ, (int) work.length(), 0);
            case RDMA_WRITE, RDMA_WRITE_WITH_IMM -> qp.sendDone(work, WcOpcode.RDMA_WRITE, 0, 0);
            case LOCAL_INV -> qp.sendDone(work, WcOpcode.LOCAL_INV, 0, work.immediateOrKey);
            case BIND_MW -> qp.sendDone(work, WcOpcode.BIND_MW, 0, 0);
            default -> qp.sendDone(work, WcOpcode.SEND, 0, 0);
        }
    }

    private void fail(Qp qp, Work work, WcStatus status) {
        qp.sendFailed(work, status, vendorError);
        qp.enter(QpState.ERR);
    }

    private WcStatus refuse(AcmeRule rule, Qp qp, String values) {
        card.refused(rule, qp, values);
        vendorError = rule.code();
        return rule.status();
    }
}
