package dev.fenestra.uverbs.handles;

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
 * @param rdAtomic READs and atomics outstanding in each direction; cut to the device's maximum
 * @param psn first PSN that this side sends, 24 bits; empty for the PSN that the QP chose at its last RESET
 * @param gidIndex of the own GID that packets leave by and arrive at
 */
public record ConnectOptions(
        Mtu mtu,
        int access,
        int timeout,
        int retryCount,
        int rnrRetry,
        int minRnrTimer,
        int rdAtomic,
        OptionalInt psn,
        int gidIndex) {

    /**
     * All remote access, MTU 4096, timeout 14 (67 ms), 7 retries, RNR retries without end, 16 READs and atomics, and
     * the PSN that the QP chose.
     */
    public static final ConnectOptions DEFAULT = new ConnectOptions(
            Mtu.MTU_4096,
            AccessFlag.mask(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC),
            14,
            7,
            7,
            1,
            16,
            OptionalInt.empty(),
            0);

    /**
     * {@return such options with this path MTU}
     *
     * @param newMtu payload of a packet, at most that of the port
     */
    public ConnectOptions withMtu(Mtu newMtu) {
        return new ConnectOptions(newMtu, access, timeout, retryCount, rnrRetry, minRnrTimer, rdAtomic, psn, gidIndex);
    }

    /**
     * {@return such options with these rights of the peer on this QP}
     *
     * @param flags REMOTE_WRITE, REMOTE_READ, REMOTE_ATOMIC, FLUSH_GLOBAL, FLUSH_PERSISTENT
     */
    public ConnectOptions withAccess(AccessFlag... flags) {
        return new ConnectOptions(
                mtu, AccessFlag.mask(flags), timeout, retryCount, rnrRetry, minRnrTimer, rdAtomic, psn, gidIndex);
    }

    /**
     * {@return such options with this time until a request is sent again}
     *
     * @param exponent 4.096 us * 2^n, 1 to 31; 0 waits for ever
     */
    public ConnectOptions withTimeout(int exponent) {
        return new ConnectOptions(mtu, access, exponent, retryCount, rnrRetry, minRnrTimer, rdAtomic, psn, gidIndex);
    }

    /**
     * {@return such options with these numbers of retries}
     *
     * @param timeouts {@code retry_cnt}, 0 to 7
     * @param notReady {@code rnr_retry}, 0 to 6; 7 retries for ever
     */
    public ConnectOptions withRetries(int timeouts, int notReady) {
        return new ConnectOptions(mtu, access, timeout, timeouts, notReady, minRnrTimer, rdAtomic, psn, gidIndex);
    }

    /**
     * {@return such options with this delay, after which a peer sends again to a receiver that was not ready}
     *
     * @param code of the RNR NAK timer, 0 to 31 (IBA table 45)
     */
    public ConnectOptions withMinRnrTimer(int code) {
        return new ConnectOptions(mtu, access, timeout, retryCount, rnrRetry, code, rdAtomic, psn, gidIndex);
    }

    /**
     * {@return such options with this depth of READs and atomics, in both directions}
     *
     * @param depth cut to what the device offers
     */
    public ConnectOptions withRdAtomic(int depth) {
        return new ConnectOptions(mtu, access, timeout, retryCount, rnrRetry, minRnrTimer, depth, psn, gidIndex);
    }

    /**
     * {@return such options with this first PSN} The peer learns it from {@link QueuePair#endpoint(ConnectOptions)}.
     *
     * @param first the PSN, 24 bits
     */
    public ConnectOptions withPsn(int first) {
        return new ConnectOptions(
                mtu, access, timeout, retryCount, rnrRetry, minRnrTimer, rdAtomic, OptionalInt.of(first), gidIndex);
    }

    /**
     * {@return such options with this own GID} Packets leave by it, and the peer must send to it.
     *
     * @param index into the port's GID table; EINVAL at the connection for an entry that is empty or not there
     */
    public ConnectOptions withGidIndex(int index) {
        return new ConnectOptions(mtu, access, timeout, retryCount, rnrRetry, minRnrTimer, rdAtomic, psn, index);
    }
}
