package dev.fenestra.hw.sim.hca.core;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.link.FabricDevice;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.engine.Engine;
import dev.fenestra.hw.sim.hca.engine.EngineUnits;
import dev.fenestra.hw.sim.hca.engine.PageRequests;
import dev.fenestra.hw.sim.hca.engine.PolledQueues;
import dev.fenestra.hw.sim.hca.event.PortUnit;
import dev.fenestra.hw.sim.hca.fast.FastPath;
import dev.fenestra.hw.sim.hca.fast.burst.Burst;
import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.host.MissingPages;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.observe.HcaCounters;
import dev.fenestra.hw.sim.hca.observe.HcaObserver;
import dev.fenestra.hw.sim.hca.observe.WaitingQp;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.qp.MulticastGroups;
import dev.fenestra.hw.sim.hca.rules.RefusalListener;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.hca.table.DeviceTables;
import dev.fenestra.hw.sim.mlx5.command.CommandProcessor;
import java.lang.foreign.Arena;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A device without registers and without a command queue. A vendor builds hardware of its own around it. Unlike the
 * HCA, it also serves FLUSH and ATOMIC_WRITE. Control calls and work requests execute in one serial order, on the
 * thread that drives the fabric. So {@link KeyControl}, {@link QpControl}, {@link SrqControl}, {@link CqControl} and
 * {@link PortControl} are used only inside of submitted calls.
 */
public final class HcaCore implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final Watch watch = new Watch();
    private final Fabric fabric;
    private final Engine engine;
    private volatile String label = "";
    private final PageRequests pageRequests;
    private final KeyControl keys;
    private final QpControl qps;
    private final SrqControl srqs;
    private final CqControl cqs;
    private final PortControl port;
    private final PortUnit link;
    private final DirectEvents events = new DirectEvents();
    private final Queue<FutureTask<?>> calls = new ConcurrentLinkedQueue<>();

    /**
     * Makes a device that is plugged into a fabric and connected to a host.
     *
     * @param config limits, keys and memory
     * @param fabric the fabric that its port is plugged into
     * @param bus the host's memory
     */
    public HcaCore(HcaConfig config, Fabric fabric, DmaBus bus) {
        this.fabric = fabric;
        DeviceTables tables = DeviceTables.of(arena, config, bus, watch.counters());
        watch.entries(tables::copy);
        HcaConfig settled = config.withKeys(config.keys().on(fabric.isRealTime()));
        EngineUnits units = EngineUnits.of(settled, bus, fabric, tables, watch);
        engine = units.engine();
        engine.servePlacement();
        pageRequests = units.pageRequests();
        CommandProcessor firmware = new CommandProcessor(arena, bus, settled, tables, watch, units);
        keys = new KeyControl(firmware);
        qps = new QpControl(firmware, units.qps(), units.states(), units.srqs(), units.polled(), units.routes(), watch);
        srqs = new SrqControl(firmware, units.srqs());
        cqs = new CqControl(units.notifications(), units.polled(), events, config.limits());
        link = units.port();
        port = new PortControl(firmware, link);
        units.events().add(events);
        OnFabric plugged = new OnFabric(engine, units.polled(), units.fast(), units.groups(), link, calls, () -> label);
        units.gids().attached(fabric.attach(plugged, config));
    }

    /**
     * Submits a control call. The device executes it at its next turn, while the caller drives the fabric.
     *
     * @param <T> type of its result
     * @param call what to execute
     * @return its result, or the exception that it threw
     */
    public <T extends @Nullable Object> Future<T> submit(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        calls.add(task);
        return task;
    }

    /** {@return PDs, regions and windows; only for use inside of a submitted call} */
    public KeyControl keys() {
        return keys;
    }

    /** {@return QPs; only for use inside of a submitted call} */
    public QpControl qps() {
        return qps;
    }

    /** {@return SRQs; only for use inside of a submitted call} */
    public SrqControl srqs() {
        return srqs;
    }

    /** {@return CQs that tell the host of entries; only for use inside of a submitted call} */
    public CqControl cqs() {
        return cqs;
    }

    /** {@return the port; only for use inside of a submitted call} */
    public PortControl port() {
        return port;
    }

    /**
     * Takes the link of the port down, or up again. The device notices at its next turn and raises an event. Callable
     * from any thread.
     *
     * @param up whether the link is up
     */
    public void link(boolean up) {
        link.link(up);
        fabric.wake();
    }

    /**
     * Makes the device fail, for good: its link goes down, and the host gets an event. Callable from any thread.
     */
    public void fail() {
        link.fail();
        fabric.wake();
    }

    /**
     * {@return a contradiction in the state of the QPs; null when there is none} For tests, and only while nobody else
     * drives the fabric.
     */
    public @Nullable String contradiction() {
        return engine.contradiction();
    }

    /**
     * Sets the listener for events; null removes it. The driver calls this.
     *
     * @param listener gets every event
     */
    public void events(@Nullable CoreEvents listener) {
        events.listener(listener);
    }

    /**
     * Rings the doorbell of a QP: the device looks for new requests. Callable from any thread.
     *
     * @param qpn the QP; ignored when it does not exist
     */
    public void doorbell(int qpn) {
        engine.doorbell(qpn);
    }

    /**
     * {@return what a QP waits for; null when nothing of it is in flight} Callable from any thread.
     *
     * @param qpn its number
     */
    public @Nullable WaitingQp inFlight(int qpn) {
        return engine.inFlight(qpn);
    }

    /**
     * Names the card for explanations, such as {@code bob answered 7 RNR NAKs}.
     *
     * @param name of its host
     */
    public void label(String name) {
        label = name;
    }

    /** {@return the fabric that its port is plugged into} */
    public Fabric fabric() {
        return fabric;
    }

    /** {@return what it counted} */
    public HcaCounters counters() {
        return watch.counters();
    }

    /**
     * Sets the observer; null removes it.
     *
     * @param observer gets every step of the device
     */
    public void observe(@Nullable HcaObserver observer) {
        watch.observer(observer);
    }

    /**
     * Sets the listener for refusals; null removes it. The driver calls this.
     *
     * @param listener gets every refusal
     */
    public void refusals(@Nullable RefusalListener listener) {
        watch.refusals(listener);
    }

    /**
     * Sets the listener for page faults: QPs that wait for pages of an on-demand region. The device calls it in the
     * middle of a step, and {@link KeyControl#resume} is the answer. The driver calls this before the first post.
     *
     * @param listener gets each wait once; null for nobody
     */
    public void pageFaults(@Nullable Consumer<MissingPages> listener) {
        pageRequests.listener(listener);
    }

    /** Frees the device's memory. Nobody may drive the fabric after this. */
    @Override
    public synchronized void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }

    /** The device as the fabric drives it. */
    private record OnFabric(
            Engine engine,
            PolledQueues polled,
            FastPath fast,
            MulticastGroups groups,
            PortUnit port,
            Queue<FutureTask<?>> calls,
            Supplier<String> label)
            implements FabricDevice {
        @Override
        public boolean isReady(long now) {
            return !calls.isEmpty() || engine.isReady(now) || port.isReady();
        }

        @Override
        public void poll(long now) {
            port.poll();
            for (FutureTask<?> call = calls.poll(); call != null; call = calls.poll()) {
                call.run();
            }
            engine.poll(now);
        }

        @Override
        public boolean hasLink() {
            return port.isUp();
        }

        @Override
        public boolean isMember(long gidHigh, long gidLow) {
            return groups.isAny(gidHigh, gidLow);
        }

        @Override
        public void look(long now) {
            polled.look(now);
        }

        @Override
        public long nextDeadline() {
            return engine.nextDeadline();
        }

        @Override
        public Verdict receive(Packet packet, long now) {
            return port.isUp() ? engine.receive(packet, now) : Verdict.Plain.PORT_DOWN;
        }

        @Override
        public void lost(Packet packet, Verdict fate, boolean isAnswer) {
            engine.lost(packet, fate, isAnswer);
        }

        @Override
        public String name() {
            return label.get();
        }

        @Override
        public String describe(int qpn) {
            return engine.describe(qpn);
        }

        @Override
        public boolean takesBursts() {
            return true;
        }

        @Override
        public void expect(int[] qpns, int count) {
            engine.expect(qpns, count);
        }

        @Override
        public int take(Burst burst) {
            return port.isUp() ? fast.take(burst) : 0;
        }
    }
}
