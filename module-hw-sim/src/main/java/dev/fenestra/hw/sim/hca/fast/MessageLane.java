package dev.fenestra.hw.sim.hca.fast;

import dev.fenestra.hw.sim.fabric.link.HostMemory;
import dev.fenestra.hw.sim.hca.fast.burst.Burst;
import dev.fenestra.hw.sim.hca.fast.burst.MessageBurst;
import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.number.ReadySet;
import dev.fenestra.hw.sim.hca.port.Outbox;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.protection.RemoteAccess;
import dev.fenestra.hw.sim.hca.protection.Use;
import dev.fenestra.hw.sim.hca.qp.FetchedSends;
import dev.fenestra.hw.sim.hca.qp.Psn;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.table.MttTable;
import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;
import dev.fenestra.hw.sim.roce.wire.Aeth;
import java.lang.foreign.MemorySegment;

/**
 * The lane of small SENDs and RDMA WRITEs, with both of its ends. Requests of one packet each are read, checked, sent
 * and placed as one burst. It returns how many are done. The others have had no effect.
 *
 * <p>Each end checks a key once per burst. Nothing else executes meanwhile, so the answer holds for all requests of
 * that burst with the same key.
 */
final class MessageLane {
    private static final int PAGE = 1 << MttTable.PAGE_SHIFT;
    private static final long NOT_CERTAIN = KnownKey.NOT_CERTAIN;

    private final LaneReceives receives;
    private final DmaBus bus;
    private final Outbox outbox;
    private final Watch watch;
    private final ReadySet ready;
    private final long longest;
    private final MessageBurst burst;
    private final KnownKey source;
    private final KnownKey target;
    /** Messages of the present burst that were placed. A copy that throws cannot return them. */
    private int placed;

    /**
     * Makes a lane.
     *
     * @param longest bytes of the longest message of this device
     */
    MessageLane(
            Protection protection,
            LaneReceives receives,
            DmaBus bus,
            Outbox outbox,
            Watch watch,
            ReadySet ready,
            long longest) {
        source = new KnownKey(protection, Use.GATHER);
        target = new KnownKey(protection, Use.PLACE);
        this.receives = receives;
        this.bus = bus;
        this.outbox = outbox;
        this.watch = watch;
        this.ready = ready;
        this.longest = longest;
        burst = new MessageBurst(bus, Burst.MOST);
    }

    /**
     * Sends requests of a QP that sends now.
     *
     * @param most requests that there are and that may be sent
     * @return requests that were sent
     */
    int send(QpContext qp, int most) {
        if (most <= 0) {
            return 0;
        }
        int count = qp.queues.messages(qp.send.nextFetch, most, qp.number, Math.min(qp.connection.mtu, longest), burst);
        burst.count = gather(qp, count);
        burst.firstPsn = qp.send.nextPsn;
        int sent = burst.count == 0 ? 0 : outbox.transmit(qp, burst);
        if (sent > 0) {
            note(qp, sent);
        }
        return sent;
    }

    /**
     * Finds the data.
     *
     * @return requests from the first on whose data lie in one page that is certainly present
     */
    private int gather(QpContext qp, int count) {
        source.forget();
        for (int i = 0; i < count; i++) {
            int lkey = burst.lkeys[i];
            long address = burst.localAddresses[i];
            int bytes = burst.lengths[i];
            if (!source.grants(lkey, address, bytes) && !source.learnLocal(qp, lkey, address, bytes)) {
                return i;
            }
            long payload = source.reach(address, bytes);
            if (payload == NOT_CERTAIN) {
                return i;
            }
            burst.payloads[i] = payload;
        }
        return count;
    }

    /** Notes the requests as fetched and sent, with the facts that a retransmission needs. */
    private void note(QpContext qp, int sent) {
        FetchedSends ring = qp.send.ring;
        long sendPlan = FetchedSends.plan(SendOpcode.SEND, qp.queues);
        long writePlan = FetchedSends.plan(SendOpcode.RDMA_WRITE, qp.queues);
        long bytes = 0;
        for (int i = 0; i < sent; i++) {
            int length = burst.lengths[i];
            boolean isSignaled = (burst.signaled >>> i & 1) != 0;
            int index = qp.send.nextFetch + i & 0xffff;
            long plan = (burst.sends >>> i & 1) != 0 ? sendPlan : writePlan;
            int psn = Psn.plus(qp.send.nextPsn, i);
            ring.sentMessage(ring.tail + i & ring.mask, index, plan, psn, length, isSignaled);
            bytes += length;
        }
        qp.send.fetchedAndSent(sent);
        watch.sentByLane(sent, bytes);
    }

    /**
     * Places messages from the beginning of a burst that a QP expects, as long as each of them is certain to be
     * accepted.
     *
     * @return messages that were placed
     */
    int receive(QpContext qp, MessageBurst arrived) {
        placed = 0;
        try {
            place(qp, arrived);
        } finally {
            // Memory of a program may vanish under a copy, and that ends the turn.
            if (placed > 0) {
                accept(qp, arrived, placed);
            }
        }
        return placed;
    }

    private void accept(QpContext qp, MessageBurst arrived, int taken) {
        long bytes = 0;
        for (int i = 0; i < taken; i++) {
            bytes += arrived.lengths[i];
        }
        qp.receive.sequenceNakSent = false;
        qp.receive.received = 0;
        qp.receive.expectedPsn = Psn.plus(qp.receive.expectedPsn, taken);
        qp.receive.messageCount = Psn.plus(qp.receive.messageCount, taken);
        qp.receive.acks.add(Psn.plus(qp.receive.expectedPsn, -1), Aeth.ACK, qp.receive.messageCount);
        watch.receivedByLane(taken, bytes);
        ready.addOwn(qp.number);
    }

    private void place(QpContext qp, MessageBurst arrived) {
        target.forget();
        target.readAhead(arrived.rkeys, arrived.count);
        if (arrived.sends != 0) {
            receives.begin();
        }
        long fromPage = NOT_CERTAIN;
        long toPage = NOT_CERTAIN;
        MemorySegment from = MemorySegment.NULL;
        MemorySegment to = MemorySegment.NULL;
        long fromBase = 0;
        long toBase = 0;
        int count = arrived.count;
        for (int i = 0; i < count; i++) {
            int bytes = arrived.lengths[i];
            boolean isSend = (arrived.sends >>> i & 1) != 0;
            long into =
                    isSend ? receives.find(qp, bytes) : find(qp, arrived.rkeys[i], arrived.remoteAddresses[i], bytes);
            if (into == NOT_CERTAIN || bytes > qp.connection.mtu) {
                return;
            }
            long payload = arrived.payloads[i];
            if ((payload & -PAGE) != fromPage) {
                fromPage = payload & -PAGE;
                from = arrived.source.segment(fromPage);
                fromBase = arrived.source.offset(fromPage);
            }
            if ((into & -PAGE) != toPage) {
                toPage = into & -PAGE;
                to = bus.segment(toPage);
                toBase = bus.offset(toPage);
            }
            HostMemory.copy(from, fromBase + (payload & PAGE - 1), to, toBase + (into & PAGE - 1), bytes);
            placed = i + 1;
            if (isSend && !receives.complete(qp, bytes)) {
                return;
            }
        }
    }

    /** {@return the bus address of a WRITE's memory in one page, or {@link #NOT_CERTAIN}} */
    private long find(QpContext qp, int rkey, long address, int bytes) {
        boolean isGranted = target.grants(rkey, address, bytes)
                || qp.connection.remoteWrite && target.learnRemote(RemoteAccess.WRITE, qp, rkey, address, bytes);
        return isGranted ? target.reach(address, bytes) : NOT_CERTAIN;
    }
}
