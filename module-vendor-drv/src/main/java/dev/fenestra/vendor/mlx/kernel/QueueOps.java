package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.hw.sim.mlx5.prm.Cqe;
import dev.fenestra.hw.sim.mlx5.prm.CreateQp;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.DriverSrq;
import dev.fenestra.ib.core.spi.DriverXrcd;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.QueueOperations;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.abi.QpUdata;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;

/** QPs over the queue memory that user space describes: creates them, moves them through their states, ends them. */
final class QueueOps implements QueueOperations {
    private static final int BLOCK_BYTES = 64;
    private static final int MAX_BLOCKS = 1 << 15;
    private static final int LOG_SMALLEST_STRIDE = 4;
    private static final int LOG_LARGEST_STRIDE = 11;
    private static final int GSI_QPN = 1;

    /** Services whose small data may travel in CQEs. */
    private static final Set<QpType> INLINE = EnumSet.of(QpType.RC, QpType.UC);

    private final CommandQueue commands;
    private final MlxEventDelivery events;

    QueueOps(CommandQueue commands, MlxEventDelivery events) {
        this.commands = commands;
        this.events = events;
    }

    @Override
    public RdmaDevice device() {
        return commands.device();
    }

    @Override
    public DriverQp createQp(DriverPd pd, QpRequest request, Udata udata) {
        return create(MlxPd.of(pd), request, service(request.type()), udata);
    }

    /** Creates QP 1. Nobody waits for its events, so the thread that drives the wire reads them. */
    @Override
    public DriverQp createGsi(DriverPd pd, QpRequest request, Udata udata) {
        MlxQpObject qp = create(MlxPd.of(pd), request, Qpc.SERVICE_GSI, udata);
        events.foreigner(1);
        return qp;
    }

    private MlxQpObject create(MlxPd pd, QpRequest request, int service, Udata udata) {
        UdataSize.check(udata, QpUdata.REQUEST_BYTES, QpUdata.RESPONSE_BYTES);
        MemorySegment user = udata.request();
        int blocks = QpUdata.SEND_BLOCKS.getInt(user);
        int receives = QpUdata.RECEIVE_WQES.getInt(user);
        int logStride = QpUdata.LOG_RECEIVE_STRIDE.getInt(user);
        boolean mayHaveReceives = request.srq() == null && request.type() != QpType.XRC_INI;
        boolean receivesFit = receives == 0
                || mayHaveReceives
                        && isPowerOfTwo(receives)
                        && logStride >= LOG_SMALLEST_STRIDE
                        && logStride <= LOG_LARGEST_STRIDE;
        if (blocks != 0 && !isPowerOfTwo(blocks) || !receivesFit) {
            throw refused("blocks=" + blocks + " receives=" + receives + " log stride=" + logStride);
        }
        long bytes = ((long) receives << logStride) + (long) blocks * BLOCK_BYTES;
        MlxPinnedQueue queue = MlxPinnedQueue.pin(
                pd.context().memory(), QpUdata.BUFFER.get(user), Math.max(bytes, 1), QpUdata.RECORD.get(user));
        long[] pages = queue.buffer().busAddresses();
        try (Command command = commands.withPages(CommandOpcode.CREATE_QP, CreateQp.PAGES_OFFSET, pages)) {
            describe(command.in(), pd, request, user, queue);
            Qpc.SERVICE.set(command.in(), CreateQp.QPC_OFFSET, service);
            commands.execute(command);
            QpUdata.REGISTER.set(udata.response(), 0);
            MlxQpObject qp = new MlxQpObject(command.created(), queue, receives);
            events.add(MlxEventDelivery.Kind.QP, qp.number(), qp);
            return qp;
        } catch (VerbsException refused) {
            queue.unpin();
            throw refused;
        }
    }

    private static void describe(
            MemorySegment in, MlxPd pd, QpRequest request, MemorySegment user, MlxPinnedQueue queue) {
        int qpc = CreateQp.QPC_OFFSET;
        Qpc.PD.set(in, qpc, pd.number());
        int blocks = QpUdata.SEND_BLOCKS.getInt(user);
        Qpc.NO_SEND_QUEUE.set(in, qpc, blocks == 0);
        Qpc.LOG_SQ_SIZE.set(in, qpc, blocks == 0 ? 0 : Integer.numberOfTrailingZeros(blocks));
        Qpc.POLLED.set(in, qpc, pd.context().memory().isForeign());
        describeReceives(in, request, user);
        Qpc.PAGE_OFFSET.set(in, qpc, queue.pageOffset());
        Qpc.UAR_PAGE.set(in, qpc, pd.context().uar());
        Qpc.USER_INDEX.set(in, qpc, QpUdata.USER_INDEX.getInt(user));
        Qpc.SEND_CQN.set(in, qpc, MlxCqObject.of(request.sendCq()).number());
        Qpc.RECEIVE_CQN.set(in, qpc, MlxCqObject.of(request.recvCq()).number());
        Qpc.DOORBELL_ADDRESS.setLong(in, qpc, queue.recordBusAddress());
        describeInline(in, request, QpUdata.FLAGS.getInt(user));
        LedgerCell bound = request.bound();
        Qpc.LEDGER.setLong(in, qpc, bound == null ? 0 : bound.busAddress());
    }

    private static void describeReceives(MemorySegment in, QpRequest request, MemorySegment user) {
        int qpc = CreateQp.QPC_OFFSET;
        DriverSrq srq = request.srq();
        boolean hasNone = request.type() == QpType.XRC_INI || srq == null && QpUdata.RECEIVE_WQES.getInt(user) == 0;
        if (hasNone) {
            Qpc.RECEIVES.set(in, qpc, Qpc.RECEIVES_NONE);
        } else if (srq == null) {
            Qpc.LOG_RQ_SIZE.set(in, qpc, Integer.numberOfTrailingZeros(QpUdata.RECEIVE_WQES.getInt(user)));
            Qpc.LOG_RQ_STRIDE.set(in, qpc, QpUdata.LOG_RECEIVE_STRIDE.getInt(user) - LOG_SMALLEST_STRIDE);
        } else {
            Qpc.RECEIVES.set(in, qpc, Qpc.RECEIVES_SRQ);
            Qpc.SRQN.set(in, qpc, srq.number());
        }
    }

    /**
     * Small data travels in CQEs when user space can read it there. Responses do so only when their requests are
     * signaled.
     */
    private static void describeInline(MemorySegment in, QpRequest request, int flags) {
        int qpc = CreateQp.QPC_OFFSET;
        if ((flags & QpUdata.SCATTER_TO_CQE) == 0 || !INLINE.contains(request.type())) {
            return;
        }
        boolean large = MlxCqObject.of(request.recvCq()).cqeBytes() > Cqe.BYTES;
        Qpc.RESPONDER_INLINE.set(in, qpc, large ? Qpc.RESPONDER_INLINE_64 : Qpc.RESPONDER_INLINE_32);
        if (request.signalAll() || (flags & QpUdata.ALLOW_SCATTER_TO_CQE) != 0) {
            boolean largeAnswers = MlxCqObject.of(request.sendCq()).cqeBytes() > Cqe.BYTES;
            Qpc.REQUESTER_INLINE.set(in, qpc, largeAnswers ? Qpc.REQUESTER_INLINE_64 : Qpc.REQUESTER_INLINE_32);
        }
    }

    private static int service(QpType type) {
        return switch (type) {
            case RC -> Qpc.SERVICE_RC;
            case UC -> Qpc.SERVICE_UC;
            case UD -> Qpc.SERVICE_UD;
            case XRC_INI, XRC_TGT -> Qpc.SERVICE_XRC;
            case RAW_PACKET, DRIVER -> throw new IllegalStateException("the device offers no QPs of type " + type);
        };
    }

    /** Creates a QP without queues. */
    @Override
    public DriverQp createXrcTarget(DriverXrcd domain, Udata udata) {
        UdataSize.check(udata, QpUdata.REQUEST_BYTES, QpUdata.RESPONSE_BYTES);
        try (Command command = commands.command(CommandOpcode.CREATE_QP, CreateQp.BYTES, CommandOutput.BYTES)) {
            int qpc = CreateQp.QPC_OFFSET;
            Qpc.SERVICE.set(command.in(), qpc, Qpc.SERVICE_XRC);
            Qpc.NO_SEND_QUEUE.set(command.in(), qpc, 1);
            Qpc.RECEIVES.set(command.in(), qpc, Qpc.RECEIVES_NONE);
            Qpc.XRC_DOMAIN.set(command.in(), qpc, MlxXrcd.of(domain).number());
            Qpc.USER_INDEX.set(command.in(), qpc, QpUdata.USER_INDEX.getInt(udata.request()));
            commands.execute(command);
            MlxQpObject qp = new MlxQpObject(command.created(), null, 0);
            events.add(MlxEventDelivery.Kind.QP, qp.number(), qp);
            return qp;
        }
    }

    /**
     * {@inheritDoc} Before RTR the device is not asked: it leaves INIT by itself only when a CQ overruns, and then it
     * refuses the next transition.
     */
    @Override
    public QpState queryQpState(DriverQp qp) {
        QpState told = MlxQpObject.of(qp).told();
        boolean isBeforeRtr = told == QpState.RESET || told == QpState.INIT;
        return isBeforeRtr ? told : query(qp, QpContextFormat::state);
    }

    @Override
    public QpAttributes queryQp(DriverQp qp) {
        return query(qp, QpContextFormat::attributes);
    }

    @Override
    public SequencedMap<String, Long> statistics(DriverQp qp) {
        return query(qp, QpContextFormat::counters);
    }

    @Override
    public boolean isDraining(DriverQp qp) {
        return query(qp, QpContextFormat::isDraining);
    }

    private <T> T query(DriverQp qp, Function<MemorySegment, T> reader) {
        try (Command command = commands.command(CommandOpcode.QUERY_QP, CommandOutput.BYTES, CreateQp.BYTES)) {
            commands.execute(command.about(qp.number()));
            return reader.apply(command.out());
        }
    }

    @Override
    public void modifyQp(DriverQp modified, QpState from, QpAttributes attributes) {
        MlxQpObject qp = MlxQpObject.of(modified);
        QpState to = attributes.has(QpAttribute.STATE) ? attributes.state() : from;
        CommandOpcode opcode = QpContextFormat.opcode(from, to);
        try (Command command = commands.command(opcode, CreateQp.BYTES, CommandOutput.BYTES)) {
            QpContextFormat.write(command.in(), qp, attributes);
            commands.execute(command.about(qp.number()));
        }
        qp.told(to);
    }

    @Override
    public void destroyQp(DriverQp ended) {
        MlxQpObject qp = MlxQpObject.of(ended);
        commands.destroy(CommandOpcode.DESTROY_QP, qp.number());
        events.remove(MlxEventDelivery.Kind.QP, qp.number());
        if (qp.number() == GSI_QPN) {
            events.foreigner(-1);
        }
        MlxPinnedQueue queue = qp.queue();
        if (queue != null) {
            queue.unpin();
        }
    }

    private static boolean isPowerOfTwo(int count) {
        return count > 0 && count <= MAX_BLOCKS && Integer.bitCount(count) == 1;
    }

    private static VerbsException refused(String values) {
        return new VerbsException(MlxRule.UDATA, values);
    }
}
