package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.mlx5.prm.DatagramSegment;
import dev.fenestra.hw.sim.roce.wire.FlowLabel;
import dev.fenestra.ib.core.spi.UserAh;
import dev.fenestra.ib.core.vocabulary.Gid;
import java.lang.foreign.MemorySegment;

/** An address handle: the datagram segment of a UD WQE, without Q_Key and QP number. */
final class AddressVector implements UserAh {
    static final int BYTES = DatagramSegment.BYTES;
    /**
     * Device code of each verbs rate (verbs.h {@code ibv_rate}), from number 2 on; others mean the rate of the port.
     */
    private static final int[] RATE_CODES = {7, 8, 9, 10, 11, 12, 13, 14, 15, 11, 13, 15, 0, 9, 15, 0, 0, 9, 13};

    private static final int FIRST_RATE = 2;

    private final MemorySegment segment;
    /** The bit that marks a given path; without it the device refuses the request. */
    private final int extended;

    /**
     * The route of a datagram.
     *
     * @param gid of the destination
     * @param sourceIndex of the sender's GID
     */
    record Route(Gid gid, int sourceIndex, int flowLabel, int hopLimit, int trafficClass) {}

    private AddressVector(MemorySegment segment, boolean isGiven) {
        this.segment = segment;
        extended = isGiven ? DatagramSegment.EXTENDED.insert(1) : 0;
    }

    private static AddressVector empty() {
        return new AddressVector(MemorySegment.ofArray(new byte[BYTES]), true);
    }

    /** A path in an InfiniBand subnet, without a route. */
    static AddressVector ofLid(int lid, int serviceLevel, int pathBits, int rate) {
        AddressVector vector = empty();
        DatagramSegment.RATE.set(vector.segment, 0, rateCode(rate));
        DatagramSegment.SERVICE_LEVEL.set(vector.segment, 0, serviceLevel);
        DatagramSegment.PATH_BITS.set(vector.segment, 0, pathBits);
        DatagramSegment.REMOTE_LID.set(vector.segment, 0, lid);
        return vector;
    }

    /** A path in an InfiniBand subnet, routed. */
    static AddressVector ofLid(int lid, int serviceLevel, int pathBits, int rate, Route route) {
        AddressVector vector = ofLid(lid, serviceLevel, pathBits, rate);
        vector.route(route);
        DatagramSegment.GRH.set(vector.segment, 0, true);
        return vector;
    }

    /**
     * A path over Ethernet, always routed.
     *
     * @param mac of the next hop, 48 bits
     */
    static AddressVector ofMac(long mac, int serviceLevel, int rate, Route route) {
        AddressVector vector = empty();
        DatagramSegment.RATE.set(vector.segment, 0, rateCode(rate));
        DatagramSegment.SERVICE_LEVEL.set(vector.segment, 0, serviceLevel << 1);
        if (route.flowLabel() != 0) {
            DatagramSegment.REMOTE_LID.set(vector.segment, 0, FlowLabel.udpSourcePort(route.flowLabel()));
        }
        DatagramSegment.MAC_HIGH.set(vector.segment, 0, (int) (mac >>> 16));
        DatagramSegment.MAC_LOW.set(vector.segment, 0, (int) mac);
        vector.route(route);
        return vector;
    }

    private void route(Route route) {
        DatagramSegment.TRAFFIC_CLASS.set(segment, 0, route.trafficClass());
        DatagramSegment.HOP_LIMIT.set(segment, 0, route.hopLimit());
        DatagramSegment.SOURCE_GID_INDEX.set(segment, 0, route.sourceIndex());
        DatagramSegment.FLOW_LABEL.set(segment, 0, route.flowLabel());
        DatagramSegment.GID_HIGH.setLong(segment, 0, route.gid().high());
        DatagramSegment.GID_LOW.setLong(segment, 0, route.gid().low());
    }

    private static int rateCode(int rate) {
        int index = rate - FIRST_RATE;
        return index >= 0 && index < RATE_CODES.length ? RATE_CODES[index] : 0;
    }

    /** Writes the segment for a peer behind this path. */
    void write(MemorySegment memory, long offset, int qpNumber, int qkey) {
        MemorySegment.copy(segment, 0, memory, offset, BYTES);
        DatagramSegment.QKEY.set(memory, offset, qkey);
        DatagramSegment.REMOTE_QPN.word(memory, offset, extended | DatagramSegment.REMOTE_QPN.insert(qpNumber));
    }

    /** The same without the bit of a given path, which real segments always have. */
    @Override
    public UserAh forOtherPd() {
        return new AddressVector(segment, false);
    }
}
