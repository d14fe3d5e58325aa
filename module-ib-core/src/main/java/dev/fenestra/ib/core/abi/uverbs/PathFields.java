package dev.fenestra.ib.core.abi.uverbs;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostGid;
import dev.fenestra.ib.core.abi.uverbs.PathLayouts.AhAttr;
import dev.fenestra.ib.core.abi.uverbs.PathLayouts.QpDest;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import java.lang.foreign.MemorySegment;

/**
 * The fields that the two structures of a path have in common.
 *
 * @param dgid GID of the destination
 * @param flowLabel 20 bits
 * @param sgidIndex index of the own GID
 * @param hopLimit routers on the way at most
 * @param trafficClass traffic class
 * @param sl service level
 * @param staticRate number of the {@code ibv_rate}
 * @param isGlobal whether the path has GIDs
 * @param portNum number of the port
 */
public record PathFields(
        HostGid dgid,
        HostField flowLabel,
        HostField sgidIndex,
        HostField hopLimit,
        HostField trafficClass,
        HostField sl,
        HostField staticRate,
        HostField isGlobal,
        HostField portNum) {
    /** The path in MODIFY_QP and QUERY_QP. */
    public static final PathFields QP_DEST = new PathFields(
            QpDest.DGID,
            QpDest.FLOW_LABEL,
            QpDest.SGID_INDEX,
            QpDest.HOP_LIMIT,
            QpDest.TRAFFIC_CLASS,
            QpDest.SL,
            QpDest.STATIC_RATE,
            QpDest.IS_GLOBAL,
            QpDest.PORT_NUM);

    /** The path in CREATE_AH, and in the commands of connections. */
    public static final PathFields AH_ATTR = new PathFields(
            AhAttr.DGID,
            AhAttr.FLOW_LABEL,
            AhAttr.SGID_INDEX,
            AhAttr.HOP_LIMIT,
            AhAttr.TRAFFIC_CLASS,
            AhAttr.SL,
            AhAttr.STATIC_RATE,
            AhAttr.IS_GLOBAL,
            AhAttr.PORT_NUM);

    private static final int FLOW_LABEL_BITS = 0xfffff;

    /**
     * {@return the path, whether it says that it has GIDs or not}
     *
     * @param in bytes of the structure
     */
    public AhAttributes read(MemorySegment in) {
        return new AhAttributes(
                dgid.get(in),
                portNum.getInt(in),
                sgidIndex.getInt(in),
                flowLabel.getInt(in) & FLOW_LABEL_BITS,
                hopLimit.getInt(in),
                trafficClass.getInt(in),
                sl.getInt(in),
                staticRate.getInt(in));
    }

    /**
     * Writes a path with GIDs.
     *
     * @param out bytes of the structure
     * @param path what to write
     */
    public void write(MemorySegment out, AhAttributes path) {
        dgid.set(out, path.destination());
        flowLabel.set(out, path.flowLabel());
        sgidIndex.set(out, path.sourceGidIndex());
        hopLimit.set(out, path.hopLimit());
        trafficClass.set(out, path.trafficClass());
        sl.set(out, path.serviceLevel());
        staticRate.set(out, path.rate());
        isGlobal.set(out, 1);
        portNum.set(out, path.port());
    }
}
