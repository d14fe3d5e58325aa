package dev.fenestra.vendor.mlx.abi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;
import dev.fenestra.ib.core.abi.HostPart;
import java.lang.foreign.MemorySegment;

/** Udata of creating an address handle ({@code mlx5_ib_create_ah_resp}); the request has none. */
public final class AhUdata {
    /** Bytes of the response. */
    public static final int RESPONSE_BYTES = 16;
    /** The table of the response. */
    public static final HostLayout RESPONSE = new HostLayout("struct mlx5_ib_create_ah_resp", RESPONSE_BYTES);

    /** Response: how many of its bytes are valid. */
    public static final HostField RESPONSE_LENGTH = RESPONSE.u32("response_length", 0);

    /** Response: MAC address of the next hop, in the order of the wire. */
    private static final HostPart MAC = RESPONSE.part("dmac", 4, 6);

    private AhUdata() {}

    /**
     * Response: MAC address of the next hop, 48 bits.
     *
     * @param response of the kernel half
     * @return 48 bits
     */
    public static long mac(MemorySegment response) {
        long mac = 0;
        for (int i = 0; i < MAC.bytes(); i++) {
            mac = mac << Byte.SIZE | response.get(JAVA_BYTE, MAC.offset() + i) & 0xff;
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
        for (int i = 0; i < MAC.bytes(); i++) {
            response.set(JAVA_BYTE, MAC.offset() + i, (byte) (mac >>> (MAC.bytes() - 1 - i) * Byte.SIZE));
        }
    }
}
