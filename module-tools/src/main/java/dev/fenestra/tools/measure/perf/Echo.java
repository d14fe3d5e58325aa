package dev.fenestra.tools.measure.perf;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.uverbs.SendBuilder;
import java.util.Arrays;
import java.util.function.LongSupplier;

/** One message after the other, each timed by itself. */
final class Echo {
    private static final int QP = 0;
    private static final double NANOS_PER_MICRO = 1_000;
    private static final int MOST_SAMPLES = 1 << 20;
    private static final double P99 = 0.99;
    private static final double P999 = 0.999;

    private final PerfEnd one;
    private final PerfEnd other;
    private final Messages there;
    private final Messages back;
    private final LongSupplier nanos;
    private final boolean isSend;
    private final int bytes;
    private long[] samples = {};
    private long[] inOrder = {};

    Echo(PerfOptions options, PerfEnd one, PerfEnd other, int bytes, LongSupplier nanos) {
        this.one = one;
        this.other = other;
        this.nanos = nanos;
        this.bytes = bytes;
        isSend = options.test().isSend();
        there = new DataMessages(options.test(), one, other, bytes, Perf.isInline(options, bytes));
        back = new DataMessages(options.test(), other, one, bytes, Perf.isInline(options, bytes));
        for (int i = 0; isSend && i < 2; i++) {
            one.postRecv(QP, bytes);
            other.postRecv(QP, bytes);
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
        if (isSend) {
            awaitMessage(other);
            post(other, back);
            awaitMessage(one);
            awaitCompletion(other);
        }
        awaitCompletion(one);
    }

    private static void post(PerfEnd from, Messages message) {
        SendBuilder builder = from.builders[QP].start();
        message.add(builder, QP, 1, SendFlag.SIGNALED);
        PerfEnd.check(builder.complete());
    }

    private void awaitMessage(PerfEnd end) {
        int found = 0;
        while (found == 0) {
            found = end.receive(bytes);
        }
    }

    private static void awaitCompletion(PerfEnd end) {
        int found = 0;
        while (found == 0) {
            found = end.sendCq.poll(end.sent);
        }
        PerfEnd.check(end.sent.status(0));
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
