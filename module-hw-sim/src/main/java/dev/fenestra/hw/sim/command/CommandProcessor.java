package dev.fenestra.hw.sim.command;

import dev.fenestra.hw.sim.device.DmaBus;
import dev.fenestra.hw.sim.engine.Engine;
import dev.fenestra.hw.sim.manual.CommandEntry;
import dev.fenestra.hw.sim.manual.CommandInput;
import dev.fenestra.hw.sim.manual.CommandOpcode;
import dev.fenestra.hw.sim.manual.CommandOutput;
import dev.fenestra.hw.sim.manual.CommandStatus;
import dev.fenestra.hw.sim.manual.DeliveryStatus;
import dev.fenestra.hw.sim.table.MptTable;
import dev.fenestra.hw.sim.table.MttTable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Executes the entries of the command queue that software handed over, lowest slot first. */
public final class CommandProcessor {
    private static final int LOG_ENTRY_BYTES = 6;
    private static final int LOG_MAX_ENTRIES = 5;

    private final DmaBus bus;
    private final Engine engine;
    private final CommandBuffers buffers;
    private final Map<CommandOpcode, CommandHandler> handlers = new EnumMap<>(CommandOpcode.class);
    private final AtomicInteger rung = new AtomicInteger();
    private volatile long queueAddress;
    private volatile int strideShift = LOG_ENTRY_BYTES;
    private volatile int entryMask;

    public CommandProcessor(Arena arena, DmaBus bus, Engine engine, MptTable mpt, MttTable mtt) {
        this.bus = bus;
        this.engine = engine;
        buffers = new CommandBuffers(arena, bus);
        Numbers numbers = new Numbers(engine.config());
        new DeviceCommands(engine.config(), numbers).register(handlers);
        new MkeyCommands(engine, bus, mpt, mtt, numbers).register(handlers);
        CqCommands completionQueues = new CqCommands(engine.config(), bus, numbers);
        completionQueues.register(handlers);
        new QpCommands(engine, bus, numbers, completionQueues).register(handlers);
    }

    /** Where the command queue lies; written to the init segment. A queue that cannot be is never looked at. */
    public void queue(long busAddress, int logEntries, int logStride) {
        boolean isUsable = logStride >= LOG_ENTRY_BYTES && logEntries <= LOG_MAX_ENTRIES;
        queueAddress = busAddress;
        strideShift = logStride;
        entryMask = isUsable ? (int) ((1L << (1 << logEntries)) - 1) : 0;
    }

    /** Software rang the command doorbell: one bit per entry. */
    public void ring(int entries) {
        rung.accumulateAndGet(entries & entryMask, (before, more) -> before | more);
    }

    public boolean isReady() {
        return rung.get() != 0;
    }

    public void poll() {
        int entries = rung.getAndSet(0);
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
        if (CommandEntry.OWNERSHIP.in(lastWord) == 0) {
            return;
        }
        int delivery = CommandEntry.TYPE.get(entry, base) == CommandEntry.TYPE_PCI
                ? buffers.gather(entry, base)
                : DeliveryStatus.DESCRIPTOR;
        if (delivery == DeliveryStatus.OK) {
            dispatch();
            buffers.scatter(entry, base);
        }
        int kept = lastWord & ~CommandEntry.OWNERSHIP.place(1) & ~CommandEntry.DELIVERY_STATUS.place(-1);
        CommandEntry.publish(entry, base, kept | CommandEntry.DELIVERY_STATUS.place(delivery));
    }

    private void dispatch() {
        int code = CommandInput.OPCODE.get(buffers.input(), 0);
        CommandOpcode opcode = CommandOpcode.of(code);
        CommandHandler handler = opcode == null ? null : handlers.get(opcode);
        int status = handler == null ? CommandStatus.BAD_OPERATION : handler.execute(buffers);
        CommandOutput.STATUS.set(buffers.output(), 0, status);
        engine.watch.command(code, status);
    }
}
