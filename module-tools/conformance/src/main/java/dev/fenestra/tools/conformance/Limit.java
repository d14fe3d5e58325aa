package dev.fenestra.tools.conformance;

import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import java.util.function.ToLongFunction;

/**
 * How much of something a device announces. A case asks for no more than that: it makes do with less, or is skipped.
 */
public enum Limit {
    /** Pieces of a request. */
    SGE("max_sge", "pieces of a request", DeviceAttributes::maxSge),
    /** Bytes of inline data. */
    INLINE("max_inline_data", "bytes of inline data", DeviceAttributes::maxInline),
    /** Requests in a queue of a QP. */
    REQUESTS("max_qp_wr", "requests in a queue", DeviceAttributes::maxQpWr),
    /** Completions in a CQ. */
    CQE("max_cqe", "completions in a CQ", DeviceAttributes::maxCqe),
    /** Bytes of a message. */
    MESSAGE("max_msg_sz", "bytes of a message", DeviceAttributes::maxMessageBytes),
    /** Bytes of a region. */
    REGION_BYTES(
            "max_mr_size", "bytes of a region", device -> device.maxMrSize() < 0 ? Long.MAX_VALUE : device.maxMrSize()),
    /** Pieces of a receive in an SRQ. */
    SRQ_SGE("max_srq_sge", "pieces of a shared receive", device -> device.srqs().maxSge()),
    /** Receives in an SRQ. */
    SRQ_REQUESTS("max_srq_wr", "receives in an SRQ", device -> device.srqs().maxWr()),
    /** Regions. */
    REGIONS("max_mr", "MR", DeviceAttributes::maxMr),
    /** Windows. */
    WINDOWS("max_mw", "MW", DeviceAttributes::maxMw),
    /** QPs. */
    QPS("max_qp", "QP", DeviceAttributes::maxQp),
    /** CQs. */
    CQS("max_cq", "CQ", DeviceAttributes::maxCq),
    /** PDs. */
    PDS("max_pd", "PD", DeviceAttributes::maxPd),
    /** SRQs. */
    SRQS("max_srq", "SRQ", device -> device.srqs().maxSrq());

    private final String announcedAs;
    private final String what;
    private final ToLongFunction<DeviceAttributes> most;

    Limit(String announcedAs, String what, ToLongFunction<DeviceAttributes> most) {
        this.announcedAs = announcedAs;
        this.what = what;
        this.most = most;
    }

    /** {@return its name in the words of {@code ibv_query_device}} */
    public String announcedAs() {
        return announcedAs;
    }

    /**
     * The limit of a device.
     *
     * @param device its attributes
     * @return how much it has at most
     */
    public long of(DeviceAttributes device) {
        return most.applyAsLong(device);
    }

    /**
     * The limit of a device, to be used up. The case is skipped where it is more than a test can use up.
     *
     * @param device its attributes
     * @param most what a test can use up
     * @return how much it has at most
     */
    public long of(DeviceAttributes device, long most) {
        long announced = of(device);
        if (announced > most) {
            throw new CaseSkippedException(String.format(
                    "the device announces %s=%d, and the case uses up %d at most", announcedAs, announced, most));
        }
        return announced;
    }

    /** What it limits; the kind of object in the list of resources where it limits how many of a kind are alive. */
    String what() {
        return what;
    }

    /** Whether it limits how many objects of a kind are alive at once. */
    boolean countsObjects() {
        return compareTo(REGIONS) >= 0;
    }
}
