package dev.fenestra.tools.proof.oracle.program;

import dev.fenestra.ib.core.vocabulary.DeviceAttributes;

/**
 * The limits of a program: small, and never more than the device announces.
 *
 * @param sends requests of a send queue
 * @param receives receives of a receive queue
 * @param pieces of a request
 * @param completions entries of a CQ
 * @param messageBytes of a message
 * @param regions alive at once on a host
 * @param windows alive at once on a host
 * @param pds alive at once on a host
 * @param queues QPs alive at once on a host, and CQs
 */
public record Room(
        int sends,
        int receives,
        int pieces,
        int completions,
        long messageBytes,
        int regions,
        int windows,
        int pds,
        int queues) {
    private static final int SENDS = 8;
    private static final int RECEIVES = 4;
    private static final int PIECES = 2;
    private static final int COMPLETIONS = 32;

    /** The limits of a program on a device. */
    public static Room within(DeviceAttributes device) {
        return new Room(
                Math.min(SENDS, device.maxQpWr()),
                Math.min(RECEIVES, device.maxQpWr()),
                Math.min(PIECES, device.maxSge()),
                Math.min(COMPLETIONS, device.maxCqe()),
                device.maxMessageBytes(),
                Math.min(Slots.REGIONS, device.maxMr()),
                Math.min(Slots.WINDOWS, device.maxMw()),
                Math.min(Slots.PDS, device.maxPd()),
                Math.min(Slots.QPS, Math.min(device.maxQp(), device.maxCq())));
    }

    /** Whether a step stays within the limits. */
    public boolean holds(Step step) {
        return switch (step) {
            case Step.AllocPd alloc -> alloc.pd() < pds;
            case Step.RegMr reg -> reg.mr() < regions;
            case Step.AllocMw alloc -> alloc.mw() < windows;
            case Step.CreateCq create -> create.cq() < queues;
            case Step.CreateQp create -> create.qp() < queues;
            case Step.Post post ->
                post.works().size() <= sends && post.works().stream().allMatch(this::holds);
            default -> true;
        };
    }

    private boolean holds(Work work) {
        return work.pieces().size() <= pieces && work.size() <= messageBytes;
    }
}
