package dev.fenestra.hw.sim.hca.fast;

import dev.fenestra.hw.sim.fabric.link.HostMemory;
import dev.fenestra.hw.sim.hca.fast.burst.AtomicBurst;
import dev.fenestra.hw.sim.hca.fast.burst.Burst;
import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.number.ReadySet;
import dev.fenestra.hw.sim.hca.port.AtomicValue;
import dev.fenestra.hw.sim.hca.port.Outbox;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.protection.RemoteAccess;
import dev.fenestra.hw.sim.hca.protection.Use;
import dev.fenestra.hw.sim.hca.qp.FetchedSends;
import dev.fenestra.hw.sim.hca.qp.Psn;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import java.lang.foreign.MemorySegment;

/**
 * The lane of atomics, with both of its ends. Requests are read, sent and executed as one burst. It returns how many
 * are done. The others have had no effect. {@link AtomicAnswerLane} has the way back.
 */
final class AtomicLane {
    private final DmaBus bus;
    private final Outbox outbox;
    private final Watch watch;
    private final ReadySet ready;
    private final KnownKey target;
    private final AtomicValue value = new AtomicValue();
    private final AtomicBurst burst = new AtomicBurst(Burst.MOST);

    AtomicLane(Protection protection, DmaBus bus, Outbox outbox, Watch watch, ReadySet ready) {
        target = new KnownKey(protection, Use.PLACE);
        this.bus = bus;
        this.outbox = outbox;
        this.watch = watch;
        this.ready = ready;
    }

    /**
     * Sends requests of a QP that sends now.
     *
     * @param room requests that there are and that may be sent
     * @return requests that were sent
     */
    int send(QpContext qp, int room) {
        int most = Math.min(room, qp.connection.requesterDepth - qp.send.readsOutstanding);
        if (most <= 0) {
            return 0;
        }
        burst.count = qp.queues.atomics(qp.send.nextFetch, most, qp.number, burst);
        burst.firstPsn = qp.send.nextPsn;
        int sent = burst.count == 0 ? 0 : outbox.transmit(qp, burst);
        if (sent > 0) {
            note(qp, sent);
        }
        return sent;
    }

    /** Notes the requests as fetched and sent, with the facts that a retransmission needs. */
    private void note(QpContext qp, int sent) {
        FetchedSends ring = qp.send.ring;
        long swapPlan = FetchedSends.plan(SendOpcode.COMPARE_SWAP, qp.queues);
        long addPlan = FetchedSends.plan(SendOpcode.FETCH_ADD, qp.queues);
        for (int i = 0; i < sent; i++) {
            long plan = (burst.swaps >>> i & 1) != 0 ? swapPlan : addPlan;
            boolean isSignaled = (burst.signaled >>> i & 1) != 0;
            int index = qp.send.nextFetch + i & 0xffff;
            ring.sentAtomic(ring.tail + i & ring.mask, index, plan, Psn.plus(qp.send.nextPsn, i), isSignaled);
        }
        qp.send.readsOutstanding += sent;
        qp.send.fetchedAndSent(sent);
        watch.sentByLane(sent, 0);
    }

    /**
     * Executes atomics from the beginning of a burst that a QP expects, as long as each of them is certain to be
     * accepted.
     *
     * @return atomics that were executed
     */
    int receive(QpContext qp, AtomicBurst arrived) {
        if (!qp.connection.remoteAtomic) {
            return 0;
        }
        target.forget();
        int taken = 0;
        while (taken < arrived.count && execute(qp, arrived, taken)) {
            taken++;
        }
        if (taken > 0) {
            qp.receive.sequenceNakSent = false;
            watch.receivedByLane(taken, 0);
            ready.addOwn(qp.number);
        }
        return taken;
    }

    private boolean execute(QpContext qp, AtomicBurst arrived, int number) {
        long at = qp.receive.responses.isFull(qp.connection.responderDepth)
                ? KnownKey.NOT_CERTAIN
                : find(qp, arrived.rkeys[number], arrived.remoteAddresses[number]);
        if (at == KnownKey.NOT_CERTAIN) {
            return false;
        }
        MemorySegment memory = bus.segment(at);
        long offset = bus.offset(at);
        HostMemory.copy(memory, offset, value.memory(), 0, AtomicValue.BYTES);
        long original = value.get();
        boolean isSwap = (arrived.swaps >>> number & 1) != 0;
        if (!isSwap) {
            value.set(original + arrived.operands[number]);
        } else if (original == arrived.expected[number]) {
            value.set(arrived.operands[number]);
        }
        HostMemory.copy(value.memory(), 0, memory, offset, AtomicValue.BYTES);
        qp.receive.ownResponses().addAtomic(qp.receive.expectedPsn, original);
        qp.receive.advance(1, OpcodeMask.END);
        return true;
    }

    /** {@return the bus address of the memory in one page, or {@link KnownKey#NOT_CERTAIN}} */
    private long find(QpContext qp, int rkey, long address) {
        boolean isGranted = (address & AtomicValue.BYTES - 1) == 0
                && (target.grants(rkey, address, AtomicValue.BYTES)
                        || target.learnRemote(RemoteAccess.ATOMIC, qp, rkey, address, AtomicValue.BYTES));
        return isGranted ? target.reach(address, AtomicValue.BYTES) : KnownKey.NOT_CERTAIN;
    }
}
