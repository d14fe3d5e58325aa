package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.engine.EngineUnits;
import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.number.NumberPool;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.qp.QpQueues;
import dev.fenestra.hw.sim.hca.qp.SrqContext;
import dev.fenestra.hw.sim.hca.queue.SharedReceives;
import dev.fenestra.hw.sim.hca.table.DeviceTables;
import dev.fenestra.hw.sim.hca.vocabulary.QpService;
import dev.fenestra.hw.sim.mlx5.prm.CommandEntry;
import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.hw.sim.mlx5.prm.CommandSignature;
import dev.fenestra.hw.sim.mlx5.prm.CommandStatus;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.DeliveryStatus;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Executes the entries of the command queue that software handed over, lowest slot first. */
public final class CommandProcessor {
    private static final int LOG_ENTRY_BYTES = 6;
    private static final int LOG_MAX_ENTRIES = 5;
    /** The fields of an entry's last word that its answer keeps. */
    private static final int KEPT = ~(CommandEntry.OWNERSHIP.insert(1)
            | CommandEntry.DELIVERY_STATUS.insert(-1)
            | CommandEntry.SIGNATURE.insert(-1));

    private final DmaBus bus;
    private final Watch watch;
    private final DeliveryCheck deliveries;
    private final CommandBuffers buffers;
    private final SrqCommands srqs;
    private final QpCommands qps;
    private final Map<CommandOpcode, CommandHandler> handlers = new EnumMap<>(CommandOpcode.class);
    private final AtomicInteger rung = new AtomicInteger();
    private volatile long queueAddress;
    private volatile int strideShift = LOG_ENTRY_BYTES;
    private volatile int entryMask;

    /**
     * Makes the command interface of a device.
     *
     * @param arena owns its memory
     * @param bus the host's memory
     * @param config limits and features
     * @param tables key table and translation table
     * @param watch observers and counters
     * @param units what the commands act on
     */
    public CommandProcessor(
            Arena arena, DmaBus bus, HcaConfig config, DeviceTables tables, Watch watch, EngineUnits units) {
        this.bus = bus;
        this.watch = watch;
        deliveries = new DeliveryCheck(bus);
        buffers = new CommandBuffers(arena, bus);
        Numbers numbers = new Numbers(config);
        new DeviceCommands(config, units.gids(), numbers).register(handlers);
        registerKeys(config, tables, units, numbers);
        new MemicCommands(units.protection().deviceMemory).register(handlers);
        EqCommands eventQueues = new EqCommands(units.events(), bus, numbers);
        eventQueues.register(handlers);
        CqCommands completions =
                new CqCommands(config.limits(), units.notifications(), units.polled(), bus, numbers, eventQueues);
        completions.register(handlers);
        XrcDomainCommands domains = new XrcDomainCommands(numbers);
        domains.register(handlers);
        srqs = new SrqCommands(config.limits(), units.qps(), units.srqs(), bus, numbers, domains, completions);
        srqs.register(handlers);
        qps = new QpCommands(config, units.qps(), units.polled(), bus, numbers, srqs, domains, completions);
        qps.register(handlers);
        new QpStateCommands(config.limits(), units.qps(), units.states(), units.gids(), units.routes(), watch)
                .register(handlers);
        new GroupCommands(units.qps(), units.groups()).register(handlers);
    }

    private void registerKeys(HcaConfig config, DeviceTables tables, EngineUnits units, Numbers numbers) {
        Protection protection = units.protection();
        MkeyEntries keys = new MkeyEntries(protection, watch, tables, config.keys());
        RegionCreation regions = new RegionCreation(config, protection, keys, bus, tables);
        new MkeyCommands(config, keys, regions, tables, numbers, watch).register(handlers);
        new MkeyModification(watch, keys, regions, bus, tables.keys(), numbers).register(handlers);
        new OnDemandCommands(protection.demand, units.pageAnswers(), watch, bus, tables.keys()).register(handlers);
        new MkeyQueries(tables.keys()).register(handlers);
        new PageCommands(tables.translations(), bus).register(handlers);
    }

    /**
     * Sets the address of the command queue, as written to the init segment. The device never reads a queue at an
     * invalid address.
     *
     * @param busAddress of the first entry, aligned to 4096
     * @param logEntries log2 of the entries
     * @param logStride log2 of the bytes from one entry to the next
     */
    public void queue(long busAddress, int logEntries, int logStride) {
        boolean isUsable = logStride >= LOG_ENTRY_BYTES && logEntries <= LOG_MAX_ENTRIES;
        queueAddress = busAddress;
        strideShift = logStride;
        deliveries.forgetQueue();
        entryMask = isUsable ? (int) ((1L << (1 << logEntries)) - 1) : 0;
    }

    /**
     * Notes that software rang the command doorbell.
     *
     * @param entries one bit per entry
     */
    public void ring(int entries) {
        rung.accumulateAndGet(entries & entryMask, (before, more) -> before | more);
    }

    /** {@return whether an entry was handed over} */
    public boolean isReady() {
        return rung.get() != 0;
    }

    /** Executes the entries that were handed over. */
    public void poll() {
        int entries = isReady() ? rung.getAndSet(0) : 0;
        while (entries != 0) {
            execute(queueAddress + ((long) Integer.numberOfTrailingZeros(entries) << strideShift));
            entries &= entries - 1;
        }
    }

    private void execute(long address) {
        if (bus.valid(address) < CommandEntry.BYTES) {
            return;
        }
        MemorySegment entry = bus.segment(address);
        long base = bus.offset(address);
        int lastWord = CommandEntry.observe(entry, base);
        if (CommandEntry.OWNERSHIP.extract(lastWord) == 0) {
            return;
        }
        boolean signed = deliveries.isSigned(lastWord);
        int delivery = deliveries.check(entry, base, lastWord);
        if (delivery == DeliveryStatus.OK) {
            buffers.gather(entry, base);
            dispatch();
            buffers.scatter(entry, base, signed);
        }
        int answer = lastWord & KEPT | CommandEntry.DELIVERY_STATUS.insert(delivery);
        CommandEntry.publish(entry, base, signed ? CommandSignature.signed(entry, base, answer) : answer);
    }

    /**
     * Prepares a command from inside the device, not from the queue.
     *
     * @param inputLength bytes
     * @param outputLength bytes
     * @return its input of zeros, which the caller fills in
     */
    public MemorySegment prepare(int inputLength, int outputLength) {
        buffers.prepare(inputLength, outputLength);
        return buffers.input();
    }

    /**
     * Executes the prepared command. Its output is valid until the next command.
     *
     * @param opcode of the command
     * @return why it is refused, or {@link CommandSyndrome#NONE}
     */
    public CommandSyndrome execute(CommandOpcode opcode) {
        CommandHandler handler = handlers.get(opcode);
        return handler == null ? CommandSyndrome.OPCODE : handler.execute(buffers);
    }

    /** {@return the output of the last command from inside the device} */
    public MemorySegment output() {
        return buffers.output();
    }

    /**
     * Creates an SRQ in a format of its own.
     *
     * @param pd its PD
     * @param receives its receive requests
     * @return its number, or {@link NumberPool#NONE} when there is no such PD or no number left
     */
    public int adopt(int pd, SharedReceives receives) {
        return srqs.adopt(pd, receives);
    }

    /**
     * Creates a QP whose queues are in a format of their own.
     *
     * @param service its transport service
     * @param pd its PD
     * @param queues its queues and CQs
     * @param ledger bus address of its cell in the binding ledger; 0 for none
     * @param srq the SRQ that it takes its receives from; null for none
     * @return its number, or {@link NumberPool#NONE} when there is no such PD or no number left
     */
    public int adopt(QpService service, int pd, QpQueues queues, long ledger, @Nullable SrqContext srq) {
        return qps.adopt(service, pd, queues, ledger, srq);
    }

    /**
     * Creates QP 1 (IBA 3.9.3) with queues in a format of their own.
     *
     * @param pd its PD
     * @param queues its queues and CQs
     * @return 1, or {@link NumberPool#NONE} when there is no such PD or a QP 1 already
     */
    public int adoptGsi(int pd, QpQueues queues) {
        return qps.adoptGsi(pd, queues);
    }

    private void dispatch() {
        int code = CommandInput.OPCODE.get(buffers.input(), 0);
        CommandOpcode opcode = CommandOpcode.of(code);
        CommandHandler handler = opcode == null ? null : handlers.get(opcode);
        CommandSyndrome syndrome = handler == null ? CommandSyndrome.OPCODE : handler.execute(buffers);
        int status = CommandStatus.OK;
        if (syndrome != CommandSyndrome.NONE) {
            status = syndrome.status();
            CommandOutput.STATUS.set(buffers.output(), 0, status);
            CommandOutput.SYNDROME.set(buffers.output(), 0, syndrome.number());
        }
        watch.command(code, status);
    }
}
