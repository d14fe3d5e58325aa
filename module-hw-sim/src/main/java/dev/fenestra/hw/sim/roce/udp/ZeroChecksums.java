package dev.fenestra.hw.sim.roce.udp;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;

/**
 * UDP datagrams over IPv6 without a checksum. soft-RoCE sends such, as RoCEv2 says (IBA A17.3.1), since the ICRC
 * protects them. A socket of Linux drops them unless told otherwise (UDP_NO_CHECK6_RX, RFC 6936).
 */
public final class ZeroChecksums {
    /** What to tell a user whose port does not receive them. */
    public static final String WHY_NOT =
            "Linux sends UDP checksum 0 over IPv6, and a socket drops such packets unless it"
                    + " is told otherwise: use IPv4 addresses, or Linux here too and"
                    + " --enable-native-access=dev.fenestra.hw.sim";

    private ZeroChecksums() {}

    /**
     * {@return whether ports with this address receive datagrams without a checksum} Over IPv6 this takes Linux, and
     * {@code --enable-native-access=dev.fenestra.hw.sim}; over IPv4 every socket does.
     *
     * @param own address of the port
     */
    public static boolean areReceived(InetAddress own) {
        return !(own instanceof Inet6Address)
                || SocketCalls.areKnown() && ZeroChecksums.class.getModule().isNativeAccessEnabled();
    }

    /** Lets a bound channel over IPv6 receive them where this is possible. */
    static void accept(DatagramChannel channel) throws IOException {
        InetSocketAddress own = (InetSocketAddress) channel.getLocalAddress();
        if (own.getAddress() instanceof Inet6Address && areReceived(own.getAddress())) {
            SocketDescriptor.with(own, new SocketCalls(), SocketCalls.UDP_NO_CHECK6_RX);
        }
    }
}
