package dev.fenestra.hw.sim.prm;

/** Where an RDMA request reaches to in the peer. */
public final class RemoteAddressSegment {
    public static final int BYTES = 16;
    private static final Layout.Builder L = Layout.of("raddr", BYTES);

    public static final Field ADDRESS = L.u64("raddr", 0x00);
    public static final Field RKEY = L.u32("rkey", 0x08);
    public static final Field RESERVED = L.u32("reserved", 0x0c);

    public static final Layout LAYOUT = L.build();

    private RemoteAddressSegment() {}
}
