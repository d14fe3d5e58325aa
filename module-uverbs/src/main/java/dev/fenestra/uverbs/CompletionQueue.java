package dev.fenestra.uverbs;

import dev.fenestra.ib.core.kernel.EventCounts;
import dev.fenestra.ib.core.spi.CqCursor;
import dev.fenestra.ib.core.spi.SpiRule;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcExField;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A completion queue. {@link #poll} is the primitive and allocates nothing; {@link #await} is for programs that wait
 * for one completion, and keeps the others for later.
 */
public final class CompletionQueue extends VerbsObject {
    private static final int BATCH = 16;
    private static final long NANOS_PER_MICRO = 1_000;

    private final UserCq user;
    private final @Nullable CompletionChannel channel;
    private final Set<WcExField> fields;
    private final CompletionCursor cursor;
    private final UnackedEvents completionEvents = new UnackedEvents();
    private final UnackedEvents asyncEvents = new UnackedEvents();
    private final Completions batch = new Completions(BATCH);

    /** Completions that were drained while something else was awaited, oldest first; guarded by itself. */
    private final Deque<WorkCompletion> kept = new ArrayDeque<>();

    /** Size of {@code kept}, so that a poll that need not look there takes no lock. */
    private volatile int keptSize;

    CompletionQueue(
            Context context, int handle, UserCq user, @Nullable CompletionChannel channel, Set<WcExField> fields) {
        super(context, handle);
        this.fields = fields;
        this.user = user;
        this.channel = channel;
        cursor = new CompletionCursor(this, user.cursor());
    }

    /** {@return completions it can hold, at least what was asked} */
    public int capacity() {
        return user.capacity();
    }

    /**
     * Takes completions until the block is full or the queue is empty; what the block held before is gone. When there
     * is nothing, the device gets to work once.
     *
     * @param into where the completions go; filled up to its capacity
     * @return how many were taken
     * @throws VerbsException EIO when the queue is broken
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
            context().kernel().progress();
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
     * @throws VerbsException EAGAIN when none arrives in time, EIO when the queue is broken
     */
    public Completion await(Duration timeout) {
        return await(completion -> true, timeout, "any");
    }

    /**
     * Waits for the completion of one request; others that arrive are kept for later, unless their QP is reset or
     * closed.
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
     * Gives the CQ another capacity ({@code ibv_resize_cq}); completions in it stay, also those that arrive meanwhile.
     *
     * @param cqe completions it must hold, 1 to the device's maximum, else EINVAL
     * @throws VerbsException EINVAL also when what is in the queue does not fit, EOPNOTSUPP when the provider has no
     *     resize; then
     *     nothing has changed
     */
    public void resize(int cqe) {
        checkOpen();
        context().calling("ibv_resize_cq");
        TwoHalves.commit(
                user.prepareResize(context().feasibleCqe(cqe)), udata -> resized(cqe, udata), Integer::intValue);
    }

    private int resized(int cqe, Udata udata) {
        context().kernel().cqs().resize(handle(), cqe, udata);
        return handle();
    }

    /**
     * Lets an event wait for more completions ({@code ibv_modify_cq}): until there are so many, but not longer than the
     * period. Either 0 switches that off, as it is at the start.
     *
     * @param count 0 to 65535, else EINVAL
     * @param period in microseconds on the device's clock; EINVAL beyond 65535, or what the device can
     */
    public void moderate(int count, Duration period) {
        checkOpen();
        context().calling("ibv_modify_cq");
        long micros = Math.clamp(period.toNanos() / NANOS_PER_MICRO, Integer.MIN_VALUE, Integer.MAX_VALUE);
        context().kernel().cqs().moderate(handle(), count, (int) micros);
    }

    /**
     * Asks for one event on the CQ's channel ({@code ibv_req_notify_cq}): for the next completion, or the next that is
     * solicited or has failed. A request for any completion stays until its event, also when one for solicited
     * completions follows (IBA C11-31, C11-32). On mlx5 completions that were not polled count as next, unless the last
     * event told of them. No system call.
     *
     * @param solicitedOnly whether only solicited and failed completions count
     * @throws VerbsException EOPNOTSUPP when the provider has no events
     */
    public void requestNotify(boolean solicitedOnly) {
        checkOpen();
        int errno = user.arm(solicitedOnly);
        if (errno != 0) {
            throw context().logged("uverbs", new VerbsException(Errno.of(errno), SpiRule.UNSUPPORTED, toString()));
        }
    }

    /**
     * Acknowledges events taken of this CQ ({@code ibv_ack_cq_events}); all must be before the CQ is closed.
     *
     * @param count bytes
     * @throws IllegalArgumentException for more than were taken
     */
    public void ackEvents(int count) {
        completionEvents.acknowledge(count);
    }

    /** {@return where its events go} */
    public Optional<CompletionChannel> channel() {
        return Optional.ofNullable(channel);
    }

    @Override
    String kind() {
        return "CQ";
    }

    @Override
    void destroy() {
        context().calling("ibv_destroy_cq");
        completionEvents.check(this);
        asyncEvents.check(this);
        EventCounts read = context().kernel().cqs().destroy(handle());
        completionEvents.await(read.completions());
        asyncEvents.await(read.async());
        user.destroyed();
    }

    @Override
    UnackedEvents asyncEvents() {
        return asyncEvents;
    }

    /** The program has read an event of this CQ from its channel. */
    void eventTaken() {
        completionEvents.taken();
        user.eventTaken();
    }

    UserCq user() {
        return user;
    }

    private Completion await(Predicate<WorkCompletion> wanted, Duration timeout, String what) {
        long limit = context().now() + timeout.toNanos();
        boolean expired = false;
        while (true) {
            checkOpen();
            Optional<WorkCompletion> found = take(wanted);
            if (found.isPresent()) {
                return found.get().toCompletion();
            }
            if (expired) {
                throw new VerbsException(
                        Errno.EAGAIN, VerbsRule.COMPLETION_IN_TIME, this + ", " + what + ", timeout=" + timeout);
            }
            // Another waiting thread may have moved the clock past our limit before the device saw our request, so the
            // device gets to work once more before the last look at the queue.
            expired = context().now() - limit >= 0;
            context().kernel().progressUntil(limit);
        }
    }

    /** The oldest completion that is wanted, of those kept and those in the queue now. */
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

    /** The fields beyond the usual are the cursor's to tell, so it drains a queue that has some. */
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
            observePolled(device.wrId(), WcStatus.of(device.status()));
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

    /** A QP is reset or gone: so are those of its completions that were kept. */
    void forget(int qpNumber) {
        if (keptSize > 0) {
            synchronized (kept) {
                kept.removeIf(completion -> completion.qpNumber() == qpNumber);
                keptSize = kept.size();
            }
        }
    }

    /** Whether its completions have a field beyond the usual. */
    void checkField(WcExField field) {
        if (!fields.contains(field)) {
            throw new IllegalStateException(this + " was created without " + field);
        }
    }

    void progress() {
        context().kernel().progress();
    }

    void observePolled(long wrId, WcStatus status) {
        VerbsObserver observer = context().observer();
        if (observer != null) {
            observer.polled(handle(), wrId, status.ordinal());
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
            throw context().logged("uverbs", new VerbsException(Errno.EIO, VerbsRule.CQ_ALIVE, toString()));
        }
    }

    private void observePolled(Completions block, int from) {
        VerbsObserver observer = context().observer();
        if (observer != null) {
            for (int i = from; i < block.size(); i++) {
                observer.polled(handle(), block.wrId(i), block.status(i).ordinal());
            }
        }
    }
}
