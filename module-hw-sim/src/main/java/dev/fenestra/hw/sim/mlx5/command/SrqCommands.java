package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.engine.LiveQps;
import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.limits.HcaLimits;
import dev.fenestra.hw.sim.hca.number.NumberPool;
import dev.fenestra.hw.sim.hca.qp.SrqContext;
import dev.fenestra.hw.sim.hca.qp.SrqTable;
import dev.fenestra.hw.sim.hca.queue.SharedReceives;
import dev.fenestra.hw.sim.mlx5.prm.ArmRq;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.CreateQp;
import dev.fenestra.hw.sim.mlx5.prm.CreateSrq;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.hw.sim.mlx5.prm.SrqNextSegment;
import dev.fenestra.hw.sim.mlx5.prm.Srqc;
import dev.fenestra.hw.sim.mlx5.queue.CqContext;
import dev.fenestra.hw.sim.mlx5.queue.LinkedReceives;
import dev.fenestra.hw.sim.mlx5.queue.RingMemory;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Commands about shared receive queues, and the checks of CREATE_QP about them. */
final class SrqCommands {
    private static final int STRIDE_UNIT = 16;
    private static final int START_UNIT = 64;
    private static final int SRQC = CreateSrq.SRQC_OFFSET;

    private final HcaLimits limits;
    private final LiveQps qps;
    private final SrqTable srqs;
    private final DmaBus bus;
    private final Numbers numbers;
    private final XrcDomainCommands domains;
    private final CqCommands completions;

    SrqCommands(
            HcaLimits limits,
            LiveQps qps,
            SrqTable srqs,
            DmaBus bus,
            Numbers numbers,
            XrcDomainCommands domains,
            CqCommands completions) {
        this.limits = limits;
        this.qps = qps;
        this.srqs = srqs;
        this.bus = bus;
        this.numbers = numbers;
        this.domains = domains;
        this.completions = completions;
    }

    void register(Map<CommandOpcode, CommandHandler> handlers) {
        handlers.put(CommandOpcode.CREATE_SRQ, buffers -> create(buffers, false));
        handlers.put(CommandOpcode.DESTROY_SRQ, buffers -> destroy(buffers, false));
        handlers.put(CommandOpcode.QUERY_SRQ, buffers -> query(buffers, false));
        handlers.put(CommandOpcode.ARM_RQ, buffers -> arm(buffers, false));
        handlers.put(CommandOpcode.CREATE_XRC_SRQ, buffers -> create(buffers, true));
        handlers.put(CommandOpcode.DESTROY_XRC_SRQ, buffers -> destroy(buffers, true));
        handlers.put(CommandOpcode.QUERY_XRC_SRQ, buffers -> query(buffers, true));
        handlers.put(CommandOpcode.ARM_XRC_SRQ, buffers -> arm(buffers, true));
    }

    /** {@return the SRQ that a checked QP context takes its receives from; null for none} */
    @Nullable
    SrqContext find(MemorySegment createQp) {
        boolean shared = Qpc.RECEIVES.get(createQp, CreateQp.QPC_OFFSET) == Qpc.RECEIVES_SRQ;
        return shared ? srqs.find(Qpc.SRQN.get(createQp, CreateQp.QPC_OFFSET)) : null;
    }

    /** Checks the source of receives in a QP context. */
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
        return find(srqn, false) != null ? CommandSyndrome.NONE : CommandSyndrome.QP_SRQ;
    }

    /** {@return the SRQ with this number if it is of that kind, else null} */
    private @Nullable SrqContext find(int srqn, boolean xrc) {
        SrqContext srq = srqs.find(srqn);
        return srq != null && xrc == srq.isXrc() ? srq : null;
    }

    private CommandSyndrome create(CommandBuffers buffers, boolean xrc) {
        MemorySegment in = buffers.input();
        if (Srqc.LOG_SIZE.get(in, SRQC) > limits.logMaxSrqSize()) {
            return CommandSyndrome.SRQ_SIZE;
        }
        int wqes = 1 << Srqc.LOG_SIZE.get(in, SRQC);
        int stride = STRIDE_UNIT << Srqc.LOG_STRIDE.get(in, SRQC);
        int start = Srqc.PAGE_OFFSET.get(in, SRQC) * START_UNIT;
        int pages = CommandPages.pagesFor(start + (long) wqes * stride);
        if (!CommandPages.fits(buffers, CreateSrq.PAGES_OFFSET, pages)) {
            return CommandSyndrome.SRQ_INPUT;
        }
        long[] ring = CommandPages.read(in, CreateSrq.PAGES_OFFSET, pages);
        CommandSyndrome refusal = check(in, stride, ring);
        if (refusal == CommandSyndrome.NONE && xrc) {
            refusal = checkDomain(in);
        }
        if (refusal != CommandSyndrome.NONE) {
            return refusal;
        }
        int number = numbers.srqs.take();
        if (number == NumberPool.NONE) {
            return CommandSyndrome.SRQ_LIMIT;
        }
        SrqContext srq = context(in, number, RingMemory.of(bus, ring, start), wqes, stride);
        if (xrc) {
            joinDomain(srq, in);
        }
        srqs.add(srq);
        buffers.object(number);
        return CommandSyndrome.NONE;
    }

    /**
     * Creates an SRQ in a format of its own.
     *
     * @return its number, or {@link NumberPool#NONE}
     */
    int adopt(int pd, SharedReceives receives) {
        int number = numbers.pds.isAlive(pd) ? numbers.srqs.take() : NumberPool.NONE;
        if (number != NumberPool.NONE) {
            srqs.add(new SrqContext(number, pd, receives));
        }
        return number;
    }

    private CommandSyndrome checkDomain(MemorySegment in) {
        if (!domains.isAlive(Srqc.XRC_DOMAIN.get(in, SRQC))) {
            return CommandSyndrome.SRQ_XRC_DOMAIN;
        }
        return completions.find(Srqc.CQN.get(in, SRQC)) == null ? CommandSyndrome.SRQ_CQ : CommandSyndrome.NONE;
    }

    private void joinDomain(SrqContext srq, MemorySegment in) {
        int domain = Srqc.XRC_DOMAIN.get(in, SRQC);
        CqContext cq = Objects.requireNonNull(completions.find(Srqc.CQN.get(in, SRQC)), "checked before");
        srq.joinDomain(domain, cq, Srqc.USER_INDEX.get(in, SRQC));
        domains.members(domain, 1);
    }

    private SrqContext context(MemorySegment in, int number, RingMemory ring, int wqes, int stride) {
        long record = Srqc.DOORBELL_ADDRESS.getLong(in, SRQC);
        LinkedReceives receives = new LinkedReceives(ring, wqes, stride, bus.segment(record), bus.offset(record));
        SrqContext srq = new SrqContext(number, Srqc.PD.get(in, SRQC), receives);
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
        return CommandPages.holdsRecord(bus, Srqc.DOORBELL_ADDRESS.getLong(in, SRQC))
                ? CommandSyndrome.NONE
                : CommandSyndrome.SRQ_RECORD;
    }

    private CommandSyndrome query(CommandBuffers buffers, boolean xrc) {
        SrqContext srq = find(buffers.object(), xrc);
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

    private CommandSyndrome arm(CommandBuffers buffers, boolean xrc) {
        SrqContext srq = find(buffers.object(), xrc);
        if (srq == null) {
            return CommandSyndrome.SRQ_UNKNOWN;
        }
        srq.limit(ArmRq.LIMIT.get(buffers.input(), 0));
        return CommandSyndrome.NONE;
    }

    private CommandSyndrome destroy(CommandBuffers buffers, boolean xrc) {
        SrqContext srq = find(buffers.object(), xrc);
        if (srq == null) {
            return CommandSyndrome.SRQ_UNKNOWN;
        }
        if (srq.isUsed()) {
            return CommandSyndrome.SRQ_HELD;
        }
        qps.remove(srq);
        if (xrc) {
            domains.members(srq.xrcDomain, -1);
        }
        numbers.srqs.free(srq.number);
        return CommandSyndrome.NONE;
    }
}
