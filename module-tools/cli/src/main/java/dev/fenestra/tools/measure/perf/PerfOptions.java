package dev.fenestra.tools.measure.perf;

import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The options of a measurement.
 *
 * @param sizes bytes of a message, one measurement for each
 * @param iterations messages of a measurement; ignored when there is a duration
 * @param qps QPs on each side, taken in turn
 * @param depth messages on their way per QP at most
 * @param inline messages up to that many bytes go inside the work request
 * @param duration how long each measurement takes, in place of a number of messages
 * @param warmUp how long the same runs before, for the first size; a fifth of it for the others
 * @param shape how messages are posted
 */
public record PerfOptions(
        PerfTest test,
        List<Integer> sizes,
        int iterations,
        int qps,
        int depth,
        Mtu mtu,
        int inline,
        Optional<Duration> duration,
        PerfLink link,
        PerfMode mode,
        Duration warmUp,
        PerfShape shape) {
    /** 2 bytes to 8 MiB, as perftest with {@code -a}. */
    public static final List<Integer> ALL_SIZES =
            IntStream.rangeClosed(1, 23).mapToObj(log -> 1 << log).toList();

    private static final int MOST_BYTES = 1 << 30;
    private static final int MOST_QPS = 16_384;
    private static final int MOST_DEPTH = 4_096;
    private static final int MOST_INLINE = 512;
    private static final int ATOMIC_BYTES = 8;

    /** Checks the options; {@link PerfException} when they do not fit together. */
    public PerfOptions {
        sizes = List.copyOf(sizes);
        for (int size : sizes) {
            check("a message has 1 to 2^30 bytes", size, 1, MOST_BYTES);
            if (!test.hasSizes() && size != ATOMIC_BYTES) {
                throw new PerfException("an atomic has 8 bytes, not " + size);
            }
        }
        check("there are at least one message and at most 2^30", iterations, 1, MOST_BYTES);
        check("there are 1 to " + MOST_QPS + " QPs", qps, 1, MOST_QPS);
        check("the depth is 1 to " + MOST_DEPTH, depth, 1, MOST_DEPTH);
        check("0 to " + MOST_INLINE + " bytes go inline", inline, 0, MOST_INLINE);
        shape.check(test, depth);
        checkDatagrams(sizes, mtu, link, shape);
        if (shape.byCm() && link.isOverSockets()) {
            throw new PerfException("RDMA CM connects two hosts of one fabric here: -R is for --link direct and wire");
        }
        if (link.isOverSockets() && mode == PerfMode.INLINE) {
            throw new PerfException("sockets are read by threads of their own: --link udp needs --mode agent");
        }
        if (duration.isPresent() && !duration.get().isPositive()) {
            throw new PerfException("a duration is more than 0");
        }
    }

    /** With messages posted as usual, or fewer at a time where the depth is smaller. */
    public PerfOptions(
            PerfTest test,
            List<Integer> sizes,
            int iterations,
            int qps,
            int depth,
            Mtu mtu,
            int inline,
            Optional<Duration> duration,
            PerfLink link,
            PerfMode mode,
            Duration warmUp) {
        this(test, sizes, iterations, qps, depth, mtu, inline, duration, link, mode, warmUp, usual(depth));
    }

    /** Messages posted as usual with so many on their way. */
    private static PerfShape usual(int depth) {
        PerfShape all = PerfShape.USUAL;
        return new PerfShape(
                all.service(), Math.clamp(depth, 1, all.batch()), all.bothWays(), all.byEvents(), all.byCm());
    }

    /** A datagram is one packet, and a lost one would be waited for without end. */
    private static void checkDatagrams(List<Integer> sizes, Mtu mtu, PerfLink link, PerfShape shape) {
        if (shape.service() != QpType.UD) {
            return;
        }
        for (int size : sizes) {
            check("a datagram has at most the " + mtu.bytes() + " bytes of the MTU", size, 1, mtu.bytes());
        }
        if (link.isOverSockets()) {
            throw new PerfException("sockets lose datagrams: -c UD is for --link direct and wire");
        }
    }

    /** The usual ones for a test, on a direct link, inline. */
    public static PerfOptions of(PerfTest test) {
        return new PerfOptions(
                test,
                List.of(test.defaultSize()),
                test.defaultIterations(),
                1,
                128,
                Mtu.MTU_4096,
                0,
                Optional.empty(),
                PerfLink.DIRECT,
                PerfMode.INLINE,
                Duration.ofSeconds(1));
    }

    /** Whether the limit is that of sockets, since messages travel through them. */
    boolean hasDatagramLimit() {
        return link.isOverSockets() && test != PerfTest.BIND_BW && test != PerfTest.REG_BW;
    }

    int largest() {
        return sizes.stream().mapToInt(Integer::intValue).max().orElse(1);
    }

    private static void check(String rule, int value, int least, int most) {
        if (value < least || value > most) {
            throw new PerfException(rule + ", not " + value);
        }
    }
}
