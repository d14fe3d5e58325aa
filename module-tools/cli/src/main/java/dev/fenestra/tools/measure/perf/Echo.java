package dev.fenestra.tools.measure.perf;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.uverbs.request.SendBuilder;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One message after the other, each timed by itself. */
final class Echo {
    private static final int QP = 0;
    /** Nobody looks at it: there is one message at a time. */
    private static final int[] UNCOUNTED = new int[1];

    private static final double NANOS_PER_MICRO = 1_000;
    private static final int MOST_SAMPLES = 1 << 20;
    private static final double P99 = 0.99;
    private static final double P999 = 0.999;

    private final PerfEnd one;
    private final @Nullable PerfEnd other;
    private final PerfMessages there;
    private final @Nullable PerfMessages back;
    private final LongSupplier nanos;
    private final boolean isSend;
    private final int bytes;
    private long[] samples = {};
    private long[] inOrder = {};

    /**
     * @param answering the other end, if it is in this process
     */
    Echo(PerfOptions options, PerfEnd one, Optional<PerfEnd> answering, int bytes, LongSupplier nanos) {
        this.one = one;
        this.nanos = nanos;
        this.bytes = bytes;
        isSend = options.test().isSend();
        other = answering.filter(_ -> isSend).orElse(null);
        there = new DataMessages(options, one, bytes);
        back = other == null ? null : new DataMessages(options, other, bytes);
        if (isSend) {
            one.postReceives(2, bytes);
        }
        if (other != null) {
            other.postReceives(2, bytes);
        }
    }

    /** Exchanges some without timing them. */
    void warm(long count) {
        for (long i = 0; i < count; i++) {
            exchange();
        }
    }

    /** The times of the messages, nanoseconds, in their order. */
    long[] inOrder() {
        return inOrder;
    }

    /** How many messages were timed. */
    long count() {
        return samples.length;
    }

    PerfResult.Latency measure(PerfOptions options) {
        long[] taken = new long[options.duration().isPresent() ? MOST_SAMPLES : options.iterations()];
        long until = options.duration()
                .map(duration -> nanos.getAsLong() + duration.toNanos())
                .orElse(Long.MAX_VALUE);
        int count = 0;
        long end;
        do {
            long start = nanos.getAsLong();
            exchange();
            end = nanos.getAsLong();
            taken[count++] = isSend ? (end - start) / 2 : end - start;
        } while (count < taken.length && end < until);
        inOrder = Arrays.copyOf(taken, count);
        samples = inOrder.clone();
        Arrays.sort(samples);
        return summary();
    }

    private void exchange() {
        post(one, there);
        if (other != null && back != null) {
            awaitMessage(other, bytes);
            post(other, back);
        }
        if (isSend) {
            awaitMessage(one, bytes);
        }
        if (other != null) {
            awaitCompletion(other);
        }
        awaitCompletion(one);
    }

    /** Sends one message. */
    static void post(PerfEnd from, PerfMessages message) {
        SendBuilder builder = from.builders[QP].start();
        message.add(builder, QP, 1, SendFlag.SIGNALED);
        PerfEnd.check(builder.complete());
    }

    private static void awaitMessage(PerfEnd end, int bytes) {
        end.repost(end.received.await(), bytes, UNCOUNTED);
    }

    /** Waits for the end of the message that was sent last. */
    static void awaitCompletion(PerfEnd end) {
        end.sent.await();
        PerfEnd.check(end.sent.found.status(0));
    }

    private PerfResult.Latency summary() {
        double average = Arrays.stream(samples).average().orElse(0);
        double squares = 0;
        for (long sample : samples) {
            squares += (sample - average) * (sample - average);
        }
        return new PerfResult.Latency(
                micros(0),
                micros(1),
                micros(0.5),
                average / NANOS_PER_MICRO,
                Math.sqrt(squares / samples.length) / NANOS_PER_MICRO,
                micros(P99),
                micros(P999));
    }

    private double micros(double quantile) {
        return samples[(int) Math.round(quantile * (samples.length - 1))] / NANOS_PER_MICRO;
    }
}
