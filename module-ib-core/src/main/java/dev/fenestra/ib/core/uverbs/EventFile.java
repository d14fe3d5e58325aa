package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.abi.uverbs.EventLayouts.AsyncEvent;
import dev.fenestra.ib.core.kernel.inspection.Awaited;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The file from which a process reads events: a completion channel, or the asynchronous events of a context. Its
 * records go to a port as they come. When an object is destroyed, its unread records are taken back, so the process
 * acknowledges exactly what it has read.
 */
public final class EventFile implements Awaited {
    private final int recordBytes;
    private final int channel;
    private final Supplier<byte @Nullable []> source;
    private final BooleanSupplier hasUnread;
    /** Read from the kernel, but not sent. */
    private final Deque<byte[]> waiting = new ArrayDeque<>();

    private final SentEvents sent = new SentEvents();

    private final Consumer<EventFile> gone;
    private volatile @Nullable EventPort port;
    /** The port had no room for the last record. */
    private volatile boolean isFull;

    /** CQs that have this channel. */
    private int users;

    private boolean isReleased;
    private boolean isGone;

    /**
     * @param recordBytes of each record; the first 8 name the object
     * @param channel handle of a completion channel, or 0
     * @param source reads an event from the kernel; null when there is none
     * @param hasUnread whether the source has an event; any thread may ask
     * @param gone is called once, when no process has the file and no CQ has the channel any more
     */
    EventFile(
            int recordBytes,
            int channel,
            Supplier<byte @Nullable []> source,
            BooleanSupplier hasUnread,
            Consumer<EventFile> gone) {
        this.recordBytes = recordBytes;
        this.channel = channel;
        this.source = source;
        this.hasUnread = hasUnread;
        this.gone = gone;
    }

    /** Handle of the completion channel, or 0. */
    int channel() {
        return channel;
    }

    /**
     * Says where records go from now on.
     *
     * @param newPort carries them to the process
     */
    public synchronized void connect(EventPort newPort) {
        port = newPort;
        pump();
    }

    /** Notes that no process has a descriptor of the file any more. What it has not read is lost. */
    public void release() {
        synchronized (this) {
            isReleased = true;
            port = null;
            waiting.clear();
        }
        endIfUnused();
    }

    /** Notes that a CQ gets this channel. */
    synchronized void take() {
        users++;
    }

    /** Notes that a CQ has given this channel back. */
    void giveBack() {
        synchronized (this) {
            users--;
        }
        endIfUnused();
    }

    private void endIfUnused() {
        boolean ends;
        synchronized (this) {
            ends = isReleased && users == 0 && !isGone;
            isGone |= ends;
        }
        if (ends) {
            gone.accept(this);
        }
    }

    /**
     * Sends the records that have come.
     *
     * @return false when the port has no room; then call it again
     */
    public synchronized boolean pump() {
        EventPort open = port;
        if (open == null) {
            return true;
        }
        byte[] record = next();
        while (record != null) {
            if (!open.send(record)) {
                waiting.addFirst(record);
                isFull = true;
                return false;
            }
            sent.count(nameOf(record), 1);
            record = next();
        }
        isFull = false;
        return true;
    }

    @Override
    public String object() {
        return channel == 0 ? "asynchronous events" : "completion channel " + channel;
    }

    @Override
    public String what() {
        return "for an event that the kernel has";
    }

    @Override
    public String debtor() {
        return "the thread that drives";
    }

    /** Whether the kernel has an event that should have gone to the port, which has room for it. */
    @Override
    public boolean isHere() {
        return port != null && !isFull && hasUnread.getAsBoolean();
    }

    /** Takes a record in, to be sent by {@link #pump}. */
    synchronized void add(byte[] record) {
        if (!isReleased) {
            waiting.addLast(record);
        }
    }

    private byte @Nullable [] next() {
        byte[] first = waiting.pollFirst();
        return first == null ? source.get() : first;
    }

    /**
     * Takes the unread records of an object back.
     *
     * @param object as records name it
     * @param read how many the kernel counts as read
     * @return how many of them the process has read, which it must acknowledge
     */
    synchronized int forget(long object, int read) {
        EventPort open = port;
        byte[] unread = open == null ? new byte[0] : open.recall();
        Deque<byte[]> kept = new ArrayDeque<>();
        for (int at = 0; at + recordBytes <= unread.length; at += recordBytes) {
            byte[] record = new byte[recordBytes];
            System.arraycopy(unread, at, record, 0, recordBytes);
            kept.add(record);
            sent.count(nameOf(record), -1);
        }
        kept.addAll(waiting);
        int all = kept.size();
        kept.removeIf(record -> nameOf(record) == object);
        waiting.clear();
        waiting.addAll(kept);
        pump();
        int told = read - (all - kept.size());
        sent.settle(object, told);
        return told;
    }

    /** The name of the object. Records of both kinds begin with it. */
    private static long nameOf(byte[] record) {
        return AsyncEvent.ELEMENT.get(MemorySegment.ofArray(record));
    }

    /** {@return what the process must acknowledge and never got, of objects that are destroyed} */
    public List<Awaited> missing() {
        return sent.missing();
    }
}
