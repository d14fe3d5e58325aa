package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.mlx5.card.DoorbellPage;
import dev.fenestra.hw.sim.mlx5.card.Hca;
import dev.fenestra.hw.sim.mlx5.prm.Eqe;
import dev.fenestra.hw.sim.mlx5.prm.EventType;
import dev.fenestra.ib.core.spi.DeviceEvents;
import dev.fenestra.ib.core.spi.EventSource;
import dev.fenestra.ib.core.spi.KernelBuffer;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.PortState;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * The driver's end of the device's events: one event queue for asynchronous events, and some for completions. An
 * interrupt only schedules the reading of its queue.
 */
final class MlxEventDelivery {
    /** The event queues for completions. */
    static final int VECTORS = 4;

    private static final int ASYNC_LINE = 0;
    private static final int FAULT_LINE = 1 + VECTORS;

    /** The kinds of objects that events name. Each kind has its own numbers. */
    enum Kind {
        CQ,
        QP,
        SRQ
    }

    /** An event of an object. */
    private record Meaning(Kind kind, AsyncEventType type) {}

    private static final Map<Integer, Meaning> MEANINGS = Map.of(
            EventType.COMMUNICATION_ESTABLISHED, new Meaning(Kind.QP, AsyncEventType.COMM_EST),
            EventType.SEND_QUEUE_DRAINED, new Meaning(Kind.QP, AsyncEventType.SQ_DRAINED),
            EventType.CQ_ERROR, new Meaning(Kind.CQ, AsyncEventType.CQ_ERR),
            EventType.WQ_CATASTROPHIC, new Meaning(Kind.QP, AsyncEventType.QP_FATAL),
            EventType.WQ_INVALID_REQUEST, new Meaning(Kind.QP, AsyncEventType.QP_REQ_ERR),
            EventType.WQ_ACCESS_ERROR, new Meaning(Kind.QP, AsyncEventType.QP_ACCESS_ERR),
            EventType.SRQ_CATASTROPHIC, new Meaning(Kind.SRQ, AsyncEventType.SRQ_ERR),
            EventType.LAST_WQE, new Meaning(Kind.QP, AsyncEventType.QP_LAST_WQE_REACHED),
            EventType.SRQ_LIMIT, new Meaning(Kind.SRQ, AsyncEventType.SRQ_LIMIT_REACHED));

    private final Hca hca;
    private final CommandQueue commands;
    private final KernelServices services;
    /** The objects by kind and number. */
    private final List<Map<Integer, EventSource>> objects = new ArrayList<>();

    /** The event queues by interrupt line. */
    private final List<MlxEq> queues = new ArrayList<>();

    /** By interrupt line: whether the kernel has still to read its queue. It may never do so: {@link #interrupt}. */
    private final AtomicIntegerArray askedKernel = new AtomicIntegerArray(1 + FAULT_LINE);
    /** The same of the thread that drives the wire. */
    private final AtomicIntegerArray askedWire = new AtomicIntegerArray(1 + FAULT_LINE);
    /** Contexts of other programs that are open, and QP 1. */
    private final AtomicInteger foreigners = new AtomicInteger();

    private volatile PortState portState = PortState.ACTIVE;
    private volatile @Nullable FaultQueue faults;
    private volatile @Nullable DeviceEvents listener;

    private MlxEventDelivery(Hca hca, CommandQueue commands, KernelServices services) {
        this.hca = hca;
        this.commands = commands;
        this.services = services;
        while (objects.size() < Kind.values().length) {
            objects.add(new ConcurrentHashMap<>());
        }
    }

    /** Creates the event queues and takes the interrupts. */
    static MlxEventDelivery start(Hca hca, CommandQueue commands, KernelServices services) {
        MlxEventDelivery delivery = new MlxEventDelivery(hca, commands, services);
        DoorbellPage doorbells = hca.doorbellPage();
        long async = EventType.bit(EventType.PORT_CHANGE) | EventType.bit(EventType.INTERNAL);
        for (int type : MEANINGS.keySet()) {
            async |= EventType.bit(type);
        }
        delivery.queues.add(MlxEq.create(commands, services, doorbells, ASYNC_LINE, async));
        for (int line = 1; line <= VECTORS; line++) {
            delivery.queues.add(MlxEq.create(commands, services, doorbells, line, 0));
        }
        hca.interrupts(delivery::interrupt);
        return delivery;
    }

    /** The queue of page faults. */
    private record FaultQueue(MlxEq queue, MlxEq.Handler handler) {
        void read() {
            queue.read(handler);
        }
    }

    /**
     * Sets the handler of page faults. The thread that drives the wire runs it, since no thread of this host may run.
     */
    void serveFaults(MlxEq.Handler handler) {
        long events = EventType.bit(EventType.PAGE_FAULT);
        MlxEq queue = MlxEq.create(commands, services, hca.doorbellPage(), FAULT_LINE, events);
        faults = new FaultQueue(queue, handler);
    }

    void deliverTo(DeviceEvents events) {
        listener = events;
    }

    /** Counts a user of events that never drives the wire, or with -1 one that has gone. */
    void foreigner(int more) {
        foreigners.addAndGet(more);
    }

    /** The last state of the port that the device reported. */
    PortState portState() {
        return portState;
    }

    /** The number of the event queue for a completion vector. */
    int queueOf(int vector) {
        return queues.get(1 + vector).number();
    }

    /** Adds an object that events may name. */
    void add(Kind kind, int number, EventSource object) {
        table(kind).put(number, object);
    }

    /**
     * Removes a destroyed object. It first delivers the events that came before, since another object may soon have the
     * number.
     */
    void remove(Kind kind, int number) {
        queues.forEach(queue -> queue.read(this::handle));
        table(kind).remove(number);
    }

    /** Takes the event queues away from the device. */
    void stop() {
        hca.interrupts(null);
        List<MlxEq> all = new ArrayList<>(queues);
        FaultQueue ofFaults = faults;
        if (ofFaults != null) {
            faults = null;
            all.add(ofFaults.queue);
        }
        for (MlxEq queue : all) {
            try {
                queue.destroy(commands, services);
            } catch (VerbsException held) {
                // The event queue stays, since the CQ could not be destroyed and still reports there.
                services.refused(new Refusal(
                        "driver",
                        held.rule().id(),
                        held.rule().violation(),
                        held.errno().name(),
                        held.values()));
            }
        }
    }

    private Map<Integer, EventSource> table(Kind kind) {
        return objects.get(kind.ordinal());
    }

    /**
     * The device calls this in the middle of a step. Foreign programs and QP 1 drive no device, so the thread that
     * drives the wire reads for them. Where there are no others, nobody runs what the kernel has deferred: it has one
     * piece of work for each line at most.
     */
    private void interrupt(int line) {
        if (line == FAULT_LINE) {
            if (askedWire.getAndSet(line, 1) == 0) {
                hca.fabric().defer(this::readFaults);
            }
            return;
        }
        if (askedKernel.getAndSet(line, 1) == 0) {
            services.defer(() -> readEvents(askedKernel, line));
        }
        if (foreigners.get() > 0 && askedWire.getAndSet(line, 1) == 0) {
            hca.fabric().defer(() -> readEvents(askedWire, line));
        }
    }

    private void readEvents(AtomicIntegerArray asked, int line) {
        asked.set(line, 0);
        queues.get(line).read(this::handle);
    }

    private void readFaults() {
        askedWire.set(FAULT_LINE, 0);
        FaultQueue ofFaults = faults;
        if (ofFaults != null) {
            ofFaults.read();
        }
    }

    private void handle(KernelBuffer page, long entry) {
        DeviceEvents events = listener;
        if (events == null) {
            return;
        }
        int type = Eqe.TYPE.get(page.segment(), entry);
        int number = Eqe.NUMBER.get(page.segment(), entry);
        switch (type) {
            case EventType.COMPLETION -> {
                if (table(Kind.CQ).get(number) instanceof MlxCqObject cq) {
                    events.completed(cq);
                }
            }
            case EventType.PORT_CHANGE -> portChanged(page, entry, events);
            case EventType.INTERNAL -> events.raised(AsyncEventType.DEVICE_FATAL, 0);
            default ->
                raised(
                        type,
                        type == EventType.CQ_ERROR ? Eqe.ERROR_CQN.get(page.segment(), entry) : number,
                        page,
                        entry,
                        events);
        }
    }

    private void raised(int type, int number, KernelBuffer page, long entry, DeviceEvents events) {
        Meaning meaning = MEANINGS.get(type);
        EventSource object = meaning == null ? null : table(meaning.kind).get(number);
        if (meaning != null && object != null) {
            events.raised(meaning.type, object, cause(number, page, entry));
        }
    }

    private void portChanged(KernelBuffer page, long entry, DeviceEvents events) {
        int port = Eqe.PORT.get(page.segment(), entry);
        switch (Eqe.SUB_TYPE.get(page.segment(), entry)) {
            case EventType.PORT_DOWN -> {
                portState = PortState.DOWN;
                events.raised(AsyncEventType.PORT_ERR, port);
            }
            case EventType.PORT_ACTIVE -> {
                portState = PortState.ACTIVE;
                events.raised(AsyncEventType.PORT_ACTIVE, port);
            }
            default -> {
                // Verbs have no events for other changes.
            }
        }
    }

    /** The responder's refusal, if the event carries it. */
    private static @Nullable Refusal cause(int qpn, KernelBuffer page, long entry) {
        HcaRule rule = HcaRule.of(Eqe.RULE.get(page.segment(), entry)).orElse(null);
        if (rule == null) {
            return null;
        }
        String access = Eqe.TYPE.get(page.segment(), entry) == EventType.WQ_ACCESS_ERROR
                ? String.format(
                        ": rkey=%s address=0x%x length=%d",
                        MemoryKey.text(Eqe.RKEY.get(page.segment(), entry)),
                        Eqe.ADDRESS.getLong(page.segment(), entry),
                        Eqe.LENGTH.getLong(page.segment(), entry))
                : "";
        return new Refusal(
                "hw-sim", rule.id(), rule.violation(), rule.outcome(), String.format("QP 0x%x%s", qpn, access));
    }
}
