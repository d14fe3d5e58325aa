package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.event.EventQueues;
import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.number.NumberPool;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.CreateEq;
import dev.fenestra.hw.sim.mlx5.prm.Eqc;
import dev.fenestra.hw.sim.mlx5.prm.Eqe;
import dev.fenestra.hw.sim.mlx5.queue.EqContext;
import dev.fenestra.hw.sim.mlx5.queue.RingMemory;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Commands about event queues. */
final class EqCommands {
    private static final int LOG_MAX_ENTRIES = 22;

    private final EventQueues events;
    private final DmaBus bus;
    private final Numbers.Kind numbers;
    private final Map<Integer, EqContext> queues = new HashMap<>();

    EqCommands(EventQueues events, DmaBus bus, Numbers numbers) {
        this.events = events;
        this.bus = bus;
        this.numbers = numbers.eqs;
    }

    void register(Map<CommandOpcode, CommandHandler> handlers) {
        handlers.put(CommandOpcode.CREATE_EQ, this::create);
        handlers.put(CommandOpcode.DESTROY_EQ, this::destroy);
    }

    /** {@return the EQ with this number, or null} */
    @Nullable
    EqContext find(int number) {
        return queues.get(number);
    }

    private CommandSyndrome create(CommandBuffers buffers) {
        if (buffers.inputLength() < CreateEq.BYTES) {
            return CommandSyndrome.EQ_INPUT;
        }
        int logEntries = Eqc.LOG_ENTRIES.get(buffers.input(), CreateEq.EQC_OFFSET);
        if (logEntries > LOG_MAX_ENTRIES) {
            return CommandSyndrome.EQ_SIZE;
        }
        int pages = CommandPages.pagesFor((long) Eqe.BYTES << logEntries);
        if (!CommandPages.fits(buffers, CreateEq.PAGES_OFFSET, pages)) {
            return CommandSyndrome.EQ_INPUT;
        }
        long[] ring = CommandPages.read(buffers.input(), CreateEq.PAGES_OFFSET, pages);
        if (!RingMemory.isReachable(bus, ring)) {
            return CommandSyndrome.EQ_PAGE;
        }
        int number = numbers.take();
        if (number == NumberPool.NONE) {
            return CommandSyndrome.EQ_LIMIT;
        }
        EqContext queue = new EqContext(
                number,
                RingMemory.of(bus, ring),
                logEntries,
                Eqc.INTERRUPT.get(buffers.input(), CreateEq.EQC_OFFSET),
                CreateEq.EVENTS.getLong(buffers.input(), 0));
        queues.put(number, queue);
        events.add(queue);
        buffers.object(number);
        return CommandSyndrome.NONE;
    }

    private CommandSyndrome destroy(CommandBuffers buffers) {
        EqContext queue = find(buffers.object());
        if (queue == null) {
            return CommandSyndrome.EQ_UNKNOWN;
        }
        if (queue.isUsed()) {
            return CommandSyndrome.EQ_HELD;
        }
        events.remove(queue);
        queues.remove(queue.number());
        numbers.free(queue.number());
        return CommandSyndrome.NONE;
    }
}
