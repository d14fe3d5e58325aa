package dev.fenestra.hw.sim.roce.wire;

/** IPv6 header without extension headers, as RoCEv2 sends it. */
final class Ipv6Header {
    static final int BYTES = 40;

    private static final int VERSION_CLASS_FLOW = 0;
    private static final int PAYLOAD_LENGTH = 4;
    private static final int NEXT_HEADER = 6;
    private static final int HOP_LIMIT = 7;
    private static final int SOURCE = 8;
    private static final int DESTINATION = 24;

    private static final int CLASS_AND_FLOW_MASK = 0x0fff_ffff;
    private static final int FLOW_MASK = 0x000f_ffff;

    private Ipv6Header() {}

    /** Writes the first eight bytes; the addresses have their own writers. */
    static void write(byte[] h, int at, IpFields fields, int payloadLength) {
        Wire.u16(h, at + PAYLOAD_LENGTH, payloadLength);
        h[at + NEXT_HEADER] = UdpHeader.PROTOCOL;
        choose(h, at, fields.trafficClass(), fields.flowLabel(), fields.hopLimit());
    }

    static void choose(byte[] h, int at, int trafficClass, int flowLabel, int hopLimit) {
        int flow = trafficClass << 20 | flowLabel & FLOW_MASK;
        Wire.u32(h, at + VERSION_CLASS_FLOW, 6 << 28 | flow & CLASS_AND_FLOW_MASK);
        h[at + HOP_LIMIT] = (byte) hopLimit;
    }

    static void writeSource(byte[] h, int at, long high, long low) {
        Wire.u64(h, at + SOURCE, high);
        Wire.u64(h, at + SOURCE + 8, low);
    }

    static void writeDestination(byte[] h, int at, long high, long low) {
        Wire.u64(h, at + DESTINATION, high);
        Wire.u64(h, at + DESTINATION + 8, low);
    }

    /** True for version 6 with UDP directly inside. */
    static boolean isPlainUdp(byte[] h, int at) {
        return Wire.u32(h, at + VERSION_CLASS_FLOW) >>> 28 == 6 && h[at + NEXT_HEADER] == UdpHeader.PROTOCOL;
    }

    static IpFields fields(byte[] h, int at) {
        int flow = Wire.u32(h, at + VERSION_CLASS_FLOW);
        return new IpFields(flow >>> 20 & 0xff, flow & FLOW_MASK, Wire.u8(h, at + HOP_LIMIT), 0, 0);
    }

    static int payloadLength(byte[] h, int at) {
        return Wire.u16(h, at + PAYLOAD_LENGTH);
    }

    static PortGid source(byte[] h, int at) {
        return gid(h, at + SOURCE);
    }

    static PortGid destination(byte[] h, int at) {
        return gid(h, at + DESTINATION);
    }

    /** Sets the fields to ones that the ICRC does not cover. */
    static void maskVariant(byte[] h, int at) {
        Wire.u32(h, at + VERSION_CLASS_FLOW, Wire.u32(h, at + VERSION_CLASS_FLOW) | CLASS_AND_FLOW_MASK);
        h[at + HOP_LIMIT] = (byte) 0xff;
    }

    private static PortGid gid(byte[] h, int at) {
        return new PortGid(Wire.u64(h, at), Wire.u64(h, at + 8));
    }
}
