package dev.fenestra.hw.sim.hca.fast;

import dev.fenestra.hw.sim.fabric.link.HostMemory;
import dev.fenestra.hw.sim.hca.fast.burst.AtomicAnswers;
import dev.fenestra.hw.sim.hca.fast.burst.Burst;
import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.port.AtomicValue;
import dev.fenestra.hw.sim.hca.port.Outbox;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.protection.Use;
import dev.fenestra.hw.sim.hca.qp.FetchedSends;
import dev.fenestra.hw.sim.hca.qp.Psn;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.queue.DataPiece;
import dev.fenestra.hw.sim.hca.request.Completer;
import dev.fenestra.hw.sim.hca.request.SendKind;

/**
 * The lane of answers to atomics, with both of its ends. Answers with consecutive PSNs go as one, and are stored for
 * the oldest requests of the QP. It returns how many are done. The others have had no effect.
 */
final class AtomicAnswerLane {
    private final DmaBus bus;
    private final Completer completer;
    private final Outbox outbox;
    private final Watch watch;
    private final KnownKey target;
    private final AtomicAnswers answers = new AtomicAnswers(Burst.MOST);
    private final AtomicValue value = new AtomicValue();
    private final DataPiece piece = new DataPiece();

    AtomicAnswerLane(Protection protection, DmaBus bus, Completer completer, Outbox outbox, Watch watch) {
        target = new KnownKey(protection, Use.LAND);
        this.bus = bus;
        this.completer = completer;
        this.outbox = outbox;
        this.watch = watch;
    }

    /**
     * Sends answers of an RC QP that owes no other ones before them.
     *
     * @param most answers that may be sent, at least 1
     * @return answers that were sent
     */
    int send(QpContext qp, int most) {
        answers.count = qp.receive.responses.atomics(most, answers.originals);
        answers.firstPsn = qp.receive.responses.psn();
        int sent = outbox.transmit(qp, answers);
        for (int i = 0; i < sent; i++) {
            qp.receive.responses.choose();
            qp.receive.responses.removeChosen();
        }
        watch.sentByLane(sent, 0);
        return sent;
    }

    /**
     * Stores answers for a QP, from the first on, as long as each is the next one that the QP waits for.
     *
     * @return answers that were stored
     */
    int receive(QpContext qp, AtomicAnswers arrived, long now) {
        target.forget();
        int taken = 0;
        while (taken < arrived.count && store(qp, Psn.plus(arrived.firstPsn, taken), arrived.originals[taken])) {
            completer.fetchedOldest(qp);
            taken++;
        }
        if (taken > 0) {
            completer.answered(qp, now);
        }
        watch.receivedByLane(taken, 0);
        return taken;
    }

    private boolean store(QpContext qp, int psn, long original) {
        FetchedSends ring = qp.send.ring;
        int slot = ring.head & ring.mask;
        boolean isNext = qp.sends()
                && !qp.faults.waits(Use.LAND)
                && psn == qp.send.unacknowledgedPsn
                && qp.send.isOutstanding(psn)
                && ring.head != ring.cursor
                && ring.state(slot) == FetchedSends.WAITING
                && SendKind.of(ring.opcode(slot)) == SendKind.ATOMIC
                && qp.send.inlineAnswer < AtomicValue.BYTES;
        long at = isNext ? find(qp, slot) : KnownKey.NOT_CERTAIN;
        if (at == KnownKey.NOT_CERTAIN) {
            return false;
        }
        value.set(original);
        HostMemory.copy(value.memory(), 0, bus.segment(at), bus.offset(at), AtomicValue.BYTES);
        return true;
    }

    /** {@return the bus address of the data of a request in one page, or {@link KnownKey#NOT_CERTAIN}} */
    private long find(QpContext qp, int slot) {
        qp.queues.piece(qp.send.ring.wqeIndex(slot), qp.send.ring.firstPiece(slot), piece);
        int lkey = piece.lkey;
        long address = piece.address;
        boolean isGranted = !piece.isInline
                && piece.length >= AtomicValue.BYTES
                && (target.grants(lkey, address, AtomicValue.BYTES)
                        || target.learnLocal(qp, lkey, address, AtomicValue.BYTES));
        return isGranted ? target.reach(address, AtomicValue.BYTES) : KnownKey.NOT_CERTAIN;
    }
}
