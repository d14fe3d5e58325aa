package dev.fenestra.hw.sim.hca.request;

import dev.fenestra.hw.sim.hca.port.AtomicValue;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.qp.FetchedSends;
import dev.fenestra.hw.sim.hca.qp.Psn;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.queue.SendOperation;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;

/** Fetches send WQEs in order, and checks all that can be checked before they are sent. */
final class WqeFetcher {
    private final DataWalk walk;
    private final RequestFailures failures;
    private final Watch watch;
    private final long longestMessage;
    /** The request fetched last. */
    private final SendOperation operation;

    /**
     * Makes a unit.
     *
     * @param operation filled with each request that is fetched
     */
    WqeFetcher(DataWalk walk, RequestFailures failures, Watch watch, long longestMessage, SendOperation operation) {
        this.walk = walk;
        this.failures = failures;
        this.watch = watch;
        this.longestMessage = longestMessage;
        this.operation = operation;
    }

    /**
     * Fetches the next WQE of a QP.
     *
     * @param posted slots posted so far
     * @return false when there is none, or no slot of the ring is free
     */
    boolean fetch(QpContext qp, int posted) {
        FetchedSends ring = qp.send.ring;
        if (ring.tail - ring.head > ring.mask) {
            qp.send.stalled = true;
            return false;
        }
        int slot = ring.tail & ring.mask;
        operation.isWhole = false;
        qp.queues.fetch(qp.send.nextFetch, operation);
        ring.fetched(slot, qp.send.nextFetch, operation, qp.send.nextPsn);
        ring.tail++;
        int left = posted - qp.send.nextFetch & 0xffff;
        qp.send.nextFetch = qp.send.nextFetch + Math.min(operation.slots, left) & 0xffff;
        qp.send.sent = 0;
        watch.wqeFetched(qp.number, ring.wqeIndex(slot), operation.opcode, operation.units);
        if (operation.slots > left) {
            invalid(qp, slot, "slots=" + operation.slots + " posted=" + left);
        } else {
            admit(qp, slot);
        }
        return true;
    }

    private void admit(QpContext qp, int slot) {
        int opcode = operation.opcode;
        int packets = 0;
        if (!SendKind.isServed(opcode, qp.service) || !operation.isComplete || operation.qpn != qp.number) {
            invalid(qp, slot, "opcode=" + operation.number + " units=" + operation.units);
        } else if (SendKind.of(opcode) == SendKind.MESSAGE || SendKind.fetches(opcode)) {
            long length = length(qp, slot);
            if (isAllowed(qp, slot, length)) {
                packets = packets(qp, length);
            }
        }
        qp.send.nextPsn = Psn.plus(qp.send.nextPsn, packets);
        qp.send.ring.lastPsn(slot, Psn.plus(qp.send.nextPsn, -1));
    }

    /** {@return bytes of the data} The slot gets them, too. */
    private long length(QpContext qp, int slot) {
        FetchedSends ring = qp.send.ring;
        long length = operation.isWhole
                ? operation.piece.length
                : walk.length(
                        qp,
                        ring.wqeIndex(slot),
                        operation.firstPiece,
                        operation.endOfPieces,
                        SendKind.gathers(operation.opcode));
        ring.length(slot, SendKind.of(operation.opcode) == SendKind.ATOMIC && length >= 0 ? AtomicValue.BYTES : length);
        return length;
    }

    private boolean isAllowed(QpContext qp, int slot, long length) {
        int kind = SendKind.of(operation.opcode);
        if (length == DataWalk.MISPLACED) {
            invalid(qp, slot, "misplaced inline data: opcode=" + operation.number + " units=" + operation.units);
        } else if (SendKind.fetches(operation.opcode) && qp.connection.requesterDepth == 0) {
            failures.refuse(qp, slot, HcaRule.T9, CompletionStatus.LOCAL_QP_OPERATION, "max_rd_atomic=0");
        } else if (isNoAtomic(kind, length)) {
            failures.refuse(qp, slot, HcaRule.T11, CompletionStatus.LOCAL_LENGTH, "length=" + length);
        } else if (qp.service.isDatagram() && kind == SendKind.MESSAGE && length > qp.connection.mtu) {
            failures.refuse(
                    qp,
                    slot,
                    HcaRule.U1,
                    CompletionStatus.LOCAL_LENGTH,
                    "length=" + length + " mtu=" + qp.connection.mtu);
        } else if (length > longestMessage) {
            failures.refuse(qp, slot, HcaRule.T5, CompletionStatus.LOCAL_LENGTH, "length=" + length);
        } else {
            return true;
        }
        return false;
    }

    private int packets(QpContext qp, long length) {
        boolean isOne = SendKind.of(operation.opcode) >= SendKind.ATOMIC || length <= qp.connection.mtu;
        return isOne ? 1 : (int) ((length + qp.connection.mtu - 1) / qp.connection.mtu);
    }

    private void invalid(QpContext qp, int slot, String values) {
        failures.refuse(qp, slot, HcaRule.W1, CompletionStatus.LOCAL_QP_OPERATION, values);
    }

    /** {@return whether an atomic has room for its result, or an atomic write has its 8 bytes} */
    private static boolean isNoAtomic(int kind, long length) {
        return kind == SendKind.ATOMIC && length < AtomicValue.BYTES
                || kind == SendKind.ATOMIC_WRITE && length != AtomicValue.BYTES;
    }
}
