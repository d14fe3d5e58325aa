package dev.fenestra.ib.core.vocabulary;

/**
 * What a region is made of; more kinds than rdma-core's {@code ibv_mr_type} has. Only {@link #MR} can be registered
 * anew.
 */
public enum MrType {
    /** Memory of the program. */
    MR,
    /** No memory: reads return zeros, writes are lost. */
    NULL_MR,
    /** Memory of the device. */
    DM,
    /** Memory of another device, mapped into the program; no window is bound to it. */
    PEER,
    /** A buffer of an exporter, whose pages may move; no window is bound to it. */
    DMA_BUF,
    /** A region that another context has registered; only its keys are known. */
    IMPORTED,
    /** Memory of a queue, which a user half has registered; no request names it. */
    QUEUE,
    /** Pages that a REG_MR request names; until then nothing. */
    FAST_REG,
    /** Pinned pages that fast registrations may name; it gives no access itself. */
    PAGE_LIST
}
