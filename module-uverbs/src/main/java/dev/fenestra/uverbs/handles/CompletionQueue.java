package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.kernel.EventCounts;
import dev.fenestra.ib.core.spi.CqCursor;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.SpiRule;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcExField;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.VerbsObserver;
import dev.fenestra.uverbs.VerbsRule;
import dev.fenestra.uverbs.device.EventWait;
import dev.fenestra.uverbs.device.NextEvent;
import dev.fenestra.uverbs.device.OpenDevice;
import dev.fenestra.uverbs.device.UnackedEvents;
import dev.fenestra.uverbs.device.Unfinished;
import dev.fenestra.uverbs.device.VerbArguments;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A completion queue. {@link #poll} is the primitive and allocates nothing. {@link #await} waits for one completion and
 * keeps the others for later polls.
 */
public final class CompletionQueue extends VerbsObject {
    private static final int BATCH = 16;
    private static final long NANOS_PER_MICRO = 1_000;

    private final OpenDevice device;
    private final UserCq user;
    private final @Nullable CompletionChannel channel;
    private final Set<WcExField> fields;
    private final CompletionCursor cursor;
    private final UnackedEvents completionEvents = new UnackedEvents();
    private final UnackedEvents asyncEvents = new UnackedEvents();
    private final Completions batch = new Completions(BATCH);
    private final Supplier<String> unfinished;

    /** Completions that an await has drained and not wanted, oldest first. The list is its own lock. */
    private final Deque<WorkCompletion> kept = new ArrayDeque<>();

    /** The size of {@code kept}. A poll takes the lock only when this is not 0. */
    private volatile int keptSize;

    CompletionQueue(OpenDevice device, int handle, UserCq user, CqSpec spec) {
        super(device, "CQ", handle);
        this.device = device;
        this.user = user;
        channel = spec.channel();
        fields = spec.fields();
        unfinished = () -> name() + ": " + Unfinished.of(device, this);
        cursor = new CompletionCursor(this, user.cursor(), new DeviceClock(device));
    }

    /** {@return how many completions it can hold, at least as many as the program asked for} */
    public int capacity() {
        return user.capacity();
    }

    /**
     * Takes completions until the block is full or the queue is empty, and overwrites what the block held. When there
     * are none, the device gets one turn.
     *
     * @param into receives the completions, up to its capacity
     * @return how many were taken
     * @throws VerbsException EIO when the queue is broken; after an empty poll EINTR when the thread is interrupted,
     *     which it stays, and EAGAIN when no later poll can find anything either: on a virtual clock that only this
     *     thread moves, nothing is in flight and nothing has happened for 131,072 polls
     */
    public int poll(Completions into) {
        checkOpen();
        into.clear();
        if (keptSize > 0) {
            takeKept(into);
        }
        int fromKept = into.size();
        if (!into.isFull()) {
            pollDevice(into);
        }
        if (into.size() == 0) {
            emptyPoll();
        } else {
            observePolled(into, fromKept);
        }
        return into.size();
    }

    /**
     * Waits for the next completion.
     *
     * @param timeout on the device's clock
     * @return the completion, successful or failed
     * @throws VerbsException EAGAIN when none arrives in time: the message says what is in flight; EINTR when the
     *     thread is interrupted, EIO when the queue is broken
     */
    public Completion await(Duration timeout) {
        return await(completion -> true, timeout, "any");
    }

    /**
     * Waits for the completion of one request. Other completions that arrive are kept for later polls, unless their QP
     * is reset or closed.
     *
     * @param wrId the number that the completion of the request carries
     * @param timeout on the device's clock
     * @return the completion, successful or failed
     */
    public Completion await(long wrId, Duration timeout) {
        return await(completion -> completion.wrId() == wrId, timeout, "wrId=" + wrId);
    }

    /** {@return the way to poll field by field; always the same object} */
    public CompletionCursor cursor() {
        return cursor;
    }

    /**
     * Changes the capacity of the CQ ({@code ibv_resize_cq}). Completions in it stay, and so do those that arrive
     * meanwhile.
     *
     * @param cqe completions that it must hold, 1 to the device's maximum, else EINVAL
     * @throws VerbsException EINVAL also when the completions in the queue do not fit, EOPNOTSUPP when the provider has
     *     no resize; then nothing has changed
     */
    public void resize(int cqe) {
        checkOpen();
        device.calling("ibv_resize_cq", () -> VerbArguments.object(handle()).with("cqe", cqe));
        Pending<?> pending = user.prepareResize(FeasibleCapacity.of(cqe, device.attributes()));
        pending.complete(pending.during(udata -> resized(cqe, udata)));
    }

    private int resized(int cqe, Udata udata) {
        device.kernel().cqs().resize(handle(), cqe, udata);
        return handle();
    }

    /**
     * Moderates events ({@code ibv_modify_cq}): an event waits until there are that many completions, but no longer
     * than the period. A 0 in either argument switches moderation off, which is the initial state.
     *
     * @param count completions, 0 to 65535, else EINVAL
     * @param period microseconds on the device's clock, 0 to 65535 or the device's maximum, else EINVAL
     */
    public void moderate(int count, Duration period) {
        checkOpen();
        device.calling("ibv_modify_cq", () -> VerbArguments.object(handle()).with("cq_count", count));
        long micros = Math.clamp(period.toNanos() / NANOS_PER_MICRO, Integer.MIN_VALUE, Integer.MAX_VALUE);
        device.kernel().cqs().moderate(handle(), count, (int) micros);
    }

    /**
     * Arms the CQ ({@code ibv_req_notify_cq}): one event goes to its channel, for the next completion or for the next
     * one that is solicited or failed. An arm for any completion stays until its event, even when an arm for solicited
     * completions follows (IBA C11-31, C11-32). On mlx5, a completion that was not polled yet counts as the next one,
     * unless the last event was for it. No system call.
     *
     * @param solicitedOnly whether only solicited and failed completions count
     * @throws VerbsException EOPNOTSUPP when the provider has no events
     */
    public void requestNotify(boolean solicitedOnly) {
        checkOpen();
        int errno = user.arm(solicitedOnly);
        if (errno != 0) {
            throw device.logged("uverbs", new VerbsException(SpiRule.UNSUPPORTED, name()));
        }
        for (VerbsObserver observer : device.observers()) {
            observer.armed(handle());
        }
    }

    /**
     * Acknowledges taken events of this CQ ({@code ibv_ack_cq_events}). Its close needs all of them acknowledged.
     *
     * @param count number of events
     * @throws IllegalArgumentException for more events than were taken
     */
    public void ackEvents(int count) {
        completionEvents.acknowledge(count);
        for (VerbsObserver observer : device.observers()) {
            observer.eventsAcknowledged(handle(), count);
        }
    }

    /** {@return the channel of its events} */
    public Optional<CompletionChannel> channel() {
        return Optional.ofNullable(channel);
    }

    @Override
    protected String details() {
        return "capacity=" + capacity();
    }

    @Override
    protected void destroy() {
        device.calling("ibv_destroy_cq", this);
        completionEvents.check(device, this);
        asyncEvents.check(device, this);
        EventCounts read = device.kernel().cqs().destroy(handle());
        completionEvents.await(this, read.completions());
        asyncEvents.await(this, read.async());
        user.destroyed();
    }

    UnackedEvents asyncEvents() {
        return asyncEvents;
    }

    /** Notes that the program has read an event of this CQ from its channel. */
    void eventTaken() {
        completionEvents.taken();
        user.eventTaken();
        for (VerbsObserver observer : device.observers()) {
            observer.eventTaken(handle());
        }
    }

    UserCq user() {
        return user;
    }

    private Completion await(Predicate<WorkCompletion> wanted, Duration timeout, String what) {
        return EventWait.await(
                        device,
                        timeout,
                        () -> true,
                        () -> {
                            checkOpen();
                            return take(wanted);
                        },
                        new NextEvent(
                                () -> name() + ", " + what,
                                "for a completion",
                                VerbsRule.COMPLETION_IN_TIME,
                                () -> false,
                                () -> Unfinished.of(device, this)))
                .toCompletion(device);
    }

    /** The oldest completion that matches, among those kept and those in the queue. */
    private Optional<WorkCompletion> take(Predicate<WorkCompletion> wanted) {
        synchronized (kept) {
            drain();
            Iterator<WorkCompletion> completions = kept.iterator();
            while (completions.hasNext()) {
                WorkCompletion completion = completions.next();
                if (wanted.test(completion)) {
                    completions.remove();
                    keptSize = kept.size();
                    return Optional.of(completion);
                }
            }
            return Optional.empty();
        }
    }

    /** Only the cursor reads extended fields. So the cursor drains a queue that has them. */
    private void drain() {
        CqCursor device = user.cursor();
        if (fields.isEmpty() || device == null) {
            drainBlocks();
        } else {
            drain(device);
        }
        keptSize = kept.size();
    }

    private void drain(CqCursor device) {
        int errno = device.startPoll();
        boolean started = errno == 0;
        while (errno == 0) {
            kept.addLast(WorkCompletion.of(device));
            observePolled(device);
            errno = device.nextPoll();
        }
        if (started) {
            device.endPoll();
        }
        checkAlive(errno != Errno.EIO.code());
    }

    private void drainBlocks() {
        do {
            batch.clear();
            pollDevice(batch);
            for (int i = 0; i < batch.size(); i++) {
                kept.addLast(WorkCompletion.of(batch, i));
            }
            observePolled(batch, 0);
        } while (batch.isFull());
    }

    /** The oldest completion that was kept, or null. */
    @Nullable
    WorkCompletion takeKept() {
        if (keptSize == 0) {
            return null;
        }
        synchronized (kept) {
            WorkCompletion oldest = kept.pollFirst();
            keptSize = kept.size();
            return oldest;
        }
    }

    /** Drops the kept completions of a QP that is reset or closed. */
    void forget(int qpNumber) {
        if (keptSize > 0) {
            synchronized (kept) {
                kept.removeIf(completion -> completion.qpNumber() == qpNumber);
                keptSize = kept.size();
            }
        }
    }

    /** Whether its completions have an extended field. */
    void checkField(WcExField field) {
        if (!fields.contains(field)) {
            throw new IllegalStateException(name() + " was created without " + field);
        }
    }

    /** After an empty poll: the device gets a turn, unless nobody can want it any more. */
    void emptyPoll() {
        for (VerbsObserver observer : device.observers()) {
            observer.polledEmpty(handle());
        }
        device.emptyPoll(unfinished);
    }

    private void observePolled(CqCursor at) {
        boolean failed = at.status() != 0;
        observePolled(
                at.qpNumber(),
                at.wrId(),
                at.status(),
                failed ? VerbsObserver.NO_OPCODE : at.opcode(),
                failed ? 0 : at.byteLength());
    }

    /** Tells the observer of a completion that was taken. A failure has neither opcode nor length. */
    void observePolled(int qpNumber, long wrId, int status, int opcode, int byteLength) {
        for (VerbsObserver observer : device.observers()) {
            observer.polled(handle(), qpNumber, wrId, status, opcode, byteLength);
        }
    }

    private void takeKept(Completions into) {
        synchronized (kept) {
            while (!into.isFull() && !kept.isEmpty()) {
                kept.removeFirst().addTo(into);
            }
            keptSize = kept.size();
        }
    }

    private void pollDevice(Completions into) {
        checkAlive(user.poll(into) >= 0);
    }

    private void checkAlive(boolean alive) {
        if (!alive) {
            String cause = device.kernel()
                    .lastRefusal(it -> it.outcome().contains(AsyncEventType.CQ_ERR.name()))
                    .map(it -> ": " + it.reason())
                    .orElse("");
            throw device.logged("uverbs", new VerbsException(VerbsRule.CQ_ALIVE, name() + cause));
        }
    }

    private void observePolled(Completions block, int from) {
        if (device.observers().length == 0) {
            return;
        }
        for (int i = from; i < block.size(); i++) {
            int status = block.status(i).code();
            boolean failed = status != 0;
            observePolled(
                    block.qpNumber(i),
                    block.wrId(i),
                    status,
                    failed ? VerbsObserver.NO_OPCODE : block.opcode(i),
                    failed ? 0 : block.byteLength(i));
        }
    }
}
