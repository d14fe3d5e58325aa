package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.mlx5.prm.ArmRq;
import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.hw.sim.mlx5.prm.CreateSrq;
import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.hw.sim.mlx5.prm.SrqNextSegment;
import dev.fenestra.hw.sim.mlx5.prm.Srqc;
import dev.fenestra.ib.core.spi.DriverCq;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.DriverSrq;
import dev.fenestra.ib.core.spi.DriverXrcd;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.SharedReceiveOperations;
import dev.fenestra.ib.core.spi.SrqRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.SrqAttribute;
import dev.fenestra.ib.core.vocabulary.SrqAttributes;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.abi.SrqUdata;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Creates, changes and destroys shared receive queues over the memory that user space describes. */
final class SrqOps implements SharedReceiveOperations {
    private static final int LOG_SMALLEST_STRIDE = 5;
    private static final int LOG_STRIDE_UNIT = 4;
    private static final int SRQC = CreateSrq.SRQC_OFFSET;

    /**
     * The additional parts of an XRC SRQ.
     *
     * @param domain number of its domain
     * @param cqn number of its CQ
     */
    private record Xrc(int domain, int cqn) {}

    private final CommandQueue commands;
    private final MlxEventDelivery events;

    SrqOps(CommandQueue commands, MlxEventDelivery events) {
        this.commands = commands;
        this.events = events;
    }

    @Override
    public RdmaDevice device() {
        return commands.device();
    }

    /** The kernel half and user space derive the shape of the ring from the capacity in the same way. */
    @Override
    public DriverSrq createSrq(DriverPd pd, SrqRequest request, Udata udata) {
        return create(MlxPd.of(pd), null, request, udata);
    }

    @Override
    public DriverSrq createXrcSrq(DriverPd pd, DriverXrcd domain, DriverCq cq, SrqRequest request, Udata udata) {
        Xrc xrc = new Xrc(MlxXrcd.of(domain).number(), MlxCqObject.of(cq).number());
        return create(MlxPd.of(pd), xrc, request, udata);
    }

    private MlxSrqObject create(MlxPd pd, @Nullable Xrc xrc, SrqRequest request, Udata udata) {
        UdataSize.check(udata, SrqUdata.REQUEST_BYTES, SrqUdata.RESPONSE_BYTES);
        int logSize = log2Up(request.capacity().maxWr() + 1);
        int logStride = logStride(request.capacity().maxSge());
        checkReserved(udata.request());
        MlxPinnedQueue queue = MlxPinnedQueue.pin(
                pd.context().memory(),
                SrqUdata.BUFFER.get(udata.request()),
                1L << logSize + logStride,
                SrqUdata.RECORD.get(udata.request()));
        long[] pages = queue.buffer().busAddresses();
        try (Command command = commands.withPages(
                xrc == null ? CommandOpcode.CREATE_SRQ : CommandOpcode.CREATE_XRC_SRQ, CreateSrq.PAGES_OFFSET, pages)) {
            Srqc.LOG_SIZE.set(command.in(), SRQC, logSize);
            Srqc.LOG_STRIDE.set(command.in(), SRQC, logStride - LOG_STRIDE_UNIT);
            Srqc.PAGE_OFFSET.set(command.in(), SRQC, queue.pageOffset());
            Srqc.PD.set(command.in(), SRQC, pd.number());
            Srqc.LIMIT.set(command.in(), SRQC, request.limit());
            Srqc.DOORBELL_ADDRESS.setLong(command.in(), SRQC, queue.recordBusAddress());
            if (xrc != null) {
                Srqc.XRC_DOMAIN.set(command.in(), SRQC, xrc.domain);
                Srqc.CQN.set(command.in(), SRQC, xrc.cqn);
                Srqc.USER_INDEX.set(command.in(), SRQC, SrqUdata.USER_INDEX.getInt(udata.request()));
            }
            commands.execute(command);
            SrqUdata.SRQN.set(udata.response(), command.created());
            MlxSrqObject srq = new MlxSrqObject(command.created(), capacity(logSize, logStride), queue, xrc != null);
            events.add(MlxEventDelivery.Kind.SRQ, srq.number(), srq);
            return srq;
        } catch (VerbsException refused) {
            queue.unpin();
            throw refused;
        }
    }

    private static void checkReserved(MemorySegment request) {
        int reserved = SrqUdata.RESERVED_0.getInt(request) | SrqUdata.RESERVED_1.getInt(request);
        if (reserved != 0) {
            throw new VerbsException(MlxRule.UDATA, "reserved=0x" + Integer.toHexString(reserved));
        }
    }

    /**
     * The capacity of the ring. One WQE of the list always stays unused. The user half may reserve more, which the
     * kernel half does not know.
     */
    private static SrqCapacity capacity(int logSize, int logStride) {
        return new SrqCapacity((1 << logSize) - 1, ((1 << logStride) - SrqNextSegment.BYTES) / DataSegment.BYTES);
    }

    @Override
    public void modifySrq(DriverSrq changed, int mask, int maxWr, int limit, Udata udata) {
        MlxSrqObject srq = MlxSrqObject.of(changed);
        if (SrqAttribute.MAX_WR.in(mask)) {
            throw new VerbsException(MlxRule.SRQ_RESIZE, "SRQ " + srq.number());
        }
        if (SrqAttribute.LIMIT.in(mask)) {
            try (Command command = commands.command(
                    srq.isXrc() ? CommandOpcode.ARM_XRC_SRQ : CommandOpcode.ARM_RQ, ArmRq.BYTES, CommandOutput.BYTES)) {
                ArmRq.LIMIT.set(command.in(), 0, limit);
                commands.execute(command.about(srq.number()));
            }
        }
    }

    @Override
    public SrqAttributes querySrq(DriverSrq asked) {
        MlxSrqObject srq = MlxSrqObject.of(asked);
        try (Command command = commands.command(
                srq.isXrc() ? CommandOpcode.QUERY_XRC_SRQ : CommandOpcode.QUERY_SRQ,
                CommandInput.BYTES,
                CreateSrq.QUERY_BYTES)) {
            commands.execute(command.about(srq.number()));
            return new SrqAttributes(srq.capacity(), Srqc.LIMIT.get(command.out(), SRQC));
        }
    }

    @Override
    public void destroySrq(DriverSrq ended) {
        MlxSrqObject srq = MlxSrqObject.of(ended);
        commands.destroy(srq.isXrc() ? CommandOpcode.DESTROY_XRC_SRQ : CommandOpcode.DESTROY_SRQ, srq.number());
        events.remove(MlxEventDelivery.Kind.SRQ, srq.number());
        srq.queue().unpin();
    }

    @Override
    public DriverXrcd allocXrcd() {
        return new MlxXrcd(commands.create(CommandOpcode.ALLOC_XRCD));
    }

    @Override
    public void deallocXrcd(DriverXrcd domain) {
        commands.destroy(CommandOpcode.DEALLOC_XRCD, MlxXrcd.of(domain).number());
    }

    private static int logStride(int maxSge) {
        return Math.max(LOG_SMALLEST_STRIDE, log2Up(SrqNextSegment.BYTES + maxSge * DataSegment.BYTES));
    }

    private static int log2Up(int count) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
    }
}
