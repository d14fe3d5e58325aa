package dev.fenestra.hw.sim.hca.limits;

import java.util.function.Consumer;

/**
 * The configuration of an HCA.
 *
 * @param gidHigh upper half of the port's first GID
 * @param gidLow lower half of the port's first GID
 * @param limits the sizes and numbers of its objects
 * @param windows the memory windows that it offers
 * @param keys the choice of key indexes and tags
 * @param firstQpn number of the first QP, at least {@link #LOWEST_QPN}; the next ones follow in order
 * @param coalescesAcks one ACK may stand for several requests; otherwise each request that asks gets its own
 * @param odp what it can do with memory that is paged on demand
 * @param memory what memory is on the card
 * @param lanes whether small requests of the most frequent kinds take shorter ways; only speed tells the difference
 * @param linkLocal whether the port has a second GID, the link-local IPv6 address of its node
 */
public record HcaConfig(
        long gidHigh,
        long gidLow,
        HcaLimits limits,
        WindowSupport windows,
        KeyPolicy keys,
        int firstQpn,
        boolean coalescesAcks,
        OdpSupport odp,
        HcaMemory memory,
        boolean lanes,
        boolean linkLocal) {
    /** Entries of the port's GID table, most of them empty. */
    public static final int GID_TABLE_SIZE = 16;

    /** Below are the special QPs 0 and 1. */
    public static final int LOWEST_QPN = 2;

    private static final long IPV4_MAPPED = 0x0000ffff00000000L;
    private static final long LOCAL_GUID = 0x020000fffe000000L;
    private static final long LINK_LOCAL = 0xfe80L << 48;
    private static final long UNIVERSAL_LOCAL_BIT = 1L << 57;
    private static final int FIRST_QPN = 0x40;

    /**
     * Checks the number of the first QP.
     *
     * @throws IllegalArgumentException when the first QP number lies below {@link #LOWEST_QPN} or beyond the limits
     */
    public HcaConfig {
        if (firstQpn < LOWEST_QPN || firstQpn >= 1 << limits.logMaxQp()) {
            throw new IllegalArgumentException(String.format(
                    "the first QP number lies in 0x%x..0x%x, not 0x%x",
                    LOWEST_QPN, (1 << limits.logMaxQp()) - 1, firstQpn));
        }
    }

    /**
     * A device with default limits, types 1 and 2B, keys as the link asks for, QP numbers from 0x40, coalesced ACKs,
     * and an IPv4-mapped GID.
     *
     * @param address IPv4 address, most significant byte first
     * @return the configuration
     */
    public static HcaConfig ofIpv4(int address) {
        return new HcaConfig(
                0,
                IPV4_MAPPED | address & 0xffffffffL,
                HcaLimits.DEFAULT,
                WindowSupport.TYPES_1_AND_2B,
                new KeyPolicy.ByLink(),
                FIRST_QPN,
                true,
                OdpSupport.FULL,
                HcaMemory.DEFAULT,
                true,
                true);
    }

    /** {@return QPs alive at once} */
    public int maxQps() {
        return (1 << limits.logMaxQp()) - firstQpn;
    }

    /**
     * {@return the EUI-64 of the node} It is derived from the GID and marked as locally administered, since no vendor
     * assigned one.
     */
    public long nodeGuid() {
        return LOCAL_GUID | (gidLow & 0xff000000L) << Short.SIZE | gidLow & 0xffffffL;
    }

    /**
     * {@return the same device with other limits}
     *
     * @param newLimits sizes and numbers of its objects
     * @throws IllegalArgumentException when the first QP number lies beyond them
     */
    public HcaConfig withLimits(HcaLimits newLimits) {
        return with(draft -> draft.limits = newLimits);
    }

    /**
     * {@return the same device with other windows; a virtual function has none}
     *
     * @param support the windows that it offers
     */
    public HcaConfig withWindows(WindowSupport support) {
        return with(draft -> draft.windows = support);
    }

    /**
     * {@return the same device with other keys}
     *
     * @param policy the choice of indexes and tags
     */
    public HcaConfig withKeys(KeyPolicy policy) {
        return with(draft -> draft.keys = policy);
    }

    /**
     * {@return the same device with another GID}
     *
     * @param high upper 8 bytes
     * @param low lower 8 bytes
     */
    public HcaConfig withGid(long high, long low) {
        return with(draft -> {
            draft.gidHigh = high;
            draft.gidLow = low;
        });
    }

    /**
     * {@return the same device with another first QP number}
     *
     * @param qpn {@link #LOWEST_QPN} and up, within the limits
     * @throws IllegalArgumentException for another number
     */
    public HcaConfig withFirstQpn(int qpn) {
        return with(draft -> draft.firstQpn = qpn);
    }

    /**
     * {@return the same device with or without coalesced ACKs}
     *
     * @param coalesced whether one ACK may stand for several requests
     */
    public HcaConfig withCoalescedAcks(boolean coalesced) {
        return with(draft -> draft.coalescesAcks = coalesced);
    }

    /**
     * {@return the same device with other on-demand paging, or without}
     *
     * @param support what it can do with memory that is paged on demand
     */
    public HcaConfig withOdp(OdpSupport support) {
        return with(draft -> draft.odp = support);
    }

    /**
     * {@return the same device with other memory on the card}
     *
     * @param onCard its memory, tables and caches
     */
    public HcaConfig withMemory(HcaMemory onCard) {
        return with(draft -> draft.memory = onCard);
    }

    /**
     * {@return the same device with or without the shorter ways for small requests}
     *
     * @param newLanes whether they are used
     */
    public HcaConfig withLanes(boolean newLanes) {
        return with(draft -> draft.lanes = newLanes);
    }

    /**
     * {@return the same device with or without a second GID}
     *
     * @param isThere whether the port has the link-local address of its node, too
     */
    public HcaConfig withLinkLocal(boolean isThere) {
        return with(draft -> draft.linkLocal = isThere);
    }

    /** {@return GIDs of the port: the entries of its table that are not empty, from index 0 on} */
    public int gids() {
        return linkLocal ? 2 : 1;
    }

    /**
     * {@return whether the port has a GID of this index}
     *
     * @param index any number
     */
    public boolean hasGid(int index) {
        return index >= 0 && index < gids();
    }

    /**
     * {@return the upper half of a GID of the port}
     *
     * @param index 0 to {@link #gids} - 1
     */
    public long gidHigh(int index) {
        return index == 0 ? gidHigh : LINK_LOCAL;
    }

    /**
     * {@return the lower half of a GID of the port} That of the link-local address is the node's modified EUI-64 (RFC
     * 4291, appendix A).
     *
     * @param index 0 to {@link #gids} - 1
     */
    public long gidLow(int index) {
        return index == 0 ? gidLow : nodeGuid() ^ UNIVERSAL_LOCAL_BIT;
    }

    private HcaConfig with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.config();
    }

    /** The values of a configuration, of which one is about to change. */
    private static final class Draft {
        long gidHigh;
        long gidLow;
        HcaLimits limits;
        WindowSupport windows;
        KeyPolicy keys;
        int firstQpn;
        boolean coalescesAcks;
        OdpSupport odp;
        HcaMemory memory;
        boolean lanes;
        boolean linkLocal;

        Draft(HcaConfig from) {
            gidHigh = from.gidHigh;
            gidLow = from.gidLow;
            limits = from.limits;
            windows = from.windows;
            keys = from.keys;
            firstQpn = from.firstQpn;
            coalescesAcks = from.coalescesAcks;
            odp = from.odp;
            memory = from.memory;
            lanes = from.lanes;
            linkLocal = from.linkLocal;
        }

        HcaConfig config() {
            return new HcaConfig(
                    gidHigh, gidLow, limits, windows, keys, firstQpn, coalescesAcks, odp, memory, lanes, linkLocal);
        }
    }
}
