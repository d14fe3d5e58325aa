package dev.fenestra.vendor.mlx.abi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/** Udata of creating an address handle ({@code mlx5_ib_create_ah_resp}); the request has none. */
public final class AhUdata {
    /** Bytes of the response. */
    public static final int RESPONSE_BYTES = 16;

    /** Response: how many of its bytes are valid. */
    public static final UdataField RESPONSE_LENGTH = new UdataField(0, 4);

    private static final int MAC = 4;
    private static final int MAC_BYTES = 6;

    private AhUdata() {}

    /**
     * Response: MAC address of the next hop, 48 bits.
     *
     * @param response of the kernel half
     * @return 48 bits
     */
    public static long mac(MemorySegment response) {
        long mac = 0;
        for (int i = 0; i < MAC_BYTES; i++) {
            mac = mac << Byte.SIZE | response.get(JAVA_BYTE, MAC + i) & 0xff;
        }
        return mac;
    }

    /**
     * Writes the MAC address of the next hop.
     *
     * @param response of the kernel half
     * @param mac 48 bits
     */
    public static void mac(MemorySegment response, long mac) {
        for (int i = 0; i < MAC_BYTES; i++) {
            response.set(JAVA_BYTE, MAC + i, (byte) (mac >>> (MAC_BYTES - 1 - i) * Byte.SIZE));
        }
    }
}
