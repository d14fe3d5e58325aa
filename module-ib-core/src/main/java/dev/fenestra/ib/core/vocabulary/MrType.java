package dev.fenestra.ib.core.vocabulary;

/** What a region is made of; as rdma-core's {@code ibv_mr_type}. */
public enum MrType {
    /** Memory of the program. */
    MR,
    /** Nothing: what is read from it is zeros, what is written to it is lost. */
    NULL_MR
}
