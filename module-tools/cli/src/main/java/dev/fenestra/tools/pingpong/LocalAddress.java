package dev.fenestra.tools.pingpong;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.channels.DatagramChannel;
import java.util.Optional;

/** Finds the address that a peer will see. */
public final class LocalAddress {
    private static final int ANY_PORT = 9;

    private LocalAddress() {}

    /**
     * The own address on the route to a host. Without a host it is the first IPv4 address that is not loopback, else
     * loopback.
     */
    public static InetAddress towards(Optional<String> host) {
        return host.flatMap(LocalAddress::onTheWayTo).orElseGet(LocalAddress::first);
    }

    /** Connecting a datagram socket sends nothing. It only makes the system pick the route. */
    private static Optional<InetAddress> onTheWayTo(String host) {
        try (DatagramChannel channel = DatagramChannel.open()) {
            channel.connect(new InetSocketAddress(InetAddress.getByName(host), ANY_PORT));
            return Optional.of(((InetSocketAddress) channel.getLocalAddress()).getAddress());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static InetAddress first() {
        try {
            return NetworkInterface.networkInterfaces()
                    .filter(LocalAddress::isUp)
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                    .findFirst()
                    .orElseGet(InetAddress::getLoopbackAddress);
        } catch (SocketException e) {
            return InetAddress.getLoopbackAddress();
        }
    }

    private static boolean isUp(NetworkInterface network) {
        try {
            return network.isUp();
        } catch (SocketException e) {
            return false;
        }
    }
}
