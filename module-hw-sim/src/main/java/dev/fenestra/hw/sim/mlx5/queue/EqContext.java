package dev.fenestra.hw.sim.mlx5.queue;

import dev.fenestra.hw.sim.hca.queue.Event;
import dev.fenestra.hw.sim.hca.queue.EventRing;
import dev.fenestra.hw.sim.hca.queue.PageFault;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.vocabulary.EventKind;
import dev.fenestra.hw.sim.mlx5.prm.Eqe;
import dev.fenestra.hw.sim.mlx5.prm.EqeOwnership;
import dev.fenestra.hw.sim.mlx5.prm.EventType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * An event queue as the device knows it. Unlike a CQ it is never overrun: an event that does not fit waits in the
 * device until software has read.
 */
public final class EqContext implements EventRing {
    private static final int INDEX_MASK = 0xffffff;

    private final int number;
    /** The types that are written here, as bits of {@link EventType}. */
    private final long events;

    private final int line;
    private final RingMemory ring;
    private final int logEntries;
    private final ArrayDeque<Event> held = new ArrayDeque<>();
    /** Entries that software has read, modulo 2^24. */
    private volatile int consumed;

    private int producer;
    /** Whether the next entry raises the interrupt. None does before software has armed the queue once. */
    private boolean armed;
    /** CQs that report here. */
    private int users;

    /**
     * Makes an empty EQ.
     *
     * @param number of the EQ
     * @param ring its pages
     * @param logEntries log2 of its entries
     * @param line interrupt line
     * @param events types that are written here, as {@link EventType#bit}
     */
    public EqContext(int number, RingMemory ring, int logEntries, int line, long events) {
        this.number = number;
        this.ring = ring;
        this.logEntries = logEntries;
        this.line = line;
        this.events = events;
    }

    /**
     * Counts CQs that report here.
     *
     * @param change 1 for one more, -1 for one less
     */
    public void used(int change) {
        users += change;
    }

    /** {@return whether a CQ reports here} */
    public boolean isUsed() {
        return users > 0;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public int line() {
        return line;
    }

    @Override
    public boolean takes(EventKind kind) {
        return (events & EventType.bit(EventNumbers.type(kind))) != 0;
    }

    @Override
    public void read(int count) {
        consumed = count;
    }

    @Override
    public void look(boolean arms) {
        armed |= arms;
        while (!held.isEmpty() && hasRoom()) {
            write(held.removeFirst());
        }
    }

    /** {@return whether software has not read all entries} */
    private boolean hasUnread() {
        return (producer - consumed & INDEX_MASK) != 0;
    }

    @Override
    public boolean takeInterrupt() {
        boolean due = armed && hasUnread();
        armed &= !due;
        return due;
    }

    @Override
    public void add(Event event) {
        if (held.isEmpty() && hasRoom()) {
            write(event);
        } else {
            held.addLast(event);
        }
    }

    @Override
    public void addCompletion(int cqn) {
        if (held.isEmpty() && hasRoom()) {
            int at = next();
            begin(at, EventKind.COMPLETION);
            Eqe.NUMBER.word(ring.segment(at), ring.offset(at), cqn);
            publish(at);
        } else {
            held.addLast(Event.of(EventKind.COMPLETION, cqn));
        }
    }

    private boolean hasRoom() {
        return (producer - consumed & INDEX_MASK) < 1 << logEntries;
    }

    private int next() {
        return (producer & (1 << logEntries) - 1) * Eqe.BYTES;
    }

    private void begin(int at, EventKind kind) {
        MemorySegment memory = ring.segment(at);
        long base = ring.offset(at);
        memory.asSlice(base, Eqe.OWNER.offset()).fill((byte) 0);
        int type = Eqe.TYPE.insert(EventNumbers.type(kind));
        Eqe.TYPE.word(memory, base, type | Eqe.SUB_TYPE.insert(EventNumbers.subType(kind)));
    }

    private void publish(int at) {
        EqeOwnership.publish(ring.segment(at), ring.offset(at), producer, logEntries);
        producer++;
    }

    private void write(Event event) {
        int at = next();
        MemorySegment memory = ring.segment(at);
        long base = ring.offset(at);
        begin(at, event.kind());
        switch (event.kind()) {
            case CQ_ERROR -> {
                Eqe.ERROR_CQN.set(memory, base, event.number());
                Eqe.ERROR_SYNDROME.set(memory, base, Eqe.CQ_OVERRUN);
            }
            case PORT_DOWN, PORT_ACTIVE -> Eqe.PORT.set(memory, base, event.number());
            case PAGE_FAULT -> write(memory, base, event.number(), event.fault());
            default -> Eqe.NUMBER.set(memory, base, event.number());
        }
        HcaRule refusal = event.refusal();
        if (refusal != null) {
            Eqe.RULE.set(memory, base, refusal.code());
            Eqe.RKEY.set(memory, base, event.rkey());
            Eqe.ADDRESS.setLong(memory, base, event.address());
            Eqe.LENGTH.set(memory, base, (int) event.length());
        }
        publish(at);
    }

    private static void write(MemorySegment memory, long base, int qpn, @Nullable PageFault fault) {
        if (fault != null) {
            Eqe.FAULT_QPN.set(memory, base, qpn);
            Eqe.FAULT_FLAGS.set(memory, base, EventNumbers.flags(fault));
            Eqe.FAULT_MORE_PAGES.set(memory, base, fault.more());
            Eqe.FAULT_TOKEN_HIGH.set(memory, base, (int) (fault.token() >>> Integer.SIZE));
            Eqe.FAULT_TOKEN_LOW.set(memory, base, (int) fault.token());
            Eqe.FAULT_PAGES.set(memory, base, fault.pages());
            Eqe.FAULT_MKEY.set(memory, base, fault.mkey());
            Eqe.FAULT_ADDRESS.setLong(memory, base, fault.address());
        }
    }
}
