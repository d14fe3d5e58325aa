package dev.fenestra.hw.sim.roce.wire;

/** UDP header. */
final class UdpHeader {
    static final int BYTES = 8;

    /** Number of UDP in an IP header. */
    static final int PROTOCOL = 17;

    private static final int SOURCE_PORT = 0;
    private static final int DESTINATION_PORT = 2;
    private static final int LENGTH = 4;
    private static final int CHECKSUM = 6;

    private UdpHeader() {}

    static void write(byte[] h, int at, int sourcePort, int destinationPort, int length, int checksum) {
        Wire.u16(h, at + SOURCE_PORT, sourcePort);
        Wire.u16(h, at + DESTINATION_PORT, destinationPort);
        Wire.u16(h, at + LENGTH, length);
        Wire.u16(h, at + CHECKSUM, checksum);
    }

    static int sourcePort(byte[] h, int at) {
        return Wire.u16(h, at + SOURCE_PORT);
    }

    static int destinationPort(byte[] h, int at) {
        return Wire.u16(h, at + DESTINATION_PORT);
    }

    /** Bytes of this header and all behind it. */
    static int length(byte[] h, int at) {
        return Wire.u16(h, at + LENGTH);
    }

    static int checksum(byte[] h, int at) {
        return Wire.u16(h, at + CHECKSUM);
    }

    /** Sets the checksum to ones, since the ICRC does not cover it. */
    static void maskVariant(byte[] h, int at) {
        Wire.u16(h, at + CHECKSUM, 0xffff);
    }
}
