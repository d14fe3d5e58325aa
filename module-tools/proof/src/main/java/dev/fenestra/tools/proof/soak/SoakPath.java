package dev.fenestra.tools.proof.soak;

import dev.fenestra.ib.core.vocabulary.Mtu;

/**
 * How the QPs of a program are connected.
 *
 * @param depth READs and atomics that may be outstanding, and that the responder has resources for; 1 or more
 * @param mtu of the path
 * @param isIpv6 packets have IPv6 headers, on benches that can be built so
 * @param isByCm RDMA CM makes and ends the connection, and the faults of a plan begin with it; on devices that have it
 * @param batchNanos packets arrive in batches, one every so many nanoseconds; 0 when each arrives by itself
 */
public record SoakPath(int depth, Mtu mtu, boolean isIpv6, boolean isByCm, long batchNanos) {
    /** As many outstanding as the device can have, small packets over IPv4. */
    public static final SoakPath USUAL = new SoakPath(16, Mtu.MTU_256, false);

    /** Each packet arrives by itself. */
    public SoakPath(int depth, Mtu mtu, boolean isIpv6) {
        this(depth, mtu, isIpv6, false, 0);
    }

    /** The same, but packets arrive in batches. */
    public SoakPath inBatches(long nanos) {
        return new SoakPath(depth, mtu, isIpv6, isByCm, nanos);
    }

    /** The same, but RDMA CM connects. */
    public SoakPath byCm() {
        return new SoakPath(depth, mtu, isIpv6, true, batchNanos);
    }
}
