package dev.fenestra.ib.core.ucma;

import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmRule;
import dev.fenestra.ib.core.vocabulary.Gid;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** An address as {@code struct sockaddr_in} or {@code struct sockaddr_in6}. */
final class UcmaAddress {
    /** Bytes of {@code struct sockaddr_in6}, the longer of both. */
    static final int BYTES = 28;

    private static final int IPV4_BYTES = 16;
    private static final int NONE = 0;
    private static final int INET = 2;
    private static final int INET6 = 10;
    private static final UcmaField FAMILY = UcmaField.u16(0);
    private static final int PORT = 2;
    private static final int IPV4 = 4;
    private static final int IPV6 = 8;

    private UcmaAddress() {}

    /** {@return the address there; null when there is none} EAFNOSUPPORT, as EINVAL, for another family. */
    static @Nullable CmAddress optional(ByteBuffer in, int offset) {
        return FAMILY.at(offset).get(in) == NONE ? null : read(in, offset);
    }

    /**
     * Refuses, with EINVAL, an address whose length is not that of its family.
     *
     * @param bytes the length that the program says
     * @param reserved a field that must be 0
     */
    static void checkBytes(ByteBuffer in, int offset, UcmaField bytes, UcmaField reserved) {
        int family = FAMILY.at(offset).number(in);
        int right = family == INET ? IPV4_BYTES : BYTES;
        if (bytes.get(in) != right || reserved.bytes() > 0 && reserved.get(in) != 0) {
            throw CmRule.FAMILY.refused("family=" + family + " length=" + bytes.get(in));
        }
    }

    static CmAddress read(ByteBuffer in, int offset) {
        ByteBuffer network = in.duplicate().order(ByteOrder.BIG_ENDIAN);
        int port = network.getShort(offset + PORT) & 0xffff;
        int family = FAMILY.at(offset).number(in);
        return switch (family) {
            case INET -> CmAddress.ofIpv4(network.getInt(offset + IPV4), port);
            case INET6 ->
                new CmAddress(
                        new Gid(network.getLong(offset + IPV6), network.getLong(offset + IPV6 + Long.BYTES)), port);
            default -> throw CmRule.FAMILY.refused("family=" + family);
        };
    }

    /** Writes an address, and returns how many bytes it has; nothing for none. */
    static int write(ByteBuffer out, int offset, @Nullable CmAddress address) {
        if (address == null) {
            return 0;
        }
        ByteBuffer network = out.duplicate().order(ByteOrder.BIG_ENDIAN);
        network.putShort(offset + PORT, (short) address.port());
        if (address.isIpv4()) {
            FAMILY.at(offset).set(out, INET);
            network.putInt(offset + IPV4, (int) address.ip().low());
            return IPV4_BYTES;
        }
        FAMILY.at(offset).set(out, INET6);
        network.putLong(offset + IPV6, address.ip().high());
        network.putLong(offset + IPV6 + Long.BYTES, address.ip().low());
        return BYTES;
    }
}
