package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.hw.sim.mlx5.prm.CqDoorbell;
import dev.fenestra.hw.sim.mlx5.prm.Cqc;
import dev.fenestra.hw.sim.mlx5.prm.Cqe;
import dev.fenestra.hw.sim.mlx5.prm.CreateCq;
import dev.fenestra.hw.sim.mlx5.prm.DoorbellRecord;
import dev.fenestra.hw.sim.mlx5.prm.ModifyCq;
import dev.fenestra.hw.sim.mlx5.prm.UarPage;
import dev.fenestra.ib.core.spi.CompletionOperations;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverCq;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.CqUdata;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.abi.ResizeCqUdata;
import java.lang.foreign.MemorySegment;

/** Creates, changes and destroys CQs over the ring that user space describes. */
final class CqOps implements CompletionOperations {
    private static final int CQC = CreateCq.CQC_OFFSET;
    private static final int LARGE_CQE = 2 * Cqe.BYTES;
    private static final int MOST_MICROS = 0xfff;

    private final CommandQueue commands;
    private final MlxEventDelivery events;

    CqOps(CommandQueue commands, MlxEventDelivery events) {
        this.commands = commands;
        this.events = events;
    }

    @Override
    public RdmaDevice device() {
        return commands.device();
    }

    /** log2 of the size of the ring for so many completions: one entry more, rounded up to a power of two. */
    static int logEntries(int cqe) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(cqe);
    }

    @Override
    public DriverCq createCq(DriverContext context, int cqe, Udata udata) {
        return createCq(context, cqe, 0, udata);
    }

    @Override
    public DriverCq createCq(DriverContext by, int cqe, int vector, Udata udata) {
        MlxContext context = MlxContext.of(by);
        UdataSize.check(udata, CqUdata.REQUEST_BYTES, CqUdata.RESPONSE_BYTES);
        MemorySegment request = udata.request();
        int cqeBytes = CqUdata.CQE_BYTES.getInt(request);
        checkCqeBytes(cqeBytes == LARGE_CQE || cqeBytes == Cqe.BYTES, cqeBytes);
        int logEntries = logEntries(cqe);
        long record = CqUdata.RECORD.get(request);
        MlxPinnedQueue queue = MlxPinnedQueue.pin(
                context.memory(), CqUdata.BUFFER.get(request), (long) cqeBytes << logEntries, record);
        long[] pages = queue.buffer().busAddresses();
        try (Command command = commands.withPages(CommandOpcode.CREATE_CQ, CreateCq.PAGES_OFFSET, pages)) {
            MemorySegment in = command.in();
            Cqc.LOG_ENTRIES.set(in, CQC, logEntries);
            Cqc.CQE_SIZE.set(in, CQC, sizeCode(cqeBytes));
            Cqc.PAGE_OFFSET.set(in, CQC, queue.pageOffset());
            Cqc.UAR_PAGE.set(in, CQC, context.uar());
            Cqc.POLLED.set(in, CQC, context.memory().isForeign());
            Cqc.EQN.set(in, CQC, events.queueOf(vector));
            Cqc.DOORBELL_ADDRESS.setLong(in, CQC, queue.recordBusAddress());
            // The first arm of a new CQ is 0, so the record must hold something else.
            DoorbellRecord.publish(
                    DoorbellRecord.SEND,
                    context.memory().segment(record),
                    context.memory().offset(record),
                    CqDoorbell.NOT_ARMED);
            commands.execute(command);
            CqUdata.CQN.set(udata.response(), command.created());
            MlxCqObject cq = new MlxCqObject(context, command.created(), cqeBytes, queue);
            events.add(MlxEventDelivery.Kind.CQ, cq.number(), cq);
            return cq;
        } catch (VerbsException refused) {
            queue.unpin();
            throw refused;
        }
    }

    /** EINVAL also when the entries of the old ring do not fit. */
    @Override
    public void resizeCq(DriverCq resized, int cqe, Udata udata) {
        MlxCqObject cq = MlxCqObject.of(resized);
        UdataSize.check(udata, ResizeCqUdata.REQUEST_BYTES, ResizeCqUdata.RESPONSE_BYTES);
        MemorySegment request = udata.request();
        int cqeBytes = ResizeCqUdata.CQE_BYTES.getInt(request);
        checkCqeBytes(cqeBytes == cq.cqeBytes(), cqeBytes);
        int logEntries = logEntries(cqe);
        MlxPinnedQueue old = cq.queue();
        MlxPinnedQueue moved = old.pinOther(ResizeCqUdata.BUFFER.get(request), (long) cqeBytes << logEntries);
        long[] pages = moved.buffer().busAddresses();
        try (Command command = commands.withPages(CommandOpcode.MODIFY_CQ, CreateCq.PAGES_OFFSET, pages)) {
            CommandInput.OP_MOD.set(command.in(), 0, ModifyCq.RESIZE);
            Cqc.LOG_ENTRIES.set(command.in(), CQC, logEntries);
            Cqc.CQE_SIZE.set(command.in(), CQC, sizeCode(cqeBytes));
            Cqc.PAGE_OFFSET.set(command.in(), CQC, moved.pageOffset());
            commands.execute(command.about(cq.number()));
        } catch (VerbsException refused) {
            moved.unpinBuffer();
            throw refused;
        }
        cq.queue(moved);
        old.unpinBuffer();
    }

    @Override
    public void modifyCq(DriverCq cq, int count, int periodMicros) {
        if (periodMicros > MOST_MICROS) {
            throw new VerbsException(MlxRule.CQ_PERIOD, "cq_period=" + periodMicros + ", most " + MOST_MICROS);
        }
        try (Command command = commands.command(CommandOpcode.MODIFY_CQ, CreateCq.BYTES, CommandOutput.BYTES)) {
            ModifyCq.SELECT.set(command.in(), 0, ModifyCq.PERIOD | ModifyCq.MAX_COUNT);
            Cqc.PERIOD.set(command.in(), CQC, periodMicros);
            Cqc.MAX_COUNT.set(command.in(), CQC, count);
            commands.execute(command.about(MlxCqObject.of(cq).number()));
        }
    }

    @Override
    public void destroyCq(DriverCq ended) {
        MlxCqObject cq = MlxCqObject.of(ended);
        commands.destroy(CommandOpcode.DESTROY_CQ, cq.number());
        events.remove(MlxEventDelivery.Kind.CQ, cq.number());
        cq.queue().unpin();
    }

    /** Rings for the arm that the record holds, as the store that made it would have done. */
    @Override
    public void requestNotify(DriverCq asked, boolean solicitedOnly) {
        MlxCqObject cq = MlxCqObject.of(asked);
        int arm = cq.queue().armWord();
        long doorbell = (long) arm << Integer.SIZE | CqDoorbell.CQN.insert(cq.number());
        cq.context().doorbells().write64(UarPage.CQ_DOORBELL, doorbell);
    }

    @Override
    public int completionVectors() {
        return MlxEventDelivery.VECTORS;
    }

    private static int sizeCode(int cqeBytes) {
        return cqeBytes == LARGE_CQE ? Cqc.CQE_128 : Cqc.CQE_64;
    }

    private static void checkCqeBytes(boolean isRight, int bytes) {
        if (!isRight) {
            throw new VerbsException(MlxRule.UDATA, "CQEs of " + bytes + " bytes");
        }
    }
}
