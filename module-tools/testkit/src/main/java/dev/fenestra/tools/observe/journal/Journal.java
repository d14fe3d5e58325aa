package dev.fenestra.tools.observe.journal;

import dev.fenestra.hw.sim.hca.observe.KeyEntry;
import dev.fenestra.hw.sim.hca.observe.SentPacket;
import dev.fenestra.hw.sim.hca.observe.TranslationChange;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.journal.JournalEvent.PacketSent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The events of all layers of a bench, in one order. It keeps the last ones, so a long run does not fill the memory. A
 * sink gets all of them.
 *
 * <p>The middle packets of a message are taken together: a message of a megabyte is a few events, not hundreds.
 */
public final class Journal implements AutoCloseable {
    private static final int CAPACITY = 1 << 16;

    private final LongSupplier clock;
    private final Deque<JournalEvent> last = new ArrayDeque<>();
    private final List<Consumer<JournalEvent>> sinks = new ArrayList<>();
    private final List<EventDetails> details = new CopyOnWriteArrayList<>();
    private final List<Runnable> detach = new ArrayList<>();
    private @Nullable PacketTrail trail;
    private @Nullable PacketRun run;
    private long next;

    private Journal(LongSupplier clock) {
        this.clock = clock;
    }

    /**
     * Watches every layer of every host, including contexts that are opened later. A bench has one observer at a time.
     * Hardware of a driver's own shows what its kernel and user halves do, but no packets.
     *
     * @param bench the bench
     * @return the journal
     */
    public static Journal of(TestBench bench) {
        Journal journal = new Journal(bench.clock());
        bench.hosts().forEach(journal::watch);
        return journal;
    }

    /**
     * Passes every event from now on to a sink, in order, on the thread that does the work. The sink must return at
     * once.
     *
     * @param sink receives the events
     */
    public synchronized void addSink(Consumer<JournalEvent> sink) {
        sinks.add(sink);
    }

    /**
     * Adds a listener for the details of every event from now on. Without a listener, no details are copied.
     *
     * @param listener is called right after the sinks
     */
    public void addDetails(EventDetails listener) {
        synchronized (this) {
            if (trail == null) {
                WrittenRequests written = new WrittenRequests();
                sinks.addFirst(written);
                trail = new PacketTrail(written);
            }
        }
        details.add(listener);
    }

    /** {@return the sequence number of the next event} */
    public synchronized long mark() {
        endRun();
        return next;
    }

    /**
     * The events from a mark on that are still kept.
     *
     * @param mark an earlier {@link #mark}
     * @return the events, in order
     */
    public synchronized List<JournalEvent> since(long mark) {
        endRun();
        List<JournalEvent> events = new ArrayList<>();
        var newestFirst = last.descendingIterator();
        while (newestFirst.hasNext()) {
            JournalEvent event = newestFirst.next();
            if (event.stamp().sequence() < mark) {
                break;
            }
            events.add(event);
        }
        return events.reversed();
    }

    /** Stops watching. What was noted stays. */
    @Override
    public void close() {
        detach.forEach(Runnable::run);
        detach.clear();
        synchronized (this) {
            endRun();
        }
    }

    /** {@return the sequence number of an event, which it appends} */
    synchronized long add(String host, Layer layer, Function<Stamp, JournalEvent> event) {
        endRun();
        Stamp stamp = stamp(host, layer);
        append(event.apply(stamp));
        return stamp.sequence();
    }

    /** Shows the bytes that an event is about, if somebody wants them. */
    void addBytes(long sequence, Supplier<byte[]> bytes) {
        if (!details.isEmpty()) {
            byte[] copy = bytes.get();
            details.forEach(listener -> listener.bytes(sequence, copy));
        }
    }

    /** Shows the entry of a key that has changed, if somebody wants it. */
    void addEntry(long sequence, Supplier<KeyEntry> entry) {
        if (!details.isEmpty()) {
            KeyEntry copy = entry.get();
            details.forEach(listener -> listener.entry(sequence, copy));
        }
    }

    /** Tells who made a system call, if somebody wants to know. */
    void addCaller(long sequence, String process) {
        details.forEach(listener -> listener.caller(sequence, process));
    }

    /** Shows what a call was given, if somebody wants it. */
    void addArguments(long sequence, Supplier<CallArguments> arguments) {
        if (!details.isEmpty()) {
            CallArguments given = arguments.get();
            details.forEach(listener -> listener.arguments(sequence, given));
        }
    }

    /** Shows translations that have changed, if somebody wants them. */
    void addTranslations(long sequence, Supplier<TranslationChange> change) {
        if (!details.isEmpty()) {
            TranslationChange copy = change.get();
            details.forEach(listener -> listener.translations(sequence, copy));
        }
    }

    /** Shows a packet that was sent, if somebody wants it. */
    void addSent(
            long sequence, String host, byte[] header, int headerBytes, int payloadBytes, Supplier<SentPacket> packet) {
        if (!details.isEmpty()) {
            byte[] copy = Arrays.copyOf(header, headerBytes);
            PacketDetails sent;
            synchronized (this) {
                sent = Objects.requireNonNull(trail)
                        .sent(sequence, host, copy, payloadBytes, packet.get(), clock.getAsLong());
            }
            details.forEach(listener -> listener.sent(sequence, sent));
        }
    }

    /** Says that a packet has arrived. */
    void addArrival(String host, byte[] header, int headerBytes) {
        if (!details.isEmpty()) {
            byte[] copy = Arrays.copyOf(header, headerBytes);
            PacketTrail.Arrival arrival;
            synchronized (this) {
                arrival = Objects.requireNonNull(trail).arrived(host, copy, clock.getAsLong());
            }
            details.forEach(listener -> listener.arrived(arrival.sequence(), host, copy, arrival.time()));
        }
    }

    /** {@return the sequence number of a packet, which it appends, or of the packets that it joins} */
    synchronized long addPacket(String host, byte[] header, int headerBytes, int payloadBytes) {
        if ((WireOpcode.maskOf(Bth.opcode(header, 0)) & OpcodeMask.MIDDLE) == 0) {
            byte[] copy = Arrays.copyOf(header, headerBytes);
            return add(host, Layer.HW_SIM, stamp -> new PacketSent(stamp, copy, payloadBytes));
        }
        if (run == null || !run.takes(host, header, payloadBytes)) {
            endRun();
            run = new PacketRun(stamp(host, Layer.HW_SIM), header, payloadBytes);
        }
        return run.sequence();
    }

    /**
     * Notes that a program has not kept a duty.
     *
     * @param host of the program
     * @param broken what a check has found
     */
    public void broken(String host, BrokenDuty broken) {
        add(host, Layer.UVERBS, stamp -> new JournalEvent.DutyBroken(stamp, broken));
    }

    private void watch(BenchHost host) {
        host.kernel().observe(new HostWatch(this, host.name()));
        host.simulated().ifPresent(card -> {
            card.observe(new HcaWatch(this, host.name()));
            detach.add(() -> card.observe(null));
        });
        host.onOpen(context -> {
            VerbsWatch watch = new VerbsWatch(this, host.name());
            context.addObserver(watch);
            detach.add(() -> context.removeObserver(watch));
        });
        detach.add(() -> host.kernel().observe(null));
    }

    private Stamp stamp(String host, Layer layer) {
        return new Stamp(next++, clock.getAsLong(), host, layer);
    }

    private void endRun() {
        PacketRun ended = run;
        run = null;
        if (ended != null) {
            append(ended.event());
        }
    }

    private void append(JournalEvent event) {
        if (last.size() == CAPACITY) {
            last.removeFirst();
        }
        last.addLast(event);
        sinks.forEach(sink -> sink.accept(event));
    }
}
