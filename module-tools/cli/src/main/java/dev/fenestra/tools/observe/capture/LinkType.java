package dev.fenestra.tools.observe.capture;

import java.util.Arrays;

/** Link layers of capture files, by their LINKTYPE numbers (tcpdump.org/linktypes.html). */
final class LinkType {
    private static final int NULL = 0;
    private static final int ETHERNET = 1;
    private static final int RAW_BSD = 12;
    private static final int RAW = 101;
    private static final int LINUX_SLL = 113;
    private static final int IPV4 = 228;
    private static final int IPV6 = 229;
    private static final int LINUX_SLL2 = 276;

    private static final int MACS = 12;
    private static final int ETHERNET_BYTES = 14;
    private static final int VLAN_BYTES = 4;
    private static final int VLAN = 0x8100;
    private static final int PROVIDER_VLAN = 0x88a8;

    private LinkType() {}

    /** The frame as untagged Ethernet; empty for a link that is not known, or when it is cut short. */
    static byte[] ethernet(int type, byte[] frame) {
        return switch (type) {
            case ETHERNET -> untagged(frame);
            case NULL -> behind(frame, 4);
            case RAW, RAW_BSD, IPV4, IPV6 -> behind(frame, 0);
            case LINUX_SLL -> behind(frame, 16);
            case LINUX_SLL2 -> behind(frame, 20);
            default -> new byte[0];
        };
    }

    private static byte[] untagged(byte[] frame) {
        byte[] bytes = frame;
        while (bytes.length >= ETHERNET_BYTES + VLAN_BYTES
                && isVlan((bytes[MACS] & 0xff) << 8 | bytes[MACS + 1] & 0xff)) {
            byte[] shorter = Arrays.copyOf(bytes, bytes.length - VLAN_BYTES);
            System.arraycopy(bytes, MACS + VLAN_BYTES, shorter, MACS, shorter.length - MACS);
            bytes = shorter;
        }
        return bytes;
    }

    private static boolean isVlan(int type) {
        return type == VLAN || type == PROVIDER_VLAN;
    }

    /** Gives an IP packet an Ethernet header of its version. */
    private static byte[] behind(byte[] frame, int ipAt) {
        if (frame.length <= ipAt) {
            return new byte[0];
        }
        byte[] bytes = new byte[ETHERNET_BYTES + frame.length - ipAt];
        System.arraycopy(frame, ipAt, bytes, ETHERNET_BYTES, frame.length - ipAt);
        boolean isIpv6 = (frame[ipAt] >> 4 & 0xf) == 6;
        bytes[MACS] = (byte) (isIpv6 ? 0x86 : 0x08);
        bytes[MACS + 1] = (byte) (isIpv6 ? 0xdd : 0);
        return bytes;
    }
}
