package dev.fenestra.hw.sim.command;

import dev.fenestra.hw.sim.device.DmaBus;
import dev.fenestra.hw.sim.device.HcaConfig;
import dev.fenestra.hw.sim.engine.CqContext;
import dev.fenestra.hw.sim.engine.NumberPool;
import dev.fenestra.hw.sim.engine.RingMemory;
import dev.fenestra.hw.sim.manual.CommandOpcode;
import dev.fenestra.hw.sim.manual.CommandSyndrome;
import dev.fenestra.hw.sim.manual.Cqe;
import dev.fenestra.hw.sim.manual.CreateCq;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Commands about completion queues. */
final class CqCommands {
    private final HcaConfig config;
    private final DmaBus bus;
    private final Numbers.Kind numbers;
    private final Map<Integer, CqContext> queues = new HashMap<>();

    CqCommands(HcaConfig config, DmaBus bus, Numbers numbers) {
        this.config = config;
        this.bus = bus;
        this.numbers = numbers.cqs;
    }

    void register(Map<CommandOpcode, CommandHandler> handlers) {
        handlers.put(CommandOpcode.CREATE_CQ, this::create);
        handlers.put(CommandOpcode.DESTROY_CQ, this::destroy);
    }

    @Nullable
    CqContext find(int number) {
        return queues.get(number);
    }

    private CommandSyndrome create(CommandBuffers buffers) {
        int logEntries = CreateCq.LOG_ENTRIES.get(buffers.input(), 0);
        if (logEntries > config.limits().logMaxCqSize()) {
            return CommandSyndrome.CQ_SIZE;
        }
        int pages = PageList.pagesFor((long) Cqe.BYTES << logEntries);
        if (!PageList.fits(buffers, CreateCq.PAGES_OFFSET, pages)) {
            return CommandSyndrome.CQ_INPUT;
        }
        long[] ring = PageList.read(buffers.input(), CreateCq.PAGES_OFFSET, pages);
        long record = CreateCq.DOORBELL_ADDRESS.getLong(buffers.input(), 0);
        if (!RingMemory.isReachable(bus, ring)) {
            return CommandSyndrome.CQ_PAGE;
        }
        if (!PageList.holdsRecord(bus, record)) {
            return CommandSyndrome.CQ_RECORD;
        }
        int number = numbers.take();
        if (number == NumberPool.NONE) {
            return CommandSyndrome.CQ_LIMIT;
        }
        RingMemory memory = RingMemory.of(bus, ring);
        queues.put(number, new CqContext(number, memory, logEntries, bus.segment(record), bus.offset(record)));
        buffers.object(number);
        return CommandSyndrome.NONE;
    }

    private CommandSyndrome destroy(CommandBuffers buffers) {
        if (queues.remove(buffers.object()) == null) {
            return CommandSyndrome.CQ_UNKNOWN;
        }
        numbers.free(buffers.object());
        return CommandSyndrome.NONE;
    }
}
