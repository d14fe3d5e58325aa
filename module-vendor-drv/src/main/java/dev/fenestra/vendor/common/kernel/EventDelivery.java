package dev.fenestra.vendor.common.kernel;

import dev.fenestra.hw.sim.hca.core.CoreEvents;
import dev.fenestra.hw.sim.hca.core.HcaCore;
import dev.fenestra.hw.sim.hca.queue.Event;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.vocabulary.EventKind;
import dev.fenestra.ib.core.spi.DeviceEvents;
import dev.fenestra.ib.core.spi.DriverCq;
import dev.fenestra.ib.core.spi.EventSource;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.PortState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The driver's end of the card's events. The card only adds notes; they are read once its step has ended. */
final class EventDelivery implements CoreEvents {
    private static final int PORT = 1;

    /** The kinds of objects that events name. Each kind has its own numbers. */
    enum Kind {
        CQ,
        QP,
        SRQ
    }

    /** An event of an object. */
    private record Meaning(Kind kind, AsyncEventType type) {}

    private static final Map<EventKind, Meaning> MEANINGS = Map.of(
            EventKind.COMMUNICATION_ESTABLISHED, new Meaning(Kind.QP, AsyncEventType.COMM_EST),
            EventKind.SEND_QUEUE_DRAINED, new Meaning(Kind.QP, AsyncEventType.SQ_DRAINED),
            EventKind.CQ_ERROR, new Meaning(Kind.CQ, AsyncEventType.CQ_ERR),
            EventKind.QP_CATASTROPHIC, new Meaning(Kind.QP, AsyncEventType.QP_FATAL),
            EventKind.INVALID_REQUEST, new Meaning(Kind.QP, AsyncEventType.QP_REQ_ERR),
            EventKind.ACCESS_ERROR, new Meaning(Kind.QP, AsyncEventType.QP_ACCESS_ERR),
            EventKind.LAST_WQE, new Meaning(Kind.QP, AsyncEventType.QP_LAST_WQE_REACHED),
            EventKind.SRQ_LIMIT, new Meaning(Kind.SRQ, AsyncEventType.SRQ_LIMIT_REACHED));

    private final HcaCore core;
    private final KernelServices services;
    private final List<Map<Integer, EventSource>> objects = new ArrayList<>();
    private final Queue<Event> notes = new ConcurrentLinkedQueue<>();
    /** Whether the kernel has still to read the notes. It may never do so: see {@link #note}. */
    private final AtomicBoolean askedKernel = new AtomicBoolean();
    /** The same of the thread that drives the wire. */
    private final AtomicBoolean askedWire = new AtomicBoolean();
    /** Contexts of other programs that are open, and QP 1. */
    private final AtomicInteger foreigners = new AtomicInteger();

    private volatile PortState portState = PortState.ACTIVE;
    private volatile @Nullable DeviceEvents listener;

    EventDelivery(HcaCore core, KernelServices services) {
        this.core = core;
        this.services = services;
        while (objects.size() < Kind.values().length) {
            objects.add(new ConcurrentHashMap<>());
        }
        core.events(this);
    }

    void deliverTo(DeviceEvents events) {
        listener = events;
    }

    /** Counts a user of events that never drives the wire, or with -1 one that has gone. */
    void foreigner(int more) {
        foreigners.addAndGet(more);
    }

    /** The last state of the port that the card reported. */
    PortState portState() {
        return portState;
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
        read();
        table(kind).remove(number);
    }

    void stop() {
        core.events(null);
    }

    private Map<Integer, EventSource> table(Kind kind) {
        return objects.get(kind.ordinal());
    }

    @Override
    public void completed(int cqn) {
        note(Event.of(EventKind.COMPLETION, cqn));
    }

    @Override
    public void raised(Event event) {
        note(event);
    }

    /**
     * Foreign programs and QP 1 drive no device, so the thread that drives the wire reads for them. Where there are no
     * others, nobody runs what the kernel has deferred: it has one piece of work at most.
     */
    private void note(Event event) {
        notes.add(event);
        if (!askedKernel.getAndSet(true)) {
            services.defer(() -> read(askedKernel));
        }
        if (foreigners.get() > 0 && !askedWire.getAndSet(true)) {
            core.fabric().defer(() -> read(askedWire));
        }
    }

    private void read(AtomicBoolean asked) {
        asked.set(false);
        read();
    }

    private void read() {
        for (Event event = notes.poll(); event != null; event = notes.poll()) {
            DeviceEvents events = listener;
            if (events != null) {
                deliver(event, events);
            }
        }
    }

    private void deliver(Event event, DeviceEvents events) {
        switch (event.kind()) {
            case COMPLETION -> {
                if (table(Kind.CQ).get(event.number()) instanceof DriverCq cq) {
                    events.completed(cq);
                }
            }
            case PORT_DOWN -> port(PortState.DOWN, AsyncEventType.PORT_ERR, events);
            case PORT_ACTIVE -> port(PortState.ACTIVE, AsyncEventType.PORT_ACTIVE, events);
            case DEVICE_CATASTROPHIC -> events.raised(AsyncEventType.DEVICE_FATAL, 0);
            default -> raised(event, events);
        }
    }

    private void port(PortState now, AsyncEventType type, DeviceEvents events) {
        portState = now;
        events.raised(type, PORT);
    }

    private void raised(Event event, DeviceEvents events) {
        Meaning meaning = MEANINGS.get(event.kind());
        EventSource object = meaning == null ? null : table(meaning.kind).get(event.number());
        if (meaning != null && object != null) {
            events.raised(meaning.type, object, cause(event));
        }
    }

    /** The responder's refusal, if the event carries it. */
    private static @Nullable Refusal cause(Event event) {
        HcaRule rule = event.refusal();
        if (rule == null) {
            return null;
        }
        String access = event.kind() == EventKind.ACCESS_ERROR
                ? String.format(
                        ": rkey=%s address=0x%x length=%d",
                        MemoryKey.text(event.rkey()), event.address(), event.length())
                : "";
        return new Refusal(
                "hw-sim",
                rule.id(),
                rule.violation(),
                rule.outcome(),
                String.format("QP 0x%x%s", event.number(), access));
    }
}
