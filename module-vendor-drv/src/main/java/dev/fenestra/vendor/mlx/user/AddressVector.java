package dev.fenestra.vendor.mlx.user;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.nio.ByteOrder.BIG_ENDIAN;

import dev.fenestra.ib.core.spi.UserAh;
import dev.fenestra.ib.core.vocabulary.Gid;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** An address handle: the datagram segment of a UD WQE, but for Q_Key and QP number. */
final class AddressVector implements UserAh {
    static final int BYTES = 48;
    private static final ValueLayout.OfInt BE32 = JAVA_INT_UNALIGNED.withOrder(BIG_ENDIAN);
    private static final int EXTENDED = 0x80000000;
    private static final int GRH_PRESENT = 1 << 30;
    private static final int QPN_WORD = 2;
    /** Device code of each verbs rate (verbs.h {@code ibv_rate}), from number 2 on; others mean "as fast as the port". */
    private static final int[] RATE_CODES = {7, 8, 9, 10, 11, 12, 13, 14, 15, 11, 13, 15, 0, 9};

    private static final int FIRST_RATE = 2;

    private final int[] words = new int[BYTES / Integer.BYTES];

    /**
     * Where a datagram is routed.
     *
     * @param gid of the destination
     * @param sourceIndex of the sender's GID
     */
    record Route(Gid gid, int sourceIndex, int flowLabel, int hopLimit, int trafficClass) {}

    private AddressVector() {}

    /** A path in an InfiniBand subnet, without a route. */
    static AddressVector ofLid(int lid, int serviceLevel, int pathBits, int rate) {
        AddressVector vector = new AddressVector();
        vector.words[3] = rateCode(rate) << 28 | (serviceLevel & 0xf) << 24 | (pathBits & 0x7f) << 16 | lid & 0xffff;
        return vector;
    }

    /** A path in an InfiniBand subnet, routed. */
    static AddressVector ofLid(int lid, int serviceLevel, int pathBits, int rate, Route route) {
        AddressVector vector = ofLid(lid, serviceLevel, pathBits, rate);
        vector.route(route, GRH_PRESENT);
        return vector;
    }

    /**
     * A path over Ethernet, always routed.
     *
     * @param mac of the next hop, 48 bits
     */
    static AddressVector ofMac(long mac, int serviceLevel, int rate, Route route) {
        AddressVector vector = new AddressVector();
        vector.words[3] = rateCode(rate) << 28 | (serviceLevel & 0x7) << 25;
        vector.words[5] = (int) (mac >>> 16);
        vector.route(route, 0);
        vector.words[6] |= (int) mac << 16;
        return vector;
    }

    private void route(Route route, int present) {
        words[6] = (route.trafficClass() & 0xff) << 8 | route.hopLimit() & 0xff;
        words[7] = present | (route.sourceIndex() & 0xff) << 20 | route.flowLabel() & 0xfffff;
        words[8] = (int) (route.gid().high() >>> 32);
        words[9] = (int) route.gid().high();
        words[10] = (int) (route.gid().low() >>> 32);
        words[11] = (int) route.gid().low();
    }

    private static int rateCode(int rate) {
        int index = rate - FIRST_RATE;
        return index >= 0 && index < RATE_CODES.length ? RATE_CODES[index] : 0;
    }

    /** Writes the segment for a peer behind this path. */
    void write(MemorySegment memory, long offset, int qpNumber, int qkey) {
        for (int i = 0; i < words.length; i++) {
            memory.set(BE32, offset + (long) i * Integer.BYTES, words[i]);
        }
        memory.set(BE32, offset, qkey);
        memory.set(BE32, offset + QPN_WORD * Integer.BYTES, EXTENDED | qpNumber);
    }
}
