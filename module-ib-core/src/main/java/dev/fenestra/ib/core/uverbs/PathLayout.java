package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.kernel.QueueRule;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;

/**
 * The structures that carry a path. Each begins with the destination's GID and the flow label.
 *
 * @param gidIndex offset of the index of the own GID
 * @param hopLimit offset of the hop limit
 * @param trafficClass offset of the traffic class
 * @param serviceLevel offset of the service level
 * @param rate offset of the number of the {@code ibv_rate}
 * @param isGlobal offset of the flag that GIDs and what belongs to them count
 * @param port offset of the port number
 */
record PathLayout(
        AbiField gidIndex,
        AbiField hopLimit,
        AbiField trafficClass,
        AbiField serviceLevel,
        AbiField rate,
        AbiField isGlobal,
        AbiField port) {
    /** {@code struct ib_uverbs_qp_dest}, of MODIFY_QP and QUERY_QP. */
    static final PathLayout QP_DEST = new PathLayout(
            AbiField.u8(24),
            AbiField.u8(25),
            AbiField.u8(26),
            AbiField.u8(27),
            AbiField.u8(29),
            AbiField.u8(30),
            AbiField.u8(31));

    /** {@code struct ib_uverbs_ah_attr}, of CREATE_AH. */
    static final PathLayout AH_ATTR = new PathLayout(
            AbiField.u8(20),
            AbiField.u8(21),
            AbiField.u8(22),
            AbiField.u8(26),
            AbiField.u8(28),
            AbiField.u8(29),
            AbiField.u8(30));

    private static final AbiField DGID = AbiField.u64(0);
    private static final AbiField FLOW_LABEL = AbiField.u32(16);
    private static final int FLOW_LABEL_BITS = 0xfffff;

    /** Reads a path; EINVAL for one without GIDs. LIDs have no meaning on Ethernet. */
    AhAttributes read(MemorySegment in) {
        if (!isGlobal.isSet(in)) {
            throw new VerbsException(Errno.EINVAL, QueueRule.PATH_GLOBAL, "is_global=0, port=" + port.getInt(in));
        }
        return new AhAttributes(
                DGID.gid(in),
                port.getInt(in),
                gidIndex.getInt(in),
                FLOW_LABEL.getInt(in) & FLOW_LABEL_BITS,
                hopLimit.getInt(in),
                trafficClass.getInt(in),
                serviceLevel.getInt(in),
                rate.getInt(in));
    }

    void write(MemorySegment out, AhAttributes path) {
        DGID.setGid(out, path.destination());
        FLOW_LABEL.set(out, path.flowLabel());
        gidIndex.set(out, path.sourceGidIndex());
        hopLimit.set(out, path.hopLimit());
        trafficClass.set(out, path.trafficClass());
        serviceLevel.set(out, path.serviceLevel());
        rate.set(out, path.rate());
        isGlobal.set(out, 1);
        port.set(out, path.port());
    }
}
