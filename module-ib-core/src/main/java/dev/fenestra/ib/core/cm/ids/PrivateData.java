package dev.fenestra.ib.core.cm.ids;

import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmRule;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.mad.CmaHeader;
import dev.fenestra.ib.core.vocabulary.Gid;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Private data of REQ and SIDR_REQ: the header of rdma_cm, but for port space IB, and then the program's own. */
final class PrivateData {
    private static final int IP_4 = 4;
    private static final int IP_6 = 6;

    private PrivateData() {}

    /** Refuses more than the message has room for. */
    static byte[] checked(byte[] data, int room) {
        if (data.length > room) {
            throw CmRule.PRIVATE_DATA.refused("private data=" + data.length + " room=" + room + " bytes");
        }
        return data;
    }

    private static int headerOctets(PortSpace space) {
        return space == PortSpace.IB ? 0 : CmaHeader.OCTETS;
    }

    /** The whole, for a message with an area of this size. */
    static byte[] compose(CmIdObject id, CmAddress source, CmAddress destination, byte[] data, int area) {
        int start = headerOctets(id.space);
        checked(data, area - start);
        byte[] whole = new byte[start + data.length];
        if (start > 0) {
            CmaHeader.IP_VERSION.set(whole, source.isIpv4() ? IP_4 : IP_6);
            CmaHeader.PORT.set(whole, source.port());
            CmaHeader.SOURCE.set(whole, plain(source.ip()));
            CmaHeader.DESTINATION.set(whole, plain(destination.ip()));
        }
        System.arraycopy(data, 0, whole, start, data.length);
        return whole;
    }

    /** IPv4 stands in the last four octets, after zeros. */
    private static Gid plain(Gid ip) {
        return ip.isIpv4() ? new Gid(0, ip.low() & 0xffffffffL) : ip;
    }

    /** The program's own part of what has come. */
    static byte[] own(PortSpace space, byte[] area) {
        return Arrays.copyOfRange(area, headerOctets(space), area.length);
    }

    /** The sender's address, or null when the header is not one of rdma_cm. */
    static @Nullable CmAddress source(byte[] area) {
        Gid ip = ip(area, CmaHeader.SOURCE.get(area));
        return ip == null ? null : new CmAddress(ip, CmaHeader.PORT.getInt(area));
    }

    /** The address that the sender wants, or null when the header is not one of rdma_cm. */
    static @Nullable Gid destination(byte[] area) {
        return ip(area, CmaHeader.DESTINATION.get(area));
    }

    private static @Nullable Gid ip(byte[] area, Gid address) {
        if (CmaHeader.CMA_VERSION.isSet(area)) {
            return null;
        }
        return switch (CmaHeader.IP_VERSION.getInt(area)) {
            case IP_4 -> Gid.ofIpv4((int) address.low());
            case IP_6 -> address;
            default -> null;
        };
    }
}
