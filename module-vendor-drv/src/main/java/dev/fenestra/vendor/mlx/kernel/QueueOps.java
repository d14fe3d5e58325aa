package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.manual.CommandOpcode;
import dev.fenestra.hw.sim.manual.Cqe;
import dev.fenestra.hw.sim.manual.CreateCq;
import dev.fenestra.hw.sim.manual.CreateQp;
import dev.fenestra.hw.sim.manual.Qpc;
import dev.fenestra.ib.core.spi.DriverSrq;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.CqUdata;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.abi.QpUdata;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Creates and destroys CQs and QPs over the queue memory that user space describes. */
final class QueueOps {
    private static final int BLOCK_BYTES = 64;
    private static final int MAX_BLOCKS = 1 << 15;
    private static final int LOG_SMALLEST_STRIDE = 4;
    private static final int LOG_LARGEST_STRIDE = 11;

    private final CommandQueue commands;

    QueueOps(CommandQueue commands) {
        this.commands = commands;
    }

    /** log2 of the ring that holds so many completions: one entry more, rounded up to a power of two. */
    static int logEntries(int cqe) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(cqe);
    }

    MlxCqObject createCq(MlxContext context, int cqe, Udata udata) {
        UdataSize.check(udata, CqUdata.REQUEST_BYTES, CqUdata.RESPONSE_BYTES);
        MemorySegment request = udata.request();
        if (CqUdata.CQE_BYTES.getInt(request) != Cqe.BYTES) {
            throw refused("CQEs of " + CqUdata.CQE_BYTES.getInt(request) + " bytes");
        }
        int logEntries = logEntries(cqe);
        PinnedQueue queue = PinnedQueue.pin(
                context.memory(),
                CqUdata.BUFFER.get(request),
                (long) Cqe.BYTES << logEntries,
                CqUdata.RECORD.get(request));
        long[] pages = queue.buffer().busAddresses();
        try (Command command = Command.withPages(CommandOpcode.CREATE_CQ, CreateCq.PAGES_OFFSET, pages)) {
            CreateCq.LOG_ENTRIES.set(command.in(), 0, logEntries);
            CreateCq.UAR_PAGE.set(command.in(), 0, context.uar());
            CreateCq.DOORBELL_ADDRESS.setLong(command.in(), 0, queue.recordBusAddress());
            commands.execute(command);
            CqUdata.CQN.set(udata.response(), command.created());
            return new MlxCqObject(command.created(), queue);
        } catch (VerbsException refused) {
            queue.unpin();
            throw refused;
        }
    }

    void destroyCq(MlxCqObject cq) {
        destroy(CommandOpcode.DESTROY_CQ, cq.number());
        cq.queue().unpin();
    }

    MlxQpObject createQp(MlxPd pd, QpRequest request, Udata udata) {
        UdataSize.check(udata, QpUdata.REQUEST_BYTES, QpUdata.RESPONSE_BYTES);
        MemorySegment user = udata.request();
        int blocks = QpUdata.SEND_BLOCKS.getInt(user);
        int receives = QpUdata.RECEIVE_WQES.getInt(user);
        int logStride = QpUdata.LOG_RECEIVE_STRIDE.getInt(user);
        boolean receivesFit = request.srq() != null
                ? receives == 0
                : isPowerOfTwo(receives) && logStride >= LOG_SMALLEST_STRIDE && logStride <= LOG_LARGEST_STRIDE;
        if (!isPowerOfTwo(blocks) || !receivesFit) {
            throw refused("blocks=" + blocks + " receives=" + receives + " log stride=" + logStride);
        }
        long bytes = ((long) receives << logStride) + (long) blocks * BLOCK_BYTES;
        PinnedQueue queue =
                PinnedQueue.pin(pd.context().memory(), QpUdata.BUFFER.get(user), bytes, QpUdata.RECORD.get(user));
        long[] pages = queue.buffer().busAddresses();
        try (Command command = Command.withPages(CommandOpcode.CREATE_QP, CreateQp.PAGES_OFFSET, pages)) {
            describe(command.in(), pd, request, user, queue);
            commands.execute(command);
            QpUdata.REGISTER.set(udata.response(), 0);
            return new MlxQpObject(command.created(), queue);
        } catch (VerbsException refused) {
            queue.unpin();
            throw refused;
        }
    }

    private static void describe(MemorySegment in, MlxPd pd, QpRequest request, MemorySegment user, PinnedQueue queue) {
        int qpc = CreateQp.QPC_OFFSET;
        Qpc.SERVICE.set(in, qpc, service(request.type()));
        Qpc.PD.set(in, qpc, pd.number());
        Qpc.LOG_SQ_SIZE.set(in, qpc, Integer.numberOfTrailingZeros(QpUdata.SEND_BLOCKS.getInt(user)));
        describeReceives(in, request.srq(), user);
        Qpc.UAR_PAGE.set(in, qpc, pd.context().uar());
        Qpc.USER_INDEX.set(in, qpc, QpUdata.USER_INDEX.getInt(user));
        Qpc.SEND_CQN.set(in, qpc, ((MlxCqObject) request.sendCq()).number());
        Qpc.RECEIVE_CQN.set(in, qpc, ((MlxCqObject) request.recvCq()).number());
        Qpc.DOORBELL_ADDRESS.setLong(in, qpc, queue.recordBusAddress());
        LedgerCell bound = request.bound();
        Qpc.LEDGER.setLong(in, qpc, bound == null ? 0 : bound.busAddress());
    }

    private static void describeReceives(MemorySegment in, @Nullable DriverSrq srq, MemorySegment user) {
        int qpc = CreateQp.QPC_OFFSET;
        if (srq == null) {
            Qpc.LOG_RQ_SIZE.set(in, qpc, Integer.numberOfTrailingZeros(QpUdata.RECEIVE_WQES.getInt(user)));
            Qpc.LOG_RQ_STRIDE.set(in, qpc, QpUdata.LOG_RECEIVE_STRIDE.getInt(user) - LOG_SMALLEST_STRIDE);
        } else {
            Qpc.RECEIVES.set(in, qpc, Qpc.RECEIVES_SRQ);
            Qpc.SRQN.set(in, qpc, srq.number());
        }
    }

    private static int service(QpType type) {
        return switch (type) {
            case RC -> Qpc.SERVICE_RC;
            case UC -> Qpc.SERVICE_UC;
            case UD -> Qpc.SERVICE_UD;
        };
    }

    void destroyQp(MlxQpObject qp) {
        destroy(CommandOpcode.DESTROY_QP, qp.number());
        qp.queue().unpin();
    }

    private void destroy(CommandOpcode opcode, int number) {
        try (Command command = Command.small(opcode)) {
            commands.execute(command.about(number));
        }
    }

    private static boolean isPowerOfTwo(int count) {
        return count > 0 && count <= MAX_BLOCKS && Integer.bitCount(count) == 1;
    }

    private static VerbsException refused(String values) {
        return new VerbsException(MlxRule.UDATA.errno(), MlxRule.UDATA, values);
    }
}
