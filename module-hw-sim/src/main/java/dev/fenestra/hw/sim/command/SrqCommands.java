package dev.fenestra.hw.sim.command;

import dev.fenestra.hw.sim.device.DmaBus;
import dev.fenestra.hw.sim.device.HcaConfig;
import dev.fenestra.hw.sim.engine.NumberPool;
import dev.fenestra.hw.sim.engine.RingMemory;
import dev.fenestra.hw.sim.engine.SrqContext;
import dev.fenestra.hw.sim.manual.ArmRq;
import dev.fenestra.hw.sim.manual.CommandOpcode;
import dev.fenestra.hw.sim.manual.CommandSyndrome;
import dev.fenestra.hw.sim.manual.CreateQp;
import dev.fenestra.hw.sim.manual.CreateSrq;
import dev.fenestra.hw.sim.manual.Qpc;
import dev.fenestra.hw.sim.manual.SrqNextSegment;
import dev.fenestra.hw.sim.manual.Srqc;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Commands about shared receive queues, and what CREATE_QP asks about them. */
final class SrqCommands {
    private static final int STRIDE_UNIT = 16;
    private static final int SRQC = CreateSrq.SRQC_OFFSET;

    private final HcaConfig config;
    private final DmaBus bus;
    private final Numbers numbers;
    private final Map<Integer, SrqContext> queues = new HashMap<>();

    SrqCommands(HcaConfig config, DmaBus bus, Numbers numbers) {
        this.config = config;
        this.bus = bus;
        this.numbers = numbers;
    }

    void register(Map<CommandOpcode, CommandHandler> handlers) {
        handlers.put(CommandOpcode.CREATE_SRQ, this::create);
        handlers.put(CommandOpcode.DESTROY_SRQ, this::destroy);
        handlers.put(CommandOpcode.QUERY_SRQ, this::query);
        handlers.put(CommandOpcode.ARM_RQ, this::arm);
    }

    /** The SRQ that a QP context, once {@link #check} found nothing, takes its receives from; null for none. */
    @Nullable
    SrqContext find(MemorySegment createQp) {
        boolean shared = Qpc.RECEIVES.get(createQp, CreateQp.QPC_OFFSET) == Qpc.RECEIVES_SRQ;
        return shared ? queues.get(Qpc.SRQN.get(createQp, CreateQp.QPC_OFFSET)) : null;
    }

    /** Whether receives can come from where a QP context says. */
    CommandSyndrome check(MemorySegment createQp) {
        int qpc = CreateQp.QPC_OFFSET;
        return switch (Qpc.RECEIVES.get(createQp, qpc)) {
            case Qpc.RECEIVES_OWN, Qpc.RECEIVES_NONE -> CommandSyndrome.NONE;
            case Qpc.RECEIVES_SRQ -> checkShared(Qpc.SERVICE.get(createQp, qpc), Qpc.SRQN.get(createQp, qpc));
            default -> CommandSyndrome.QP_RECEIVES;
        };
    }

    private CommandSyndrome checkShared(int service, int srqn) {
        if (service != Qpc.SERVICE_RC && service != Qpc.SERVICE_UD) {
            return CommandSyndrome.QP_SRQ_SERVICE;
        }
        return queues.containsKey(srqn) ? CommandSyndrome.NONE : CommandSyndrome.QP_SRQ;
    }

    private CommandSyndrome create(CommandBuffers buffers) {
        MemorySegment in = buffers.input();
        if (Srqc.LOG_SIZE.get(in, SRQC) > config.limits().logMaxSrqSize()) {
            return CommandSyndrome.SRQ_SIZE;
        }
        int wqes = 1 << Srqc.LOG_SIZE.get(in, SRQC);
        int stride = STRIDE_UNIT << Srqc.LOG_STRIDE.get(in, SRQC);
        int pages = PageList.pagesFor((long) wqes * stride);
        if (!PageList.fits(buffers, CreateSrq.PAGES_OFFSET, pages)) {
            return CommandSyndrome.SRQ_INPUT;
        }
        long[] ring = PageList.read(in, CreateSrq.PAGES_OFFSET, pages);
        CommandSyndrome refusal = check(in, stride, ring);
        if (refusal != CommandSyndrome.NONE) {
            return refusal;
        }
        int number = numbers.srqs.take();
        if (number == NumberPool.NONE) {
            return CommandSyndrome.SRQ_LIMIT;
        }
        queues.put(number, context(in, number, RingMemory.of(bus, ring), wqes, stride));
        buffers.object(number);
        return CommandSyndrome.NONE;
    }

    private SrqContext context(MemorySegment in, int number, RingMemory ring, int wqes, int stride) {
        long record = Srqc.DOORBELL_ADDRESS.getLong(in, SRQC);
        SrqContext srq = new SrqContext(
                number, Srqc.PD.get(in, SRQC), ring, wqes, stride, bus.segment(record), bus.offset(record));
        srq.limit(Srqc.LIMIT.get(in, SRQC));
        return srq;
    }

    private CommandSyndrome check(MemorySegment in, int stride, long[] ring) {
        if (!numbers.pds.isAlive(Srqc.PD.get(in, SRQC))) {
            return CommandSyndrome.SRQ_PD;
        }
        if (stride <= SrqNextSegment.BYTES) {
            return CommandSyndrome.SRQ_STRIDE;
        }
        if (!RingMemory.isReachable(bus, ring)) {
            return CommandSyndrome.SRQ_PAGE;
        }
        return PageList.holdsRecord(bus, Srqc.DOORBELL_ADDRESS.getLong(in, SRQC))
                ? CommandSyndrome.NONE
                : CommandSyndrome.SRQ_RECORD;
    }

    private CommandSyndrome query(CommandBuffers buffers) {
        SrqContext srq = queues.get(buffers.object());
        if (srq == null) {
            return CommandSyndrome.SRQ_UNKNOWN;
        }
        if (buffers.outputLength() < CreateSrq.QUERY_BYTES) {
            return CommandSyndrome.SRQ_OUTPUT;
        }
        Srqc.PD.set(buffers.output(), SRQC, srq.pd);
        Srqc.LIMIT.set(buffers.output(), SRQC, srq.limit());
        Srqc.WQE_COUNT.set(buffers.output(), SRQC, srq.posted());
        return CommandSyndrome.NONE;
    }

    private CommandSyndrome arm(CommandBuffers buffers) {
        SrqContext srq = queues.get(buffers.object());
        if (srq == null) {
            return CommandSyndrome.SRQ_UNKNOWN;
        }
        srq.limit(ArmRq.LIMIT.get(buffers.input(), 0));
        return CommandSyndrome.NONE;
    }

    private CommandSyndrome destroy(CommandBuffers buffers) {
        SrqContext srq = queues.get(buffers.object());
        if (srq == null) {
            return CommandSyndrome.SRQ_UNKNOWN;
        }
        if (srq.isUsed()) {
            return CommandSyndrome.SRQ_HELD;
        }
        queues.remove(srq.number);
        numbers.srqs.free(srq.number);
        return CommandSyndrome.NONE;
    }
}
