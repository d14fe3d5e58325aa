package dev.fenestra.hw.sim.hca.request;

import dev.fenestra.hw.sim.hca.qp.FetchedSends;
import dev.fenestra.hw.sim.hca.qp.Psn;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.SendState;
import dev.fenestra.hw.sim.hca.vocabulary.QpState;
import org.jspecify.annotations.Nullable;

/**
 * Searches the state of requesters for contradictions; for tests, not for the data path. A call while a packet leaves
 * is allowed: the timer of that packet is not set yet.
 */
public final class Audit {
    private Audit() {}

    /**
     * {@return the first contradiction; null when there is none}
     *
     * @param qps all QPs, with null for free numbers
     */
    public static @Nullable String firstOf(@Nullable QpContext[] qps) {
        for (QpContext qp : qps) {
            String found = qp == null || !qp.isReliable() || qp.isXrcTarget() ? null : of(qp);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static @Nullable String of(QpContext qp) {
        String found = timers(qp);
        return found == null && qp.sends() ? requests(qp) : found;
    }

    private static @Nullable String timers(QpContext qp) {
        boolean isTimed = qp.send.ackDeadline != SendState.NEVER || qp.send.rnrDeadline != SendState.NEVER;
        if (qp.state == QpState.ERR) {
            return isTimed ? text(qp, "a timer runs in ERR") : null;
        }
        boolean isAllSent = qp.sends() && qp.send.ring.cursor == qp.send.ring.tail;
        boolean waits = isAllSent && qp.connection.ackTimeout != 0 && qp.send.unacknowledgedPsn != qp.send.unsentPsn;
        return waits && !isTimed ? text(qp, "no timer runs, and PSNs are outstanding") : null;
    }

    private static @Nullable String requests(QpContext qp) {
        FetchedSends ring = qp.send.ring;
        int outstanding = 0;
        boolean isOldest = true;
        for (int i = ring.head; i != ring.tail; i++) {
            int slot = i & ring.mask;
            if (ring.state(slot) != FetchedSends.WAITING || !SendKind.fetches(ring.opcode(slot))) {
                continue;
            }
            if (isOldest && !isProgressOf(qp, slot)) {
                return text(qp, "progress " + qp.send.readProgress + " is not that of the oldest fetch");
            }
            isOldest = false;
            outstanding += i - ring.cursor < 0 ? 1 : 0;
        }
        if (isOldest && qp.send.readProgress != 0) {
            return text(qp, "progress " + qp.send.readProgress + " of no fetch");
        }
        if (outstanding != qp.send.readsOutstanding || outstanding > qp.connection.requesterDepth) {
            return text(
                    qp,
                    "outstanding fetches are " + outstanding + ", counted " + qp.send.readsOutstanding + ", allowed "
                            + qp.connection.requesterDepth);
        }
        boolean isInOrder = Psn.difference(qp.send.unsentPsn, qp.send.unacknowledgedPsn) >= 0
                && Psn.difference(qp.send.nextPsn, qp.send.unsentPsn) >= 0;
        return isInOrder ? null : text(qp, "PSNs are not in order");
    }

    private static boolean isProgressOf(QpContext qp, int slot) {
        int packets = Psn.difference(qp.send.ring.lastPsn(slot), qp.send.ring.firstPsn(slot)) + 1;
        return qp.send.readProgress == 0
                || qp.send.readProgress < packets
                        && qp.send.unacknowledgedPsn == Psn.plus(qp.send.ring.firstPsn(slot), qp.send.readProgress);
    }

    private static String text(QpContext qp, String what) {
        return String.format(
                "QP 0x%x: %s (PSN unacknowledged 0x%06x, unsent 0x%06x, next 0x%06x)",
                qp.number, what, qp.send.unacknowledgedPsn, qp.send.unsentPsn, qp.send.nextPsn);
    }
}
