package dev.fenestra.hw.sim.mlx5.card;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.link.FabricDevice;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.engine.Engine;
import dev.fenestra.hw.sim.hca.engine.EngineUnits;
import dev.fenestra.hw.sim.hca.engine.PolledQueues;
import dev.fenestra.hw.sim.hca.event.EventQueues;
import dev.fenestra.hw.sim.hca.event.Notifications;
import dev.fenestra.hw.sim.hca.event.PortUnit;
import dev.fenestra.hw.sim.hca.fast.FastPath;
import dev.fenestra.hw.sim.hca.fast.burst.Burst;
import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.host.HcaClock;
import dev.fenestra.hw.sim.hca.host.InterruptListener;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.observe.HcaCounters;
import dev.fenestra.hw.sim.hca.observe.HcaObserver;
import dev.fenestra.hw.sim.hca.observe.SimulatedCard;
import dev.fenestra.hw.sim.hca.observe.WaitingQp;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.qp.MulticastGroups;
import dev.fenestra.hw.sim.hca.rules.RefusalListener;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.hca.table.CardMemory;
import dev.fenestra.hw.sim.hca.table.DeviceTables;
import dev.fenestra.hw.sim.mlx5.command.CommandProcessor;
import dev.fenestra.hw.sim.mlx5.prm.InitSegment;
import dev.fenestra.hw.sim.mlx5.prm.UarPage;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A host channel adapter with one port. Software reaches it through its registers only: the init segment for commands,
 * doorbell pages for queues; everything else is bytes in host memory, seen through the bus.
 */
public final class Hca implements SimulatedCard, AutoCloseable {
    private static final int FIRMWARE_MAJOR = 1;
    private static final int FIRMWARE_MINOR = 8;
    private static final int COMMANDS = 5;

    private final HcaConfig config;
    private final Fabric fabric;
    private final Arena arena = Arena.ofShared();
    private final Watch watch = new Watch();
    private volatile String label = "";
    private @Nullable Machine machine;
    private int queueHigh;

    /** What exists once the device is connected to a bus. */
    private record Machine(
            Engine engine,
            CommandProcessor commands,
            PortUnit port,
            EventQueues events,
            Notifications notifications,
            MulticastGroups groups,
            PolledQueues polled,
            FastPath fast,
            CardMemory deviceMemory,
            Supplier<String> label)
            implements FabricDevice {
        @Override
        public boolean isReady(long now) {
            return commands.isReady() || engine.isReady(now) || port.isReady();
        }

        @Override
        public void poll(long now) {
            port.poll();
            commands.poll();
            engine.poll(now);
        }

        @Override
        public boolean hasLink() {
            return port.isUp();
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
        public boolean isMember(long gidHigh, long gidLow) {
            return groups.isAny(gidHigh, gidLow);
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

    /**
     * Makes a device that is not connected to a host yet.
     *
     * @param config limits, keys and memory
     * @param fabric the fabric that its port is plugged into
     */
    public Hca(HcaConfig config, Fabric fabric) {
        this.config = config.withKeys(config.keys().on(fabric.isRealTime()));
        this.fabric = fabric;
    }

    /**
     * Connects the device to a host, once; the driver does this when it claims it.
     *
     * @param bus the host's memory
     * @throws IllegalStateException when it is connected already
     */
    public synchronized void connect(DmaBus bus) {
        if (machine != null) {
            throw new IllegalStateException("the HCA is already connected to a host");
        }
        DeviceTables tables = DeviceTables.of(arena, config, bus, watch.counters());
        watch.entries(tables::copy);
        EngineUnits units = EngineUnits.of(config, bus, fabric, tables, watch);
        machine = new Machine(
                units.engine(),
                new CommandProcessor(arena, bus, config, tables, watch, units),
                units.port(),
                units.events(),
                units.notifications(),
                units.groups(),
                units.polled(),
                units.fast(),
                units.protection().deviceMemory,
                () -> label);
        units.gids().attached(fabric.attach(machine, config));
    }

    /**
     * Writes a register of the {@link InitSegment}; other offsets are ignored, as a device ignores them.
     *
     * @param offset of the register, bytes
     * @param value the 4 bytes, most significant byte first
     */
    public synchronized void writeInitSegment(int offset, int value) {
        if (offset == InitSegment.COMMAND_QUEUE_HIGH.offset()) {
            queueHigh = value;
        } else if (offset == InitSegment.COMMAND_QUEUE_LOW.offset()) {
            long address = (long) queueHigh << 32 | value & 0xfffff000L;
            machine()
                    .commands
                    .queue(
                            address,
                            InitSegment.LOG_COMMAND_ENTRIES.extract(value),
                            InitSegment.LOG_COMMAND_STRIDE.extract(value));
        } else if (offset == InitSegment.COMMAND_DOORBELL.offset()) {
            machine().commands.ring(value);
        }
    }

    /**
     * {@return a register of the {@link InitSegment}: the version of the firmware, else 0}
     *
     * @param offset of the register, bytes
     */
    public int readInitSegment(int offset) {
        if (offset == InitSegment.FIRMWARE_MAJOR.offset()) {
            return InitSegment.FIRMWARE_MAJOR.insert(FIRMWARE_MAJOR)
                    | InitSegment.FIRMWARE_MINOR.insert(FIRMWARE_MINOR);
        }
        return offset == InitSegment.COMMAND_REVISION.offset() ? InitSegment.COMMAND_REVISION.insert(COMMANDS) : 0;
    }

    /**
     * Reads {@code internal_timer_h} and {@code internal_timer_l} (0x1000 of the init segment) at once: ticks of its
     * {@link HcaClock}.
     *
     * @return ticks since the fabric began
     */
    public long readClock() {
        return HcaClock.ticks(fabric.now());
    }

    /**
     * Memory without a meaning to the device, where programs can map it.
     *
     * @return a page of its own for each call, zeroed; it lives as long as the device
     */
    public MemorySegment page() {
        return config.memory().bar().allocate(arena, UarPage.BYTES);
    }

    /**
     * Maps a doorbell page. Its memory lives as long as the device.
     *
     * @return a page of its own for each call
     */
    public DoorbellPage doorbellPage() {
        Machine connected = machine();
        return new DoorbellPage(page(), connected.engine, connected.notifications, connected.events);
    }

    /**
     * Maps memory of the card that ALLOC_MEMIC handed out, as its BAR shows it to the host.
     *
     * @param address in the memory of the card
     * @param length bytes
     * @return the memory
     */
    public MemorySegment deviceMemory(long address, long length) {
        return machine().deviceMemory.memory().asSlice(address, length);
    }

    private synchronized Machine machine() {
        if (machine == null) {
            throw new IllegalStateException("the HCA is not connected to a host");
        }
        return machine;
    }

    @Override
    public void link(boolean up) {
        machine().port.link(up);
        fabric.wake();
    }

    @Override
    public void fail() {
        machine().port.fail();
        fabric.wake();
    }

    @Override
    public void label(String name) {
        label = name;
    }

    /**
     * {@return what a QP waits for; null when nothing of it is in flight} Callable from any thread.
     *
     * @param qpn its number
     */
    public @Nullable WaitingQp inFlight(int qpn) {
        return machine().engine.inFlight(qpn);
    }

    /** {@return the configuration, with the key policy that the device follows} */
    @Override
    public HcaConfig config() {
        return config;
    }

    /** {@return the fabric that its port is plugged into} */
    public Fabric fabric() {
        return fabric;
    }

    @Override
    public HcaCounters counters() {
        return watch.counters();
    }

    @Override
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
     * Sets the listener for interrupts; null removes it. The driver calls this once the device is connected.
     *
     * @param listener gets each interrupt
     */
    public void interrupts(@Nullable InterruptListener listener) {
        machine().events.listener(listener);
    }

    @Override
    public @Nullable String contradiction() {
        return machine().engine.contradiction();
    }

    /** Frees the device's memory. Nobody may drive the fabric after this. */
    @Override
    public synchronized void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
