package dev.fenestra.tools.pingpong;

import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.WcExField;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.uverbs.handles.CompletionChannel;
import dev.fenestra.uverbs.handles.CompletionCursor;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.CqSpec;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The CQ of one side: by polling or by events, and with the time of each receive or without. */
final class PeerCompletions implements AutoCloseable {
    private final Duration patience;
    private final int receive;
    private final Optional<CompletionChannel> channel;
    private final CompletionQueue cq;
    private final @Nullable CompletionCursor cursor;
    private final ReceiveTimes times;
    private final Completions found = new Completions(2);
    private int events;

    /** Is told of each completion. */
    @FunctionalInterface
    interface Taker {
        void take(int wrId, WcStatus status) throws PingpongException;
    }

    /**
     * @param entries of the CQ
     * @param receive the number of the requests whose times count
     */
    PeerCompletions(Context context, PingpongOptions options, int entries, int receive) throws PingpongException {
        patience = options.patience();
        this.receive = receive;
        boolean isTimed = options.rcOptions().contains(RcOption.TIMESTAMPS);
        if (isTimed && context.clock().timestampMask() == 0) {
            throw new PingpongException("The device isn't completion timestamp capable");
        }
        channel = options.useEvents() ? Optional.of(context.createCompletionChannel()) : Optional.empty();
        CqSpec spec = CqSpec.of(entries).channel(channel.orElse(null));
        cq = context.createCq(isTimed ? spec.extended(WcExField.COMPLETION_TIMESTAMP) : spec);
        cursor = isTimed ? cq.cursor() : null;
        times = new ReceiveTimes(context.clock().timestampMask());
    }

    CompletionQueue cq() {
        return cq;
    }

    /** The times between the receives, if they were asked for. */
    ReceiveTimes times() {
        return times;
    }

    /** Asks for the next completion event. */
    void arm() {
        if (channel.isPresent()) {
            cq.requestNotify(false);
        }
    }

    /** Polls once, after a completion event when they are used; {@return how many completions there were} */
    int poll(Taker taker) throws PingpongException {
        int count = take(taker);
        if (count == 0 && channel.isPresent()) {
            channel.get().awaitEvent(patience);
            events++;
            arm();
            count = take(taker);
        }
        return count;
    }

    private int take(Taker taker) throws PingpongException {
        if (cursor != null) {
            return takeOne(cursor, taker);
        }
        int count = cq.poll(found);
        for (int i = 0; i < count; i++) {
            taker.take((int) found.wrId(i), found.status(i));
        }
        return count;
    }

    private int takeOne(CompletionCursor at, Taker taker) throws PingpongException {
        int errno = at.startPoll();
        if (errno == Errno.ENOENT.code()) {
            return 0;
        }
        if (errno != 0) {
            throw new PingpongException("poll CQ failed " + errno);
        }
        int wrId = (int) at.wrId();
        WcStatus status = at.status();
        if (wrId == receive && status == WcStatus.SUCCESS) {
            times.received(at.completionTimestamp());
        }
        at.endPoll();
        taker.take(wrId, status);
        return 1;
    }

    @Override
    public void close() {
        cq.ackEvents(events);
        cq.close();
        channel.ifPresent(CompletionChannel::close);
    }
}
