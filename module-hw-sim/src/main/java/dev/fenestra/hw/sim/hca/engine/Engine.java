package dev.fenestra.hw.sim.hca.engine;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.event.CompletionReports;
import dev.fenestra.hw.sim.hca.event.EventQueues;
import dev.fenestra.hw.sim.hca.event.Notifications;
import dev.fenestra.hw.sim.hca.event.PortUnit;
import dev.fenestra.hw.sim.hca.fast.FastPath;
import dev.fenestra.hw.sim.hca.fast.PacketBursts;
import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.number.ReadySet;
import dev.fenestra.hw.sim.hca.observe.WaitingQp;
import dev.fenestra.hw.sim.hca.port.GidTable;
import dev.fenestra.hw.sim.hca.port.Outbox;
import dev.fenestra.hw.sim.hca.port.Routes;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.qp.DatagramPeers;
import dev.fenestra.hw.sim.hca.qp.MulticastGroups;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.QpStates;
import dev.fenestra.hw.sim.hca.qp.QpTable;
import dev.fenestra.hw.sim.hca.qp.SrqTable;
import dev.fenestra.hw.sim.hca.request.Audit;
import dev.fenestra.hw.sim.hca.request.Completer;
import dev.fenestra.hw.sim.hca.request.QpWaits;
import dev.fenestra.hw.sim.hca.request.Requester;
import dev.fenestra.hw.sim.hca.request.Retirement;
import dev.fenestra.hw.sim.hca.request.Retransmission;
import dev.fenestra.hw.sim.hca.request.Timers;
import dev.fenestra.hw.sim.hca.respond.Acknowledgements;
import dev.fenestra.hw.sim.hca.respond.DatagramReceiver;
import dev.fenestra.hw.sim.hca.respond.ReceiveUnit;
import dev.fenestra.hw.sim.hca.respond.ReliableDatagrams;
import dev.fenestra.hw.sim.hca.respond.Responder;
import dev.fenestra.hw.sim.hca.respond.ResponseSender;
import dev.fenestra.hw.sim.hca.respond.UnreliableResponder;
import dev.fenestra.hw.sim.hca.respond.XrcUnit;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.hca.table.DeviceTables;
import dev.fenestra.hw.sim.hca.vocabulary.QpState;
import dev.fenestra.hw.sim.roce.wire.Bth;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The packet engine of one device. It wires the units that work on its QPs and CQs, and gives each its turn, in one
 * serial order. {@link EngineUnits} makes it, and hands out the units that others use.
 */
public final class Engine {
    final LiveQps live;
    final QpStates states;
    final SrqTable srqs = new SrqTable();
    final MulticastGroups groups = new MulticastGroups();
    final PolledQueues polled;
    final Notifications notifications;
    final EventQueues events;
    final Protection protection;
    final PageRequests pageRequests;
    final PageAnswers pageAnswers;
    final PortUnit port;
    final GidTable gids;
    final Routes routes;
    final FastPath fast;

    private final Watch watch;
    private final Fabric fabric;
    private final QpTable qps = new QpTable();
    private final ReadySet ready;
    private final Prefetch prefetch;
    private final Timers timers;
    private final Retransmission retransmission;
    private final QpWaits waits;
    private final Requester requester;
    private final Responder responder;
    private final ResponseSender responses;
    private final ReliableDatagrams reliable;
    private final Flusher flusher;
    private final List<QpContext> inError;
    private final PacketDispatch packets;

    Engine(HcaConfig config, DmaBus bus, Fabric fabric, DeviceTables tables, Watch watch) {
        this.fabric = fabric;
        this.watch = watch;
        int maxQp = 1 << config.limits().logMaxQp();
        long longestMessage = 1L << config.limits().logMaxMessage();
        ready = new ReadySet(maxQp);
        gids = new GidTable(config, fabric);
        routes = new Routes(gids, fabric);
        events = new EventQueues(watch);
        port = new PortUnit(events);
        notifications = new Notifications(events, 1 << config.limits().logMaxCq());
        states = new QpStates(qps, ready, events, watch, watch::refused);
        inError = states.inError();
        polled = new PolledQueues(states, notifications, fabric, this::work);
        pageRequests = new PageRequests(events);
        live = new LiveQps(qps, srqs, polled, states, groups, watch);
        protection = new Protection(config, bus, tables, qps::find, watch.counters(), watch, pageRequests::raise);
        CompletionReports completions = new CompletionReports(notifications, states, fabric::now, watch);
        Outbox outbox = new Outbox(config, gids, bus, fabric, port, watch);
        prefetch = new Prefetch(ready, qps, outbox);

        timers = new Timers(qps, states, fabric::now, maxQp);
        Retirement retirement = new Retirement(completions, states, watch);
        waits = new QpWaits(fabric);
        retransmission = new Retransmission(protection, retirement, timers, states, watch, waits);
        Completer completer = new Completer(protection, retirement, retransmission, timers, states, watch);
        fast = fastPath(config, bus, outbox, completions, completer);
        requester = new Requester(protection, outbox, states, timers, retirement, fast, watch, longestMessage);

        ReceiveUnit receives = new ReceiveUnit(protection, completions, states, events, watch);
        responder = responder(config.odp().responderWaits(), receives);
        responses = new ResponseSender(protection, outbox, fast, states, events, watch);

        flusher = new Flusher(completions, receives, events);
        pageAnswers = new PageAnswers(qps, states, requester, completer, retransmission, responder, responses);
        reliable = new ReliableDatagrams(protection, receives, outbox, states, watch, Completer.SRD_PACKETS);
        packets = dispatch(completer, receives, outbox);
    }

    /**
     * Reads the state of QPs for which packets will soon arrive. It changes nothing.
     *
     * @param qpns their numbers; those of no QP are ignored
     * @param count how many
     */
    public void expect(int[] qpns, int count) {
        prefetch.expect(qpns, count);
    }

    private FastPath fastPath(
            HcaConfig config, DmaBus bus, Outbox outbox, CompletionReports completions, Completer completer) {
        return new FastPath(
                config, qps, protection, bus, outbox, watch, ready, completions, completer, timers, fabric::now);
    }

    private Responder responder(boolean waitsForPages, ReceiveUnit receives) {
        Acknowledgements answers = new Acknowledgements(receives, states, events, watch, waitsForPages);
        return new Responder(protection, receives, new XrcUnit(srqs), answers, states, watch);
    }

    private PacketDispatch dispatch(Completer completer, ReceiveUnit receives, Outbox outbox) {
        return new PacketDispatch(
                qps,
                new PacketBursts(outbox, protection, receives),
                responder,
                completer,
                new UnreliableResponder(protection, receives, states, watch),
                new DatagramReceiver(receives, groups, states, watch),
                reliable,
                watch);
    }

    /** Makes the engine serve FLUSH and ATOMIC_WRITE (IBTA annex A19). Without this call they are unknown opcodes. */
    public void servePlacement() {
        responder.servePlacement();
    }

    /**
     * Gives a QP a turn, in which the device reads its doorbell record. Callable from any thread.
     *
     * @param qpn the QP; ignored when it does not exist
     */
    public void doorbell(int qpn) {
        if (qps.find(qpn) != null) {
            ready.add(qpn);
            fabric.wake();
            watch.doorbell(qpn);
        }
    }

    /** Wakes a thread that sleeps on a real clock, since a register was written. Callable from any thread. */
    public void wake() {
        fabric.wake();
    }

    /**
     * {@return whether {@link #poll} would do something now}
     *
     * @param now the time, nanoseconds
     */
    public boolean isReady(long now) {
        return !ready.isEmpty()
                || timers.earliest() <= now
                || events.isReady()
                || notifications.isReady(now)
                || hasNewReceives();
    }

    /** Whether receives were posted to a QP in error since. */
    private boolean hasNewReceives() {
        for (int i = 0; i < inError.size(); i++) {
            if (flusher.hasNewReceives(inError.get(i))) {
                return true;
            }
        }
        return false;
    }

    /** {@return the time of the next timer, nanoseconds; {@link Long#MAX_VALUE} for none} */
    public long nextDeadline() {
        return Math.min(timers.earliest(), notifications.earliest());
    }

    /**
     * Gives every QP that has work its turn.
     *
     * @param now the time, nanoseconds
     */
    public void poll(long now) {
        if (!fabric.isBehind()) {
            timers.run(now, retransmission);
        }
        notifications.poll(now);
        events.poll();
        int prefetched = 0;
        for (int qpn = ready.takeFrom(0); qpn >= 0; qpn = ready.takeFrom(qpn + 1)) {
            if (qpn >= prefetched && ready.hasTaken()) {
                prefetched = prefetch.run(qpn + 1);
            }
            QpContext qp = qps.find(qpn);
            if (qp != null) {
                work(qp, now);
            }
        }
        for (int i = 0; i < inError.size(); i++) {
            flusher.run(inError.get(i));
        }
    }

    private void work(QpContext qp) {
        work(qp, fabric.now());
    }

    private void work(QpContext qp, long now) {
        if (qp.mayStillAnswer()) {
            responses.run(qp);
        }
        DatagramPeers peers = qp.peers;
        if (peers != null) {
            reliable.run(qp, peers);
        }
        if (qp.sends()) {
            requester.run(qp, now);
            timers.sent(qp, now);
            states.tellDrained(qp);
        } else if (qp.state == QpState.ERR) {
            flusher.run(qp);
        } else if (qp.state == QpState.SQE) {
            flusher.runSends(qp);
        }
    }

    /**
     * Receives a packet or a burst.
     *
     * @param arrived the packet, valid during the call
     * @param now the time, nanoseconds
     * @return the verdict; of a burst, that of its last packet
     */
    public Verdict receive(Packet arrived, long now) {
        return packets.receive(arrived, now);
    }

    /**
     * Notes that a packet of a QP, or an answer to one, did not do its work.
     *
     * @param packet valid during the call
     * @param fate why it did not
     * @param isAnswer whether the packet answers a QP of this device
     */
    public void lost(Packet packet, Verdict fate, boolean isAnswer) {
        QpContext qp = qps.find(isAnswer ? Bth.destinationQpn(packet.header, 0) : packet.sourceQpn);
        if (qp != null) {
            qp.lost(packet, fate, isAnswer);
        }
    }

    /**
     * {@return the state of a QP in a few words; empty when there is none}
     *
     * @param qpn its number
     */
    public String describe(int qpn) {
        QpContext qp = qps.find(qpn);
        return qp == null ? "" : QpWaits.describe(qp);
    }

    /**
     * {@return what a QP waits for; null when nothing of it is in flight} Callable from any thread:
     * while the device works, a number may be an older one.
     *
     * @param qpn its number
     */
    public @Nullable WaitingQp inFlight(int qpn) {
        QpContext qp = qps.find(qpn);
        return qp == null ? null : waits.of(qp);
    }

    /** {@return a contradiction in the state of the QPs; null when there is none} */
    public @Nullable String contradiction() {
        return Audit.firstOf(qps.slots());
    }
}
