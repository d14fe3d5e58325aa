package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.engine.PolledQueues;
import dev.fenestra.hw.sim.hca.event.Notifications;
import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.limits.HcaLimits;
import dev.fenestra.hw.sim.hca.number.NumberPool;
import dev.fenestra.hw.sim.hca.queue.Moderation;
import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.Cqc;
import dev.fenestra.hw.sim.mlx5.prm.Cqe;
import dev.fenestra.hw.sim.mlx5.prm.CreateCq;
import dev.fenestra.hw.sim.mlx5.prm.ModifyCq;
import dev.fenestra.hw.sim.mlx5.queue.CqContext;
import dev.fenestra.hw.sim.mlx5.queue.EqContext;
import dev.fenestra.hw.sim.mlx5.queue.RingMemory;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Commands about completion queues. */
final class CqCommands {
    private static final int CQC = CreateCq.CQC_OFFSET;
    private static final int SELECTABLE = ModifyCq.PERIOD | ModifyCq.MAX_COUNT;
    /** The marker at the end of the old ring. */
    private static final int MARKER = 1;

    private final HcaLimits limits;
    private final Notifications notifications;
    private final PolledQueues polled;
    private final DmaBus bus;
    private final Numbers.Kind numbers;
    private final EqCommands events;
    private final Map<Integer, CqContext> queues = new HashMap<>();

    CqCommands(
            HcaLimits limits,
            Notifications notifications,
            PolledQueues polled,
            DmaBus bus,
            Numbers numbers,
            EqCommands events) {
        this.limits = limits;
        this.notifications = notifications;
        this.polled = polled;
        this.bus = bus;
        this.numbers = numbers.cqs;
        this.events = events;
    }

    void register(Map<CommandOpcode, CommandHandler> handlers) {
        handlers.put(CommandOpcode.CREATE_CQ, this::create);
        handlers.put(CommandOpcode.DESTROY_CQ, this::destroy);
        handlers.put(CommandOpcode.QUERY_CQ, this::query);
        handlers.put(CommandOpcode.MODIFY_CQ, this::modify);
    }

    /** {@return the CQ with this number, or null} */
    @Nullable
    CqContext find(int number) {
        return queues.get(number);
    }

    private CommandSyndrome create(CommandBuffers buffers) {
        CommandSyndrome refusal = checkRing(buffers);
        if (refusal != CommandSyndrome.NONE) {
            return refusal;
        }
        MemorySegment in = buffers.input();
        long record = Cqc.DOORBELL_ADDRESS.getLong(in, CQC);
        if (!CommandPages.holdsRecord(bus, record)) {
            return CommandSyndrome.CQ_RECORD;
        }
        EqContext queue = events.find(Cqc.EQN.get(in, CQC));
        if (queue == null && Cqc.EQN.isSet(in, CQC)) {
            return CommandSyndrome.CQ_EQ;
        }
        int number = numbers.take();
        if (number == NumberPool.NONE) {
            return CommandSyndrome.CQ_LIMIT;
        }
        CqContext cq = new CqContext(
                number, ring(buffers), logEntries(in), entryBytes(in), bus.segment(record), bus.offset(record), queue);
        takeModeration(cq.moderation(), in, SELECTABLE);
        queues.put(number, cq);
        notifications.add(cq);
        if (Cqc.POLLED.isSet(in, CQC)) {
            cq.polled();
            polled.add(cq);
        }
        if (queue != null) {
            queue.used(1);
        }
        buffers.object(number);
        return CommandSyndrome.NONE;
    }

    private CommandSyndrome destroy(CommandBuffers buffers) {
        CqContext cq = find(buffers.object());
        if (cq == null) {
            return CommandSyndrome.CQ_UNKNOWN;
        }
        polled.remove(cq);
        notifications.remove(cq);
        queues.remove(cq.number());
        EqContext queue = cq.eventQueue();
        if (queue != null) {
            queue.used(-1);
        }
        numbers.free(buffers.object());
        return CommandSyndrome.NONE;
    }

    private CommandSyndrome query(CommandBuffers buffers) {
        CqContext cq = find(buffers.object());
        if (cq == null) {
            return CommandSyndrome.CQ_UNKNOWN;
        }
        if (buffers.outputLength() < CreateCq.BYTES) {
            return CommandSyndrome.CQ_OUTPUT;
        }
        MemorySegment out = buffers.output();
        Cqc.STATUS.set(out, CQC, cq.isOverrun() ? Cqc.STATUS_OVERRUN : Cqc.STATUS_OK);
        Cqc.LOG_ENTRIES.set(out, CQC, cq.logEntries());
        Cqc.PERIOD.set(out, CQC, cq.moderation().period);
        Cqc.MAX_COUNT.set(out, CQC, cq.moderation().maxCount);
        EqContext queue = cq.eventQueue();
        Cqc.EQN.set(out, CQC, queue == null ? 0 : queue.number());
        Cqc.CONSUMER.set(out, CQC, cq.consumer());
        Cqc.PRODUCER.set(out, CQC, cq.producer());
        return CommandSyndrome.NONE;
    }

    private CommandSyndrome modify(CommandBuffers buffers) {
        CqContext cq = find(buffers.object());
        if (cq == null) {
            return CommandSyndrome.CQ_UNKNOWN;
        }
        if (buffers.inputLength() < CreateCq.BYTES) {
            return CommandSyndrome.CQ_INPUT;
        }
        return switch (CommandInput.OP_MOD.get(buffers.input(), 0)) {
            case ModifyCq.ATTRIBUTES -> change(cq, buffers.input());
            case ModifyCq.RESIZE -> resize(cq, buffers);
            default -> CommandSyndrome.CQ_MODIFY;
        };
    }

    private static CommandSyndrome change(CqContext cq, MemorySegment in) {
        int selected = ModifyCq.SELECT.get(in, 0);
        if (selected == 0 || (selected & ~SELECTABLE) != 0) {
            return CommandSyndrome.CQ_MODIFY;
        }
        takeModeration(cq.moderation(), in, selected);
        return CommandSyndrome.NONE;
    }

    private CommandSyndrome resize(CqContext cq, CommandBuffers buffers) {
        CommandSyndrome refusal = checkRing(buffers);
        if (refusal != CommandSyndrome.NONE) {
            return refusal;
        }
        if (cq.isOverrun()) {
            return CommandSyndrome.CQ_DEAD;
        }
        if (entryBytes(buffers.input()) != cq.entryBytes()) {
            return CommandSyndrome.CQ_MODIFY;
        }
        int logEntries = logEntries(buffers.input());
        if (!cq.hasRoom(MARKER, cq.logEntries()) || !cq.hasRoom(MARKER, logEntries)) {
            return CommandSyndrome.CQ_ROOM;
        }
        cq.moveTo(ring(buffers), logEntries);
        return CommandSyndrome.NONE;
    }

    private CommandSyndrome checkRing(CommandBuffers buffers) {
        int logEntries = logEntries(buffers.input());
        if (buffers.inputLength() < CreateCq.BYTES) {
            return CommandSyndrome.CQ_INPUT;
        }
        if (logEntries > limits.logMaxCqSize()) {
            return CommandSyndrome.CQ_SIZE;
        }
        if (!CommandPages.fits(buffers, CreateCq.PAGES_OFFSET, pages(buffers.input()))) {
            return CommandSyndrome.CQ_INPUT;
        }
        return RingMemory.isReachable(bus, list(buffers)) ? CommandSyndrome.NONE : CommandSyndrome.CQ_PAGE;
    }

    private RingMemory ring(CommandBuffers buffers) {
        return RingMemory.of(bus, list(buffers), start(buffers.input()));
    }

    private static long[] list(CommandBuffers buffers) {
        return CommandPages.read(buffers.input(), CreateCq.PAGES_OFFSET, pages(buffers.input()));
    }

    private static int pages(MemorySegment in) {
        return CommandPages.pagesFor(start(in) + ((long) entryBytes(in) << logEntries(in)));
    }

    private static int start(MemorySegment in) {
        return Cqc.PAGE_OFFSET.get(in, CQC) * Cqe.BYTES;
    }

    private static int entryBytes(MemorySegment in) {
        return Cqc.CQE_SIZE.get(in, CQC) == Cqc.CQE_128 ? 2 * Cqe.BYTES : Cqe.BYTES;
    }

    private static int logEntries(MemorySegment in) {
        return Cqc.LOG_ENTRIES.get(in, CQC);
    }

    private static void takeModeration(Moderation moderation, MemorySegment in, int selected) {
        if ((selected & ModifyCq.PERIOD) != 0) {
            moderation.period = Cqc.PERIOD.get(in, CQC);
        }
        if ((selected & ModifyCq.MAX_COUNT) != 0) {
            moderation.maxCount = Cqc.MAX_COUNT.get(in, CQC);
        }
    }
}
