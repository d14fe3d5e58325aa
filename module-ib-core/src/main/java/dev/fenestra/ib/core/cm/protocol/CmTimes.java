package dev.fenestra.ib.core.cm.protocol;

/**
 * How long messages wait. Times are exponents: 4.096 us * 2^n.
 *
 * @param responseTimeout within what time an end answers
 * @param packetLifeTime how long a packet may be under way
 * @param serviceTimeout how long an answer takes of which MRA tells
 * @param maxRetries how often a message is sent again, 0 to 15
 */
public record CmTimes(int responseTimeout, int packetLifeTime, int serviceTimeout, int maxRetries) {
    /** Those of Linux: 4.3 s for an answer, 15 retries (core/cma.c). */
    public static final CmTimes LINUX = new CmTimes(20, 16, 24, 15);

    private static final long UNIT = 4096;

    /** {@return a time in nanoseconds} */
    static long nanos(int exponent) {
        return UNIT << exponent;
    }

    /** {@return how long a message waits for its answer, nanoseconds} */
    long retryAfter(int peerResponseTimeout) {
        return 2 * nanos(packetLifeTime) + nanos(peerResponseTimeout);
    }

    /** {@return the wait for an ACK that a QP should have} */
    int ackTimeout() {
        return packetLifeTime + 1;
    }
}
