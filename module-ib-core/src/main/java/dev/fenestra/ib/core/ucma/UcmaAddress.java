package dev.fenestra.ib.core.ucma;

import dev.fenestra.ib.core.abi.ucma.AddressLayouts.SockaddrIn;
import dev.fenestra.ib.core.abi.ucma.AddressLayouts.SockaddrIn6;
import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmRule;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** An address as {@code struct sockaddr_in} or {@code struct sockaddr_in6}; both begin with the family. */
final class UcmaAddress {
    private UcmaAddress() {}

    /** {@return the address there; null when there is none} EAFNOSUPPORT, as EINVAL, for another family. */
    static @Nullable CmAddress optional(MemorySegment in) {
        return SockaddrIn.SIN_FAMILY.isSet(in) ? read(in) : null;
    }

    /**
     * Refuses, with EINVAL, an address whose length is not that of its family.
     *
     * @param bytes the length that the program says
     * @param reserved must be 0
     */
    static void check(MemorySegment in, long bytes, long reserved) {
        int family = SockaddrIn.SIN_FAMILY.getInt(in);
        int right = family == SockaddrIn.AF_INET ? SockaddrIn.SIZE : SockaddrIn6.SIZE;
        if (bytes != right || reserved != 0) {
            throw CmRule.FAMILY.refused("family=" + family + " length=" + bytes);
        }
    }

    static CmAddress read(MemorySegment in) {
        int family = SockaddrIn.SIN_FAMILY.getInt(in);
        return switch (family) {
            case SockaddrIn.AF_INET -> CmAddress.ofIpv4(SockaddrIn.SIN_ADDR.getInt(in), SockaddrIn.SIN_PORT.getInt(in));
            case SockaddrIn6.AF_INET6 -> new CmAddress(SockaddrIn6.SIN6_ADDR.get(in), SockaddrIn6.SIN6_PORT.getInt(in));
            default -> throw CmRule.FAMILY.refused("family=" + family);
        };
    }

    /** Writes an address, and returns how many bytes it has; nothing for none. */
    static int write(MemorySegment out, @Nullable CmAddress address) {
        if (address == null) {
            return 0;
        }
        if (address.isIpv4()) {
            SockaddrIn.SIN_FAMILY.set(out, SockaddrIn.AF_INET);
            SockaddrIn.SIN_PORT.set(out, address.port());
            SockaddrIn.SIN_ADDR.set(out, address.ip().low());
            return SockaddrIn.SIZE;
        }
        SockaddrIn6.SIN6_FAMILY.set(out, SockaddrIn6.AF_INET6);
        SockaddrIn6.SIN6_PORT.set(out, address.port());
        SockaddrIn6.SIN6_ADDR.set(out, address.ip());
        return SockaddrIn6.SIZE;
    }
}
