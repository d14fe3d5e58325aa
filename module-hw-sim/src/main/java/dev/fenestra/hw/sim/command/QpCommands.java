package dev.fenestra.hw.sim.command;

import dev.fenestra.hw.sim.device.DmaBus;
import dev.fenestra.hw.sim.engine.CqContext;
import dev.fenestra.hw.sim.engine.Engine;
import dev.fenestra.hw.sim.engine.NumberPool;
import dev.fenestra.hw.sim.engine.QpContext;
import dev.fenestra.hw.sim.engine.QueueGeometry;
import dev.fenestra.hw.sim.engine.RingMemory;
import dev.fenestra.hw.sim.manual.CommandOpcode;
import dev.fenestra.hw.sim.manual.CommandStatus;
import dev.fenestra.hw.sim.manual.CreateQp;
import dev.fenestra.hw.sim.manual.Qpc;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Commands that create, query and destroy QPs; {@link QpTransitions} takes them through their states. */
final class QpCommands {
    private static final int BLOCK_BYTES = 64;
    private static final int STRIDE_UNIT = 16;

    private final Engine engine;
    private final DmaBus bus;
    private final Numbers numbers;
    private final CqCommands completionQueues;
    private int lastSerial;

    QpCommands(Engine engine, DmaBus bus, Numbers numbers, CqCommands completionQueues) {
        this.engine = engine;
        this.bus = bus;
        this.numbers = numbers;
        this.completionQueues = completionQueues;
    }

    void register(Map<CommandOpcode, CommandHandler> handlers) {
        handlers.put(CommandOpcode.CREATE_QP, this::create);
        handlers.put(CommandOpcode.DESTROY_QP, this::destroy);
        handlers.put(CommandOpcode.QUERY_QP, this::query);
        new QpTransitions(engine).register(handlers);
    }

    private int create(CommandBuffers buffers) {
        if (buffers.inputLength() < CreateQp.BYTES) {
            return CommandStatus.BAD_INPUT_LENGTH;
        }
        MemorySegment in = buffers.input();
        int qpc = CreateQp.QPC_OFFSET;
        CqContext sendCq = completionQueues.find(Qpc.SEND_CQN.get(in, qpc));
        CqContext receiveCq = completionQueues.find(Qpc.RECEIVE_CQN.get(in, qpc));
        if (sendCq == null || receiveCq == null || !numbers.pds.isAlive(Qpc.PD.get(in, qpc))) {
            return CommandStatus.BAD_RESOURCE;
        }
        long ledger = Qpc.LEDGER.getLong(in, qpc);
        long record = Qpc.DOORBELL_ADDRESS.getLong(in, qpc);
        QueueGeometry geometry = geometry(buffers);
        int service = Qpc.SERVICE.get(in, qpc);
        if (service > Qpc.SERVICE_UD
                || geometry == null
                || !PageList.holdsRecord(bus, record)
                || !PageList.holdsCell(bus, ledger)) {
            return CommandStatus.BAD_PARAMETER;
        }
        int number = numbers.qps.take();
        if (number == NumberPool.NONE) {
            return CommandStatus.LIMIT_EXCEEDED;
        }
        engine.add(new QpContext(
                number,
                ++lastSerial,
                service,
                Qpc.PD.get(in, qpc),
                Qpc.USER_INDEX.get(in, qpc),
                sendCq,
                receiveCq,
                geometry,
                bus.segment(record),
                bus.offset(record),
                ledger,
                1 << engine.config().limits().logRdAtomic()));
        buffers.object(number);
        return CommandStatus.OK;
    }

    /** The queues as the QP context and the page list describe them; null when they do not fit together. */
    private @Nullable QueueGeometry geometry(CommandBuffers buffers) {
        MemorySegment in = buffers.input();
        int logReceives = Qpc.LOG_RQ_SIZE.get(in, CreateQp.QPC_OFFSET);
        int stride = STRIDE_UNIT << Qpc.LOG_RQ_STRIDE.get(in, CreateQp.QPC_OFFSET);
        int sendBlocks = 1 << Qpc.LOG_SQ_SIZE.get(in, CreateQp.QPC_OFFSET);
        long bytes = ((long) stride << logReceives) + (long) sendBlocks * BLOCK_BYTES;
        int pages = PageList.pagesFor(bytes);
        boolean isBlockAligned = (stride << logReceives) % BLOCK_BYTES == 0;
        if (!isBlockAligned || !PageList.fits(buffers, CreateQp.PAGES_OFFSET, pages)) {
            return null;
        }
        long[] ring = PageList.read(in, CreateQp.PAGES_OFFSET, pages);
        return RingMemory.isReachable(bus, ring)
                ? new QueueGeometry(RingMemory.of(bus, ring), 1 << logReceives, stride, sendBlocks)
                : null;
    }

    private int query(CommandBuffers buffers) {
        QpContext qp = engine.qp(buffers.object());
        if (qp == null) {
            return CommandStatus.BAD_RESOURCE;
        }
        if (buffers.outputLength() < CreateQp.BYTES) {
            return CommandStatus.BAD_OUTPUT_LENGTH;
        }
        Qpc.STATE.set(buffers.output(), CreateQp.QPC_OFFSET, qp.state);
        Qpc.PD.set(buffers.output(), CreateQp.QPC_OFFSET, qp.pd);
        Qpc.REMOTE_QPN.set(buffers.output(), CreateQp.QPC_OFFSET, qp.remoteQpn);
        return CommandStatus.OK;
    }

    private int destroy(CommandBuffers buffers) {
        QpContext qp = engine.qp(buffers.object());
        if (qp == null) {
            return CommandStatus.BAD_RESOURCE;
        }
        if (qp.hasBoundWindows()) {
            engine.refuseHeld(qp);
            return CommandStatus.RESOURCE_BUSY;
        }
        engine.remove(qp);
        numbers.qps.free(qp.number);
        return CommandStatus.OK;
    }
}
