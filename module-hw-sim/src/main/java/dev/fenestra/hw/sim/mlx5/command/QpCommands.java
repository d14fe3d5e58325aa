package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.engine.LiveQps;
import dev.fenestra.hw.sim.hca.engine.PolledQueues;
import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.number.NumberPool;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.QpIdentity;
import dev.fenestra.hw.sim.hca.qp.QpQueues;
import dev.fenestra.hw.sim.hca.qp.SrqContext;
import dev.fenestra.hw.sim.hca.vocabulary.QpService;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.CreateQp;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.hw.sim.mlx5.queue.CqContext;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Commands that create, query and destroy QPs. {@link QpStateCommands} has those that change their state. */
final class QpCommands {
    /** No PD has this number. */
    private static final int NO_PD = 0;

    private final HcaConfig config;
    private final LiveQps qps;
    private final PolledQueues polled;
    private final DmaBus bus;
    private final Numbers numbers;
    private final SrqCommands sharedReceives;
    private final XrcDomainCommands domains;
    private final CqCommands completions;
    private int lastSerial;

    QpCommands(
            HcaConfig config,
            LiveQps qps,
            PolledQueues polled,
            DmaBus bus,
            Numbers numbers,
            SrqCommands sharedReceives,
            XrcDomainCommands domains,
            CqCommands completions) {
        this.config = config;
        this.qps = qps;
        this.polled = polled;
        this.bus = bus;
        this.numbers = numbers;
        this.sharedReceives = sharedReceives;
        this.domains = domains;
        this.completions = completions;
    }

    void register(Map<CommandOpcode, CommandHandler> handlers) {
        handlers.put(CommandOpcode.CREATE_QP, this::create);
        handlers.put(CommandOpcode.DESTROY_QP, this::destroy);
        handlers.put(CommandOpcode.QUERY_QP, this::query);
    }

    private CommandSyndrome create(CommandBuffers buffers) {
        if (buffers.inputLength() < CreateQp.BYTES) {
            return CommandSyndrome.QP_INPUT;
        }
        MemorySegment in = buffers.input();
        int qpc = CreateQp.QPC_OFFSET;
        if (Qpc.SERVICE.get(in, qpc) == Qpc.SERVICE_XRC && Qpc.NO_SEND_QUEUE.isSet(in, qpc)) {
            return createTarget(buffers);
        }
        CqContext sendCq = completions.find(Qpc.SEND_CQN.get(in, qpc));
        CqContext receiveCq = completions.find(Qpc.RECEIVE_CQN.get(in, qpc));
        if (sendCq == null || receiveCq == null) {
            return CommandSyndrome.QP_CQ;
        }
        QueuePages queues = new QueuePages(buffers);
        QpService service = QpcNumbers.service(Qpc.SERVICE.get(in, qpc));
        CommandSyndrome refusal = check(in, service, queues);
        if (refusal != CommandSyndrome.NONE || service == null) {
            return refusal;
        }
        boolean isGsi = Qpc.SERVICE.get(in, qpc) == Qpc.SERVICE_GSI;
        int number = isGsi ? numbers.takeGsi() : numbers.qps.take();
        if (number == NumberPool.NONE) {
            return CommandSyndrome.QP_LIMIT;
        }
        QpIdentity identity = new QpIdentity(number, ++lastSerial, service, Qpc.USER_INDEX.get(in, qpc));
        add(identity, in, queues, sendCq, receiveCq);
        buffers.object(number);
        return CommandSyndrome.NONE;
    }

    private void add(QpIdentity identity, MemorySegment in, QueuePages queues, CqContext sendCq, CqContext receiveCq) {
        int qpc = CreateQp.QPC_OFFSET;
        long record = Qpc.DOORBELL_ADDRESS.getLong(in, qpc);
        QpContext qp = newQp(
                identity,
                Qpc.PD.get(in, qpc),
                new QpQueues(queues.geometry(bus, record, identity.service()), sendCq, receiveCq),
                Qpc.LEDGER.getLong(in, qpc),
                SrqContext.NO_DOMAIN);
        qp.srq = sharedReceives.find(in);
        qp.receive.inlineReceive = Math.min(receiveCq.inlineRoom(), inlineReceive(Qpc.RESPONDER_INLINE.get(in, qpc)));
        qp.send.inlineAnswer = Math.min(sendCq.inlineRoom(), inlineAnswer(Qpc.REQUESTER_INLINE.get(in, qpc)));
        qps.add(qp);
        if (Qpc.POLLED.isSet(in, qpc)) {
            polled.add(qp);
        }
    }

    /** Creates an XRC target. It has no queues, no CQs and no PD: the SRQ that a request names provides them. */
    private CommandSyndrome createTarget(CommandBuffers buffers) {
        MemorySegment in = buffers.input();
        int qpc = CreateQp.QPC_OFFSET;
        int domain = Qpc.XRC_DOMAIN.get(in, qpc);
        if (!domains.isAlive(domain)) {
            return CommandSyndrome.QP_XRC_DOMAIN;
        }
        if (Qpc.RECEIVES.get(in, qpc) != Qpc.RECEIVES_NONE) {
            return CommandSyndrome.QP_XRC_RECEIVES;
        }
        int number = numbers.qps.take();
        if (number == NumberPool.NONE) {
            return CommandSyndrome.QP_LIMIT;
        }
        QpIdentity identity = new QpIdentity(number, ++lastSerial, QpService.XRC, Qpc.USER_INDEX.get(in, qpc));
        QpContext qp = newQp(identity, NO_PD, QpQueues.NONE, 0, domain);
        domains.members(domain, 1);
        qps.add(qp);
        buffers.object(number);
        return CommandSyndrome.NONE;
    }

    private static int inlineReceive(int code) {
        return switch (code) {
            case Qpc.RESPONDER_INLINE_32 -> 32;
            case Qpc.RESPONDER_INLINE_64 -> 64;
            default -> 0;
        };
    }

    private static int inlineAnswer(int code) {
        return switch (code) {
            case Qpc.REQUESTER_INLINE_32 -> 32;
            case Qpc.REQUESTER_INLINE_64 -> 64;
            default -> 0;
        };
    }

    private CommandSyndrome check(MemorySegment in, @Nullable QpService service, QueuePages queues) {
        int qpc = CreateQp.QPC_OFFSET;
        if (!numbers.pds.isAlive(Qpc.PD.get(in, qpc))) {
            return CommandSyndrome.QP_PD;
        }
        if (service == null) {
            return CommandSyndrome.QP_SERVICE;
        }
        if (service == QpService.XRC && Qpc.RECEIVES.get(in, qpc) != Qpc.RECEIVES_NONE) {
            return CommandSyndrome.QP_XRC_RECEIVES;
        }
        CommandSyndrome receives = sharedReceives.check(in);
        if (receives != CommandSyndrome.NONE) {
            return receives;
        }
        CommandSyndrome pages = queues.check(bus);
        if (pages != CommandSyndrome.NONE) {
            return pages;
        }
        if (!CommandPages.holdsRecord(bus, Qpc.DOORBELL_ADDRESS.getLong(in, qpc))) {
            return CommandSyndrome.QP_RECORD;
        }
        return RegionCreation.holdsCell(bus, Qpc.LEDGER.getLong(in, qpc))
                ? CommandSyndrome.NONE
                : CommandSyndrome.QP_LEDGER;
    }

    /**
     * Creates a QP whose queues are in a format of their own.
     *
     * @return its number, or {@link NumberPool#NONE}
     */
    int adopt(QpService service, int pd, QpQueues queues, long ledger, @Nullable SrqContext srq) {
        return adopt(numbers.pds.isAlive(pd) ? numbers.qps.take() : NumberPool.NONE, service, pd, queues, ledger, srq);
    }

    /**
     * Creates QP 1 with queues in a format of their own.
     *
     * @return 1, or {@link NumberPool#NONE}
     */
    int adoptGsi(int pd, QpQueues queues) {
        return adopt(numbers.pds.isAlive(pd) ? numbers.takeGsi() : NumberPool.NONE, QpService.UD, pd, queues, 0, null);
    }

    private int adopt(int number, QpService service, int pd, QpQueues queues, long ledger, @Nullable SrqContext srq) {
        if (number != NumberPool.NONE) {
            QpIdentity identity = new QpIdentity(number, ++lastSerial, service, 0);
            QpContext qp = newQp(identity, pd, queues, ledger, SrqContext.NO_DOMAIN);
            qp.srq = srq;
            qps.add(qp);
        }
        return number;
    }

    private QpContext newQp(QpIdentity identity, int pd, QpQueues queues, long ledger, int domain) {
        int maxDepth = 1 << config.limits().logRdAtomic();
        return new QpContext(identity, pd, queues, ledger, domain, maxDepth, config.coalescesAcks());
    }

    private CommandSyndrome query(CommandBuffers buffers) {
        QpContext qp = qps.find(buffers.object());
        if (qp == null) {
            return CommandSyndrome.QP_UNKNOWN;
        }
        if (buffers.outputLength() < CreateQp.BYTES) {
            return CommandSyndrome.QP_OUTPUT;
        }
        QpDescription.write(qp, buffers.output());
        return CommandSyndrome.NONE;
    }

    private CommandSyndrome destroy(CommandBuffers buffers) {
        QpContext qp = qps.find(buffers.object());
        if (qp == null) {
            return CommandSyndrome.QP_UNKNOWN;
        }
        if (qp.hasBoundWindows()) {
            qps.refuseHeld(qp);
            return CommandSyndrome.QP_HELD;
        }
        qps.serve(qp);
        qps.remove(qp);
        if (qp.isXrcTarget()) {
            domains.members(qp.xrcDomain, -1);
        }
        numbers.freeQp(qp.number);
        return CommandSyndrome.NONE;
    }
}
