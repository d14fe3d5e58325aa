package dev.fenestra.hw.sim.hca.request;

import dev.fenestra.hw.sim.fabric.link.AtomicAnswers;
import dev.fenestra.hw.sim.fabric.link.HostMemory;
import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.port.AtomicValue;
import dev.fenestra.hw.sim.hca.protection.KnownKey;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.protection.Use;
import dev.fenestra.hw.sim.hca.qp.Psn;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.SendRing;
import dev.fenestra.hw.sim.hca.queue.DataPiece;

/**
 * Stores answers to atomics that arrive by a lane, for the oldest requests of a QP. The {@link Completer} takes all
 * others.
 */
public final class AtomicLanding {
    private final DmaBus bus;
    private final KnownKey target;
    private final Completer completer;
    private final AtomicValue value = new AtomicValue();
    private final DataPiece piece = new DataPiece();

    /**
     * Makes a unit.
     *
     * @param protection the rules of memory
     * @param bus the host's memory
     * @param completer completes requests
     */
    public AtomicLanding(Protection protection, DmaBus bus, Completer completer) {
        target = new KnownKey(protection, Use.LAND);
        this.bus = bus;
        this.completer = completer;
    }

    /**
     * Takes answers, from the first on, as long as each is the next one that the QP waits for.
     *
     * @param qp the QP on which they arrived
     * @param answers the answers
     * @param now the time, nanoseconds
     * @return answers that were taken
     */
    public int take(QpContext qp, AtomicAnswers answers, long now) {
        target.forget();
        int taken = 0;
        while (taken < answers.count && store(qp, Psn.plus(answers.firstPsn, taken), answers.originals[taken])) {
            completer.fetchedOldest(qp);
            taken++;
        }
        if (taken > 0) {
            completer.answered(qp, now);
        }
        return taken;
    }

    private boolean store(QpContext qp, int psn, long original) {
        SendRing ring = qp.send.ring;
        int slot = ring.head & ring.mask;
        boolean isNext = qp.sends()
                && !qp.faults.waits(Use.LAND)
                && psn == qp.send.unacknowledgedPsn
                && qp.send.isOutstanding(psn)
                && ring.head != ring.cursor
                && ring.state(slot) == SendRing.WAITING
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
