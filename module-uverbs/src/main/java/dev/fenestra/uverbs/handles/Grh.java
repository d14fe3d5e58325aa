package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.VerbsRule;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * The 40 bytes before a received datagram, decoded ({@code ibv_grh}). With RoCEv2 they are an IPv6 header, or 20
 * undefined bytes and an IPv4 header (IBA A17.4.5.1).
 *
 * @param version of the header, 4 or 6
 * @param source GID of the sender's port
 * @param destination GID that the datagram was sent to
 * @param trafficClass 8 bits, DSCP and ECN; with IPv4 the type of service
 * @param flowLabel 20 bits; 0 with IPv4
 * @param hopLimit routers that it could still pass, 8 bits; with IPv4 the time to live
 */
public record Grh(int version, Gid source, Gid destination, int trafficClass, int flowLabel, int hopLimit) {
    /** Bytes before the data of a datagram. */
    public static final int BYTES = 40;

    private static final int IPV4 = 4;
    private static final int IPV6 = 6;
    /** The IPv4 header is the second half. */
    private static final int IPV4_AT = 20;

    private static final int IPV4_WITHOUT_OPTIONS = 0x45;
    private static final int NEXT_IS_UDP = 17;
    private static final int NEXT_IS_BTH = 0x1b;

    /**
     * Decodes the first {@value #BYTES} bytes that a UD QP received; more bytes may follow. The undefined bytes may
     * look like a header. So an IPv4 header counts only with a correct checksum (libibverbs, and
     * {@code ib_get_rdma_header_version} of Linux).
     *
     * @param received the bytes of the receive, header first
     * @return the header
     * @throws VerbsException EPROTONOSUPPORT when there is neither an IPv4 nor an IPv6 header
     * @throws IllegalArgumentException for fewer bytes
     */
    public static Grh parse(byte[] received) {
        if (received.length < BYTES) {
            throw new IllegalArgumentException("a GRH has " + BYTES + " bytes; there are " + received.length
                    + ": pass what was received from its start");
        }
        ByteBuffer bytes = ByteBuffer.wrap(received);
        boolean isIpv6 = bytes.get(0) >>> 4 == IPV6;
        boolean isIpv4 = isIpv6
                ? bytes.get(IPV4_AT) == IPV4_WITHOUT_OPTIONS && isSumRight(bytes)
                : (bytes.get(IPV4_AT) & 0xff) >>> 4 == IPV4;
        if (isIpv4) {
            return ofIpv4(bytes);
        }
        int next = bytes.get(6);
        if (isIpv6 && (next == NEXT_IS_UDP || next == NEXT_IS_BTH)) {
            return ofIpv6(bytes);
        }
        throw new VerbsException(VerbsRule.GRH_HEADER, "grh=" + HexFormat.of().formatHex(received, 0, BYTES));
    }

    /**
     * {@return the path of an answer ({@code ibv_init_ah_from_wc}): the two GIDs are swapped, the rest is unchanged} It
     * is an argument for {@link ProtectionDomain#createAh(AhAttributes)}. The caller must make sure that the completion
     * is a receive with {@code IBV_WC_GRH}.
     *
     * @param context of the QP that has received
     * @param port that received the datagram, from 1
     * @throws VerbsException EINVAL when its destination is no GID of the port, and for a port that the device does not
     *     have
     */
    public AhAttributes toSender(Context context, int port) {
        return ReplyPath.of(context, context.opened(), this, port);
    }

    private static Grh ofIpv4(ByteBuffer bytes) {
        return new Grh(
                IPV4,
                Gid.ofIpv4(bytes.getInt(IPV4_AT + 12)),
                Gid.ofIpv4(bytes.getInt(IPV4_AT + 16)),
                bytes.get(IPV4_AT + 1) & 0xff,
                0,
                bytes.get(IPV4_AT + 8) & 0xff);
    }

    private static Grh ofIpv6(ByteBuffer bytes) {
        int first = bytes.getInt(0);
        return new Grh(
                IPV6,
                new Gid(bytes.getLong(8), bytes.getLong(16)),
                new Gid(bytes.getLong(24), bytes.getLong(32)),
                first >>> 20 & 0xff,
                first & 0xfffff,
                bytes.get(7) & 0xff);
    }

    /** Whether the 16-bit words of the IPv4 header, including its checksum, add up to all ones (RFC 791). */
    private static boolean isSumRight(ByteBuffer bytes) {
        int sum = 0;
        for (int at = IPV4_AT; at < BYTES; at += Short.BYTES) {
            sum += bytes.getShort(at) & 0xffff;
        }
        return (sum & 0xffff) + (sum >>> 16) == 0xffff;
    }
}
