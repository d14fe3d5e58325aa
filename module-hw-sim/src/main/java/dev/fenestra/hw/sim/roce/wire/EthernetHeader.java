package dev.fenestra.hw.sim.roce.wire;

/** Ethernet II header without tags. A MAC address is the low 48 bits of a long. */
final class EthernetHeader {
    static final int BYTES = 14;

    static final int IPV4 = 0x0800;
    static final int IPV6 = 0x86dd;

    private static final int DESTINATION = 0;
    private static final int SOURCE = 6;
    private static final int TYPE = 12;

    private EthernetHeader() {}

    static void write(byte[] h, int at, long destination, long source, int type) {
        mac(h, at + DESTINATION, destination);
        mac(h, at + SOURCE, source);
        Wire.u16(h, at + TYPE, type);
    }

    static long destination(byte[] h, int at) {
        return mac(h, at + DESTINATION);
    }

    static long source(byte[] h, int at) {
        return mac(h, at + SOURCE);
    }

    static int type(byte[] h, int at) {
        return Wire.u16(h, at + TYPE);
    }

    private static void mac(byte[] h, int at, long mac) {
        Wire.u16(h, at, (int) (mac >> 32));
        Wire.u32(h, at + 2, (int) mac);
    }

    private static long mac(byte[] h, int at) {
        return (long) Wire.u16(h, at) << 32 | Integer.toUnsignedLong(Wire.u32(h, at + 2));
    }
}
