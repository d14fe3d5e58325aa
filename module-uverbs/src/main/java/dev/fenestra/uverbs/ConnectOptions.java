package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Mtu;
import java.util.OptionalInt;

/**
 * How a QP is connected.
 *
 * @param mtu path MTU
 * @param access what peers may do through the QP, mask of {@link AccessFlag}
 * @param timeout 0..31: 4.096 us * 2^n until a request is sent again, 0 for never
 * @param retryCount 0..7 resends after a timeout or a lost packet
 * @param rnrRetry 0..6 resends to a receiver that is not ready, 7 for no end
 * @param minRnrTimer 0..31, code of the time a peer waits when this side is not ready
 * @param rdAtomic READs and atomics outstanding and served; cut to what the device can do
 * @param psn first PSN this side sends, 24 bits; empty for the one that the QP has drawn since its last RESET
 */
public record ConnectOptions(
        Mtu mtu,
        int access,
        int timeout,
        int retryCount,
        int rnrRetry,
        int minRnrTimer,
        int rdAtomic,
        OptionalInt psn) {

    /**
     * All remote access, MTU 4096, timeout 14 (67 ms), 7 retries, RNR without end, 16 READs and atomics, a PSN of the
     * QP's own.
     */
    public static final ConnectOptions DEFAULT = new ConnectOptions(
            Mtu.MTU_4096,
            AccessFlag.mask(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC),
            14,
            7,
            7,
            1,
            16,
            OptionalInt.empty());

    public ConnectOptions withMtu(Mtu newMtu) {
        return new ConnectOptions(newMtu, access, timeout, retryCount, rnrRetry, minRnrTimer, rdAtomic, psn);
    }

    public ConnectOptions withAccess(AccessFlag... flags) {
        return new ConnectOptions(
                mtu, AccessFlag.mask(flags), timeout, retryCount, rnrRetry, minRnrTimer, rdAtomic, psn);
    }

    public ConnectOptions withTimeout(int exponent) {
        return new ConnectOptions(mtu, access, exponent, retryCount, rnrRetry, minRnrTimer, rdAtomic, psn);
    }

    public ConnectOptions withRetries(int timeouts, int notReady) {
        return new ConnectOptions(mtu, access, timeout, timeouts, notReady, minRnrTimer, rdAtomic, psn);
    }

    public ConnectOptions withMinRnrTimer(int code) {
        return new ConnectOptions(mtu, access, timeout, retryCount, rnrRetry, code, rdAtomic, psn);
    }

    public ConnectOptions withRdAtomic(int depth) {
        return new ConnectOptions(mtu, access, timeout, retryCount, rnrRetry, minRnrTimer, depth, psn);
    }

    /** The peer must be told by {@link QueuePair#endpoint(ConnectOptions)}. */
    public ConnectOptions withPsn(int first) {
        return new ConnectOptions(
                mtu, access, timeout, retryCount, rnrRetry, minRnrTimer, rdAtomic, OptionalInt.of(first));
    }
}
