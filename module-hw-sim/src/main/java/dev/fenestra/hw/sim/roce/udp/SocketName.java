package dev.fenestra.hw.sim.roce.udp;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.nio.ByteOrder.BIG_ENDIAN;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/**
 * The address of a socket as Linux has it: {@code sockaddr_in} or {@code sockaddr_in6} (ip(7), ipv6(7)). It keeps the
 * last address, since datagrams come in runs.
 */
final class SocketName {
    /** Room for either. */
    static final int BYTES = 28;

    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int IPV4_BYTES = 16;
    private static final int PORT_AT = 2;
    private static final int IPV4_AT = 4;
    private static final int IPV6_AT = 8;
    private static final int SCOPE_AT = 24;

    private static final ValueLayout.OfShort BE16 = JAVA_SHORT.withOrder(BIG_ENDIAN);

    final MemorySegment memory = Arena.ofAuto().allocate(BYTES, Long.BYTES);
    private final MemorySegment known = Arena.ofAuto().allocate(BYTES, Long.BYTES);
    private @Nullable InetSocketAddress last;

    /** {@return bytes of an address, which it writes} */
    int write(InetSocketAddress name) {
        if (name != last) {
            memory.fill((byte) 0);
            write(name.getAddress());
            memory.set(BE16, PORT_AT, (short) name.getPort());
            last = name;
        }
        return name.getAddress() instanceof Inet4Address ? IPV4_BYTES : BYTES;
    }

    private void write(InetAddress address) {
        byte[] bytes = address.getAddress();
        boolean isIpv4 = address instanceof Inet4Address;
        memory.set(JAVA_SHORT, 0, (short) (isIpv4 ? AF_INET : AF_INET6));
        MemorySegment.copy(bytes, 0, memory, JAVA_BYTE, isIpv4 ? IPV4_AT : IPV6_AT, bytes.length);
        if (address instanceof Inet6Address ipv6) {
            memory.set(JAVA_INT, SCOPE_AT, ipv6.getScopeId());
        }
    }

    /** {@return the address that the system wrote; the same object while it is the same address} */
    InetSocketAddress read() {
        InetSocketAddress before = last;
        if (before != null && memory.mismatch(known) < 0) {
            return before;
        }
        known.copyFrom(memory);
        InetSocketAddress found = new InetSocketAddress(address(), Short.toUnsignedInt(memory.get(BE16, PORT_AT)));
        last = found;
        return found;
    }

    private InetAddress address() {
        boolean isIpv4 = memory.get(JAVA_SHORT, 0) == AF_INET;
        byte[] bytes = new byte[isIpv4 ? Integer.BYTES : 2 * Long.BYTES];
        MemorySegment.copy(memory, JAVA_BYTE, isIpv4 ? IPV4_AT : IPV6_AT, bytes, 0, bytes.length);
        try {
            return isIpv4
                    ? InetAddress.getByAddress(bytes)
                    : Inet6Address.getByAddress(null, bytes, memory.get(JAVA_INT, SCOPE_AT));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of 4 or 16 bytes is always known", e);
        }
    }
}
