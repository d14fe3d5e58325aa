package dev.fenestra.ib.core.vocabulary;

import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import java.util.HashSet;
import java.util.Set;

/**
 * Announces what a device is. Each limit has a name. A limit that is not set is 0, and a kind of object that is not
 * announced does not exist. {@link #build} refuses limits that contradict each other.
 */
public final class DeviceAttributesBuilder {
    private static final int USUAL_AHS = 1 << 16;
    private static final int UNSET = -1;
    private static final long LARGEST_MESSAGE = 1L << 31;
    private static final long USUAL_PAGE_BYTES = 4096;

    private final int vendorId;
    private final int vendorPartId;
    private int maxQp;
    private int maxQpWr;
    private int maxSge;
    private int maxCq;
    private int maxCqe;
    private int maxMr;
    private int maxMw;
    private int maxPd;
    private int maxQpRdAtomic;
    private int maxInline;
    private long maxMessageBytes;
    private long maxMrSize;
    private int maxSrq;
    private int maxSrqWr;
    private int maxSrqSge;
    private int maxFastRegPages;
    private long maxDmSize;
    private int maxMcastGroups;
    private int maxMcastQpAttach;
    private int maxAh = UNSET;
    private long pageSizeCap = USUAL_PAGE_BYTES;
    private int physPortCnt = 1;
    private int maxPkeys = 1;
    private AtomicCapability atomicCap = AtomicCapability.NONE;
    private Set<QpType> transports = Set.of();
    private Set<DeviceCapability> features = Set.of();
    private MemoryWindows memoryWindows = MemoryWindows.NONE;
    private ClockAttributes clock = ClockAttributes.NONE;

    /**
     * Begins a device without limits and capabilities.
     *
     * @param vendorId PCI-style vendor number
     * @param vendorPartId PCI-style part number
     */
    public DeviceAttributesBuilder(int vendorId, int vendorPartId) {
        this.vendorId = vendorId;
        this.vendorPartId = vendorPartId;
    }

    /**
     * Begins with the attributes of another device.
     *
     * @param from the other device
     */
    public DeviceAttributesBuilder(DeviceAttributes from) {
        this(from.vendorId(), from.vendorPartId());
        maxQp = from.maxQp();
        maxQpWr = from.maxQpWr();
        maxSge = from.maxSge();
        maxCq = from.maxCq();
        maxCqe = from.maxCqe();
        maxMr = from.maxMr();
        maxMw = from.maxMw();
        maxPd = from.maxPd();
        maxQpRdAtomic = from.maxQpRdAtomic();
        maxInline = from.maxInline();
        maxMessageBytes = from.maxMessageBytes();
        maxMrSize = from.maxMrSize();
        maxSrq = from.srqs().maxSrq();
        maxSrqWr = from.srqs().maxWr();
        maxSrqSge = from.srqs().maxSge();
        maxFastRegPages = from.memory().maxFastRegPages();
        maxDmSize = from.memory().maxDmSize();
        maxMcastGroups = from.multicast().maxGroups();
        maxMcastQpAttach = from.multicast().maxQpAttach();
        maxAh = from.maxAh();
        pageSizeCap = from.pageSizeCap();
        physPortCnt = from.physPortCnt();
        maxPkeys = from.maxPkeys();
        atomicCap = from.atomicCap();
        transports = from.transports();
        features = from.features();
        memoryWindows = from.memoryWindows();
        clock = from.clock();
    }

    /**
     * Sets a limit; 0 by default.
     *
     * @param maxQp QPs alive at once ({@code max_qp})
     * @return this
     */
    public DeviceAttributesBuilder maxQp(int maxQp) {
        this.maxQp = maxQp;
        return this;
    }

    /**
     * Sets a limit; 0 by default.
     *
     * @param maxQpWr work requests per queue ({@code max_qp_wr})
     * @return this
     */
    public DeviceAttributesBuilder maxQpWr(int maxQpWr) {
        this.maxQpWr = maxQpWr;
        return this;
    }

    /**
     * Sets a limit; 0 by default.
     *
     * @param maxSge scatter/gather elements per work request, READs included ({@code max_sge})
     * @return this
     */
    public DeviceAttributesBuilder maxSge(int maxSge) {
        this.maxSge = maxSge;
        return this;
    }

    /**
     * Sets a limit; 0 by default.
     *
     * @param maxCq CQs alive at once ({@code max_cq})
     * @return this
     */
    public DeviceAttributesBuilder maxCq(int maxCq) {
        this.maxCq = maxCq;
        return this;
    }

    /**
     * Sets a limit; 0 by default.
     *
     * @param maxCqe entries per CQ ({@code max_cqe})
     * @return this
     */
    public DeviceAttributesBuilder maxCqe(int maxCqe) {
        this.maxCqe = maxCqe;
        return this;
    }

    /**
     * Sets a limit; 0 by default.
     *
     * @param maxMr regions alive at once ({@code max_mr})
     * @return this
     */
    public DeviceAttributesBuilder maxMr(int maxMr) {
        this.maxMr = maxMr;
        return this;
    }

    /**
     * Sets a limit; 0 by default.
     *
     * @param maxMw windows alive at once ({@code max_mw})
     * @return this
     */
    public DeviceAttributesBuilder maxMw(int maxMw) {
        this.maxMw = maxMw;
        return this;
    }

    /**
     * Sets a limit; 0 by default.
     *
     * @param maxPd PDs alive at once ({@code max_pd})
     * @return this
     */
    public DeviceAttributesBuilder maxPd(int maxPd) {
        this.maxPd = maxPd;
        return this;
    }

    /**
     * Sets a limit; 0 by default.
     *
     * @param maxQpRdAtomic READs and atomics served or outstanding per QP ({@code max_qp_rd_atom})
     * @return this
     */
    public DeviceAttributesBuilder maxQpRdAtomic(int maxQpRdAtomic) {
        this.maxQpRdAtomic = maxQpRdAtomic;
        return this;
    }

    /**
     * Sets a limit; 0 by default.
     *
     * @param maxInline bytes of an inline send
     * @return this
     */
    public DeviceAttributesBuilder maxInline(int maxInline) {
        this.maxInline = maxInline;
        return this;
    }

    /**
     * Sets a limit; 0 by default.
     *
     * @param maxMessageBytes bytes of the largest message, at most 2^31 ({@code max_msg_sz})
     * @return this
     */
    public DeviceAttributesBuilder maxMessageBytes(long maxMessageBytes) {
        this.maxMessageBytes = maxMessageBytes;
        return this;
    }

    /**
     * Sets a limit; 0 by default.
     *
     * @param maxMrSize bytes of the largest region, unsigned ({@code max_mr_size})
     * @return this
     */
    public DeviceAttributesBuilder maxMrSize(long maxMrSize) {
        this.maxMrSize = maxMrSize;
        return this;
    }

    /**
     * Sets a limit; 0 by default.
     *
     * @param maxSrq SRQs alive at once ({@code max_srq})
     * @return this
     */
    public DeviceAttributesBuilder maxSrq(int maxSrq) {
        this.maxSrq = maxSrq;
        return this;
    }

    /**
     * Sets a limit; 0 by default.
     *
     * @param maxSrqWr receives per SRQ ({@code max_srq_wr})
     * @return this
     */
    public DeviceAttributesBuilder maxSrqWr(int maxSrqWr) {
        this.maxSrqWr = maxSrqWr;
        return this;
    }

    /**
     * Sets a limit; 0 by default.
     *
     * @param maxSrqSge pieces per receive of an SRQ ({@code max_srq_sge})
     * @return this
     */
    public DeviceAttributesBuilder maxSrqSge(int maxSrqSge) {
        this.maxSrqSge = maxSrqSge;
        return this;
    }

    /**
     * Sets a limit; 0 by default.
     *
     * @param maxFastRegPages pages of a fast-register region ({@code max_fast_reg_page_list_len})
     * @return this
     */
    public DeviceAttributesBuilder maxFastRegPages(int maxFastRegPages) {
        this.maxFastRegPages = maxFastRegPages;
        return this;
    }

    /**
     * Sets a limit; 0 by default.
     *
     * @param maxDmSize bytes of the device's own memory that a program may allocate ({@code max_dm_size})
     * @return this
     */
    public DeviceAttributesBuilder maxDmSize(long maxDmSize) {
        this.maxDmSize = maxDmSize;
        return this;
    }

    /**
     * Sets a limit; 0 by default.
     *
     * @param maxMcastGroups multicast groups that have QPs at once ({@code max_mcast_grp})
     * @return this
     */
    public DeviceAttributesBuilder maxMcastGroups(int maxMcastGroups) {
        this.maxMcastGroups = maxMcastGroups;
        return this;
    }

    /**
     * Sets a limit; 0 by default.
     *
     * @param maxMcastQpAttach QPs attached to one group ({@code max_mcast_qp_attach})
     * @return this
     */
    public DeviceAttributesBuilder maxMcastQpAttach(int maxMcastQpAttach) {
        this.maxMcastQpAttach = maxMcastQpAttach;
        return this;
    }

    /**
     * Sets a limit; by default 65,536 for a device with UD QPs, and 0 for any other.
     *
     * @param maxAh address handles alive at once ({@code max_ah})
     * @return this
     */
    public DeviceAttributesBuilder maxAh(int maxAh) {
        this.maxAh = maxAh;
        return this;
    }

    /**
     * Sets the sizes of pages that the device translates by; pages of 4 KiB by default.
     *
     * @param pageSizeCap a bit for each size ({@code page_size_cap})
     * @return this
     */
    public DeviceAttributesBuilder pageSizeCap(long pageSizeCap) {
        this.pageSizeCap = pageSizeCap;
        return this;
    }

    /**
     * Sets the number of ports; 1 by default.
     *
     * @param physPortCnt ports, at least 1 ({@code phys_port_cnt})
     * @return this
     */
    public DeviceAttributesBuilder physPortCnt(int physPortCnt) {
        this.physPortCnt = physPortCnt;
        return this;
    }

    /**
     * Sets a limit; 1 by default.
     *
     * @param maxPkeys entries of a port's P_Key table, at least 1 ({@code max_pkeys})
     * @return this
     */
    public DeviceAttributesBuilder maxPkeys(int maxPkeys) {
        this.maxPkeys = maxPkeys;
        return this;
    }

    /**
     * Sets with whom atomics are atomic; by default there are no atomics.
     *
     * @param atomicCap the guarantee ({@code atomic_cap})
     * @return this
     */
    public DeviceAttributesBuilder atomicCap(AtomicCapability atomicCap) {
        this.atomicCap = atomicCap;
        return this;
    }

    /**
     * Sets the services that QPs may have; none by default.
     *
     * @param transports services of its QPs
     * @return this
     */
    public DeviceAttributesBuilder transports(Set<QpType> transports) {
        this.transports = transports;
        return this;
    }

    /**
     * Sets what else the device can do; nothing by default.
     *
     * @param features capabilities beside windows, which have a method of their own
     * @return this
     */
    public DeviceAttributesBuilder features(Set<DeviceCapability> features) {
        this.features = features;
        return this;
    }

    /**
     * Announces one more capability.
     *
     * @param capability which the device has in addition
     * @return this
     */
    public DeviceAttributesBuilder announcing(DeviceCapability capability) {
        Set<DeviceCapability> more = new HashSet<>(features);
        more.add(capability);
        return features(more);
    }

    /**
     * Sets which windows the device offers; none by default.
     *
     * @param memoryWindows types of windows
     * @return this
     */
    public DeviceAttributesBuilder memoryWindows(MemoryWindows memoryWindows) {
        this.memoryWindows = memoryWindows;
        return this;
    }

    /**
     * Sets the clock that stamps completions; none by default.
     *
     * @param clock frequency and width
     * @return this
     */
    public DeviceAttributesBuilder clock(ClockAttributes clock) {
        this.clock = clock;
        return this;
    }

    /**
     * {@return the attributes}
     *
     * @throws IllegalArgumentException when limits contradict each other; the message names them with their values
     */
    public DeviceAttributes build() {
        checkSigns();
        checkQueues();
        checkMemory();
        checkShared();
        int ahs = transports.contains(QpType.UD) ? USUAL_AHS : 0;
        return new DeviceAttributes(
                vendorId,
                vendorPartId,
                maxQp,
                maxQpWr,
                maxSge,
                maxCq,
                maxCqe,
                maxMr,
                maxMw,
                maxPd,
                maxQpRdAtomic,
                maxInline,
                maxMessageBytes,
                maxMrSize,
                pageSizeCap,
                atomicCap,
                physPortCnt,
                maxPkeys,
                transports,
                features,
                memoryWindows,
                new SrqLimits(maxSrq, maxSrqWr, maxSrqSge),
                new MemoryLimits(maxFastRegPages, maxDmSize),
                maxAh == UNSET ? ahs : maxAh,
                clock,
                new MulticastLimits(maxMcastGroups, maxMcastQpAttach));
    }

    private void checkSigns() {
        notNegative("max_mr", maxMr);
        notNegative("max_qp_rd_atom", maxQpRdAtomic);
        notNegative("max_inline_data", maxInline);
        notNegative("max_srq", maxSrq);
        notNegative("max_fast_reg_page_list_len", maxFastRegPages);
        notNegative("max_dm_size", maxDmSize);
        notNegative("max_mcast_grp", maxMcastGroups);
        if (maxAh != UNSET) {
            notNegative("max_ah", maxAh);
        }
    }

    private static void notNegative(String limit, long value) {
        if (value < 0) {
            throw refused(limit + "=" + value);
        }
    }

    private void checkQueues() {
        if (!transports.isEmpty()) {
            String offered = "QPs of the types " + SortedSets.copyOf(transports);
            needs(offered, "max_qp", maxQp);
            needs(offered, "max_qp_wr", maxQpWr);
            needs(offered, "max_sge", maxSge);
            needs(offered, "max_cq", maxCq);
            needs(offered, "max_cqe", maxCqe);
            needs(offered, "max_pd", maxPd);
            needs(offered, "max_msg_sz", maxMessageBytes);
        }
        if (maxMessageBytes > LARGEST_MESSAGE) {
            throw refused("max_msg_sz=" + maxMessageBytes + " is more than 2^31");
        }
        if (atomicCap != AtomicCapability.NONE) {
            needs("atomics", "max_qp_rd_atom", maxQpRdAtomic);
        }
        if (physPortCnt < 1 || maxPkeys < 1) {
            throw refused("phys_port_cnt=" + physPortCnt + " and max_pkeys=" + maxPkeys + " are at least 1");
        }
    }

    private void checkMemory() {
        if (maxMr > 0) {
            needs("regions", "max_mr_size", maxMrSize == 0 ? 0 : 1);
            needs("regions", "page_size_cap", pageSizeCap == 0 ? 0 : 1);
        }
        if (memoryWindows != MemoryWindows.NONE) {
            needs("windows of " + memoryWindows, "max_mw", maxMw);
        } else if (maxMw != 0) {
            throw refused("max_mw=" + maxMw + ", but the device offers no type of windows");
        }
        if (features.contains(DeviceCapability.MEM_MGT_EXTENSIONS)) {
            needs("MEM_MGT_EXTENSIONS", "max_fast_reg_page_list_len", maxFastRegPages);
        }
    }

    private void checkShared() {
        if (features.contains(DeviceCapability.XRC)) {
            needs("XRC", "max_srq", maxSrq);
        }
        if (maxSrq > 0) {
            needs("SRQs", "max_srq_wr", maxSrqWr);
            needs("SRQs", "max_srq_sge", maxSrqSge);
        }
        if (maxMcastGroups > 0) {
            needs("multicast groups", "max_mcast_qp_attach", maxMcastQpAttach);
            if (!transports.contains(QpType.UD)) {
                throw refused("max_mcast_grp=" + maxMcastGroups + ", but the device has no UD QPs");
            }
        }
    }

    private static void needs(String offered, String limit, long value) {
        if (value <= 0) {
            throw refused(limit + "=" + value + ", but the device offers " + offered);
        }
    }

    private static IllegalArgumentException refused(String values) {
        return new IllegalArgumentException("device attributes: " + values);
    }
}
