package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.DmaBus;
import dev.fenestra.hw.sim.device.HcaConfig;
import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.device.Verdict;
import dev.fenestra.hw.sim.engine.event.Completions;
import dev.fenestra.hw.sim.engine.event.EventQueues;
import dev.fenestra.hw.sim.engine.event.Notifications;
import dev.fenestra.hw.sim.engine.event.PortUnit;
import dev.fenestra.hw.sim.engine.number.ReadySet;
import dev.fenestra.hw.sim.engine.protection.Protection;
import dev.fenestra.hw.sim.engine.protection.Use;
import dev.fenestra.hw.sim.engine.qp.MulticastGroups;
import dev.fenestra.hw.sim.engine.qp.QpContext;
import dev.fenestra.hw.sim.engine.qp.QpTable;
import dev.fenestra.hw.sim.engine.qp.SrqContext;
import dev.fenestra.hw.sim.engine.qp.SrqTable;
import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.Packet;
import dev.fenestra.hw.sim.fabric.WriteBurst;
import dev.fenestra.hw.sim.prm.EventType;
import dev.fenestra.hw.sim.prm.Qpc;
import dev.fenestra.hw.sim.queue.CompletionRing;
import dev.fenestra.hw.sim.queue.Event;
import dev.fenestra.hw.sim.table.MptTable;
import dev.fenestra.hw.sim.table.MttTable;
import dev.fenestra.hw.sim.wire.Bth;
import dev.fenestra.hw.sim.wire.OpcodeMask;
import dev.fenestra.hw.sim.wire.WireOpcode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The packet engine of one device: its QPs and CQs, and the units that work on them, in one serial order. */
public final class Engine {
    public final Watch watch;
    public final Protection protection;
    public final PageRequests pageRequests;
    public final MulticastGroups groups = new MulticastGroups();
    public final Routes routes;
    public final EventQueues events;
    public final PortUnit port;
    public final Notifications notifications;
    public final SrqTable sharedReceives = new SrqTable();
    final Timers timers;
    final Requester requester;
    final Responder responder;
    final Completer completer;
    final Retransmission retransmission;
    final Completions completions;
    final Outbox outbox;
    final WriteLane writes;
    final ReceiveUnit receives;
    final InlineData inline;
    final XrcUnit xrc;
    final long maxMessage;
    boolean servesPlacement;
    final ResponseSender responses;
    private final BurstAdmission bursts;
    private final Flusher flusher;
    private final UnreliableResponder unreliable;
    private final DatagramReceiver datagrams;
    private final Fabric fabric;
    private final HcaConfig config;
    private final ReadySet ready;
    private final Prefetch prefetch;
    private final List<QpContext> inError = new ArrayList<>();
    private final QpTable qps = new QpTable();

    public Engine(HcaConfig config, DmaBus bus, Fabric fabric, MptTable mpt, MttTable mtt, Watch watch) {
        this.config = config;
        this.fabric = fabric;
        routes = new Routes(fabric);
        this.watch = watch;
        int maxQp = 1 << config.limits().logMaxQp();
        maxMessage = 1L << config.limits().logMaxMessage();
        ready = new ReadySet(maxQp);
        prefetch = new Prefetch(ready, qps);
        pageRequests = new PageRequests(this);
        protection = new Protection(config, bus, mpt, mtt, this::qp, watch.counters(), watch, pageRequests::raise);
        timers = new Timers(this, maxQp);
        events = new EventQueues(watch);
        port = new PortUnit(events);
        notifications = new Notifications(events, 1 << config.limits().logMaxCq());
        completions = new Completions(notifications, this::overrun, fabric::now, watch);
        outbox = new Outbox(config, bus, fabric, port, watch);
        writes = new WriteLane(protection, bus, outbox, watch, ready, maxMessage);
        inline = new InlineData(protection);
        xrc = new XrcUnit(sharedReceives);
        receives = new ReceiveUnit(this);
        completer = new Completer(this);
        retransmission = new Retransmission(this);
        requester = new Requester(this);
        responder = new Responder(this);
        responses = new ResponseSender(this);
        bursts = new BurstAdmission(protection, receives, new DataWalk(protection, Use.LAND));
        flusher = new Flusher(this);
        unreliable = new UnreliableResponder(this);
        datagrams = new DatagramReceiver(this);
    }

    /** From now on FLUSH and ATOMIC_WRITE are served (IBTA annex A19); without this they are unknown opcodes. */
    public void servePlacement() {
        servesPlacement = true;
    }

    /** Takes in a QP that was created. */
    public void add(QpContext qp) {
        qps.add(qp);
        SrqContext srq = qp.srq;
        if (srq != null) {
            srq.users(1);
        }
    }

    /** Forgets a QP; the device has touched its memory for the last time. */
    public void remove(QpContext qp) {
        qps.remove(qp);
        inError.remove(qp);
        groups.leave(qp);
        SrqContext srq = qp.srq;
        if (srq != null && !qp.isXrcTarget()) {
            srq.users(-1);
        }
    }

    /** Forgets an SRQ that no QP is attached to; a receive that an XRC target has taken there goes with it. */
    public void remove(SrqContext srq) {
        sharedReceives.remove(srq);
        for (QpContext qp : qps.slots()) {
            if (qp != null && qp.isXrcTarget() && qp.srq == srq) {
                qp.leaveSrq();
            }
        }
    }

    public @Nullable QpContext qp(int number) {
        return qps.find(number);
    }

    /** A doorbell was rung: the QP's doorbell record is to be looked at. Callable from any thread. */
    public void doorbell(int qpn) {
        if (qp(qpn) != null) {
            ready.add(qpn);
            fabric.wake();
            watch.doorbell(qpn);
        }
    }

    /** A register was written: who sleeps, on a real clock, looks again. Callable from any thread. */
    public void wake() {
        fabric.wake();
    }

    /** The QP has something to do; only for who drives the device. */
    public void ready(QpContext qp) {
        ready.addOwn(qp.number);
    }

    public boolean isReady(long now) {
        return !ready.isEmpty()
                || timers.earliest() <= now
                || events.isReady()
                || notifications.isReady(now)
                || flusher.hasNewReceives(inError);
    }

    public long nextDeadline() {
        return Math.min(timers.earliest(), notifications.earliest());
    }

    /** Gives every QP that has something to do its turn. */
    public void poll(long now) {
        if (!fabric.isBehind()) {
            timers.run(now);
        }
        notifications.poll(now);
        events.poll();
        int prefetched = 0;
        for (int qpn = ready.takeFrom(0); qpn >= 0; qpn = ready.takeFrom(qpn + 1)) {
            if (qpn >= prefetched && ready.hasTaken()) {
                prefetched = prefetch.run(qpn + 1);
            }
            QpContext qp = qp(qpn);
            if (qp != null) {
                work(qp, now);
            }
        }
        for (int i = 0; i < inError.size(); i++) {
            flusher.run(inError.get(i));
        }
    }

    private void work(QpContext qp, long now) {
        if (qp.mayStillAnswer()) {
            responses.run(qp);
        }
        if (qp.sends()) {
            requester.run(qp, now);
            timers.sent(qp, now);
            tellDrained(qp);
        } else if (qp.state == Qpc.STATE_ERR) {
            flusher.run(qp);
        } else if (qp.state == Qpc.STATE_SQER) {
            flusher.runSends(qp);
        }
    }

    /** Takes a packet or a burst, and tells what became of it, or of its last packet. */
    public Verdict receive(Packet arrived, long now) {
        int mask = WireOpcode.maskOf(Bth.opcode(arrived.header, 0));
        QpContext qp = qp(Bth.destinationQpn(arrived.header, 0));
        Verdict rejection = Admission.rejection(qp, arrived, mask);
        if (arrived.packets() > 1 && !isTakenAsOne(qp, arrived, mask, rejection)) {
            return receiveSingly(arrived, now);
        }
        watch.packetReceived(arrived);
        if (qp == null && Bth.destinationQpn(arrived.header, 0) == Bth.MULTICAST_QPN) {
            datagrams.receiveForGroup(arrived, mask);
        } else if (rejection != null || qp == null) {
            drop(rejection == null ? Verdict.Plain.NO_QP : rejection);
        } else {
            admit(qp, arrived, mask, now);
        }
        return watch.verdict();
    }

    private boolean isTakenAsOne(@Nullable QpContext qp, Packet burst, int mask, @Nullable Verdict rejection) {
        return qp != null && rejection == null && outbox.handlesBursts() && bursts.isCertain(qp, burst, mask);
    }

    private Verdict receiveSingly(Packet burst, long now) {
        int count = burst.packets();
        burst.split();
        for (int i = 1; i < count; i++) {
            receive(burst, now);
            burst.next();
        }
        return receive(burst, now);
    }

    /** Takes WRITEs from the beginning of a burst; how many. The others have had no effect. */
    public int takeWrites(WriteBurst burst) {
        QpContext qp = config.lanes() ? qp(burst.destinationQpn) : null;
        return qp == null ? 0 : writes.receive(qp, burst);
    }

    private void admit(QpContext qp, Packet arrived, int mask, long now) {
        if (qp.service == Qpc.SERVICE_UD) {
            datagrams.receive(qp, arrived, mask);
        } else if (!qp.isReliable()) {
            unreliable.receive(qp, arrived, mask);
        } else if ((mask & OpcodeMask.REQUEST) != 0) {
            responder.receive(qp, arrived, mask);
        } else {
            completer.receive(qp, arrived, mask, now);
        }
    }

    void drop(Verdict verdict) {
        watch.judge(verdict);
        drop();
    }

    /** Drops a packet whose verdict is known. */
    void drop() {
        watch.counters().packetsDropped++;
    }

    /** Puts a QP in error; what is in its queues is flushed in its next turn. */
    public void toError(QpContext qp) {
        if (qp.state != Qpc.STATE_ERR) {
            qp.state = Qpc.STATE_ERR;
            qp.send.stopTimers();
            inError.add(qp);
            watch.qpState(qp.number, Qpc.STATE_ERR);
            ready(qp);
        }
    }

    /** A send request has failed: on RC that is the end of the QP, else of its send queue only. */
    void sendFailed(QpContext qp) {
        if (qp.isReliable()) {
            toError(qp);
        } else if (qp.sends()) {
            qp.state = Qpc.STATE_SQER;
            watch.qpState(qp.number, Qpc.STATE_SQER);
            ready(qp);
        }
    }

    /** Tells, once, that the last request begun before SQD has ended. */
    void tellDrained(QpContext qp) {
        if (qp.send.tellsDrained && qp.state == Qpc.STATE_SQD && !qp.isDraining()) {
            qp.send.tellsDrained = false;
            events.raise(Event.of(EventType.SEND_QUEUE_DRAINED, qp.number));
        }
    }

    /** An SRQ has fewer receives left than its limit. */
    void limitReached(SrqContext srq) {
        events.raise(Event.of(EventType.SRQ_LIMIT, srq.number));
    }

    /** A QP in error takes no more receives from its SRQ. */
    void lastReceive(QpContext qp) {
        events.raise(Event.of(EventType.LAST_WQE, qp.number));
    }

    /** Notes that a QP stays because of the windows bound through it. */
    public void refuseHeld(QpContext qp) {
        watch.refused(HcaRule.D2, qp.number, "windows bound through it: " + qp.boundWindows);
    }

    /** Takes a QP back to RESET: its queues are forgotten without completions. */
    public void toReset(QpContext qp) {
        inError.remove(qp);
        qp.reset();
        watch.qpState(qp.number, Qpc.STATE_RST);
    }

    /** A CQ lost an entry of a QP: it is dead, and so are the QPs that report to it, which cannot say so themselves. */
    private void overrun(CompletionRing cq, int reporter) {
        if (cq.die()) {
            events.raise(Event.of(EventType.CQ_ERROR, cq.number()));
            for (QpContext qp : qps.slots()) {
                if (qp != null && qp.state != Qpc.STATE_RST && (qp.sendCq == cq || qp.receiveCq == cq)) {
                    toErrorUntold(qp);
                }
            }
        } else {
            toErrorUntold(qp(reporter));
        }
    }

    private void toErrorUntold(@Nullable QpContext qp) {
        if (qp != null && qp.state != Qpc.STATE_ERR) {
            toError(qp);
            events.raise(Event.of(EventType.WQ_CATASTROPHIC, qp.number));
        }
    }

    /** The first request of the peer has arrived before the QP may send itself. */
    void established(QpContext qp) {
        if (qp.state == Qpc.STATE_RTR && !qp.receive.established) {
            qp.receive.established = true;
            events.raise(Event.of(EventType.COMMUNICATION_ESTABLISHED, qp.number));
        }
    }

    /** What of the state of its QPs contradicts itself; null when nothing does. */
    public @Nullable String contradiction() {
        return Audit.firstOf(qps.slots());
    }

    long now() {
        return fabric.now();
    }

    public HcaConfig config() {
        return config;
    }
}
