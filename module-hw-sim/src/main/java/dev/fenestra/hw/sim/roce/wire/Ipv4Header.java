package dev.fenestra.hw.sim.roce.wire;

/** IPv4 header without options, as RoCEv2 sends it. */
final class Ipv4Header {
    static final int BYTES = 20;

    private static final int VERSION_AND_IHL = 0;
    private static final int TRAFFIC_CLASS = 1;
    private static final int TOTAL_LENGTH = 2;
    private static final int IDENTIFICATION = 4;
    private static final int FRAGMENT = 6;
    private static final int TIME_TO_LIVE = 8;
    private static final int PROTOCOL = 9;
    private static final int CHECKSUM = 10;
    private static final int SOURCE = 12;
    private static final int DESTINATION = 16;

    private static final int VERSION_4_NO_OPTIONS = 0x45;
    private static final int MORE_FRAGMENTS_AND_OFFSET = 0x3fff;

    private Ipv4Header() {}

    /** Writes all twenty bytes, the checksum too. */
    static void write(byte[] h, int at, IpFields fields, int totalLength, int source, int destination) {
        h[at + VERSION_AND_IHL] = VERSION_4_NO_OPTIONS;
        h[at + TRAFFIC_CLASS] = (byte) fields.trafficClass();
        Wire.u16(h, at + TOTAL_LENGTH, totalLength);
        Wire.u16(h, at + IDENTIFICATION, fields.identification());
        Wire.u16(h, at + FRAGMENT, fields.fragment());
        h[at + TIME_TO_LIVE] = (byte) fields.hopLimit();
        h[at + PROTOCOL] = UdpHeader.PROTOCOL;
        Wire.u16(h, at + CHECKSUM, 0);
        Wire.u32(h, at + SOURCE, source);
        Wire.u32(h, at + DESTINATION, destination);
        writeChecksum(h, at, checksum(h, at));
    }

    static boolean isVersion4(byte[] h, int at) {
        return h[at + VERSION_AND_IHL] == VERSION_4_NO_OPTIONS;
    }

    static void choose(byte[] h, int at, int trafficClass, int timeToLive) {
        h[at + TRAFFIC_CLASS] = (byte) trafficClass;
        h[at + TIME_TO_LIVE] = (byte) timeToLive;
        writeChecksum(h, at, 0);
        writeChecksum(h, at, checksum(h, at));
    }

    /** True for version 4, no options, UDP inside and not a fragment. */
    static boolean isPlainUdp(byte[] h, int at) {
        return h[at + VERSION_AND_IHL] == VERSION_4_NO_OPTIONS
                && h[at + PROTOCOL] == UdpHeader.PROTOCOL
                && (Wire.u16(h, at + FRAGMENT) & MORE_FRAGMENTS_AND_OFFSET) == 0;
    }

    static IpFields fields(byte[] h, int at) {
        return new IpFields(
                Wire.u8(h, at + TRAFFIC_CLASS),
                0,
                Wire.u8(h, at + TIME_TO_LIVE),
                Wire.u16(h, at + IDENTIFICATION),
                Wire.u16(h, at + FRAGMENT));
    }

    static int checksumIn(byte[] h, int at) {
        return Wire.u16(h, at + CHECKSUM);
    }

    static void writeChecksum(byte[] h, int at, int checksum) {
        Wire.u16(h, at + CHECKSUM, checksum);
    }

    static int totalLength(byte[] h, int at) {
        return Wire.u16(h, at + TOTAL_LENGTH);
    }

    static int source(byte[] h, int at) {
        return Wire.u32(h, at + SOURCE);
    }

    static int destination(byte[] h, int at) {
        return Wire.u32(h, at + DESTINATION);
    }

    /** Sets the fields to ones that the ICRC does not cover. */
    static void maskVariant(byte[] h, int at) {
        h[at + TRAFFIC_CLASS] = (byte) 0xff;
        h[at + TIME_TO_LIVE] = (byte) 0xff;
        Wire.u16(h, at + CHECKSUM, 0xffff);
    }

    private static int checksum(byte[] h, int at) {
        int sum = 0;
        for (int i = 0; i < BYTES; i += 2) {
            sum += Wire.u16(h, at + i);
        }
        sum = (sum & 0xffff) + (sum >>> 16);
        return ~(sum + (sum >>> 16)) & 0xffff;
    }
}
