package dev.fenestra.tools.measure.perf;

import java.util.List;
import java.util.Optional;

/**
 * One measurement.
 *
 * @param bytes of a message
 * @param iterations messages
 * @param nanosPerMessage on average
 * @param bestNanosPerMessage of the best part of the measurement
 * @param limitNanosPerMessage what a bare copy of the same bytes took
 * @param latency of single messages, for a test of latency
 * @param samples of single messages in their order, nanoseconds, for a test of latency
 */
public record PerfResult(
        int bytes,
        long iterations,
        double nanosPerMessage,
        double bestNanosPerMessage,
        double limitNanosPerMessage,
        Optional<Latency> latency,
        List<Long> samples) {
    private static final double MEBI = 1 << 20;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLION = 1e6;

    /** Of single messages, microseconds. */
    public record Latency(
            double least, double most, double typical, double average, double deviation, double p99, double p999) {}

    /** MiB (2^20 bytes) per second, which perftest calls MB/sec. */
    public double bandwidth() {
        return mebibytes(nanosPerMessage);
    }

    public double bestBandwidth() {
        return mebibytes(bestNanosPerMessage);
    }

    public double limitBandwidth() {
        return mebibytes(limitNanosPerMessage);
    }

    /** Millions of messages per second. */
    public double messageRate() {
        return NANOS_PER_SECOND / nanosPerMessage / MILLION;
    }

    /** The speed as a share of the limit: 1 is as fast as a bare copy. */
    public double ofLimit() {
        return limitNanosPerMessage / nanosPerMessage;
    }

    private double mebibytes(double nanos) {
        return bytes * (NANOS_PER_SECOND / nanos) / MEBI;
    }
}
