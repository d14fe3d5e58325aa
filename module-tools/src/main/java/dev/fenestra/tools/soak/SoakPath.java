package dev.fenestra.tools.soak;

import dev.fenestra.ib.core.vocabulary.Mtu;

/**
 * How the QPs of a program are connected.
 *
 * @param depth READs and atomics that may be outstanding, and that the responder has resources for; 1 or more
 * @param mtu of the path
 * @param isIpv6 packets have IPv6 headers, on benches that can be built so
 */
public record SoakPath(int depth, Mtu mtu, boolean isIpv6) {
    /** As many outstanding as the device can have, small packets over IPv4. */
    public static final SoakPath USUAL = new SoakPath(16, Mtu.MTU_256, false);
}
