package dev.fenestra.ib.core.spi;

/**
 * What a provider's user half keeps in the process with a PD, a region or a window. Providers of rdma-core do the same
 * with structures of their own around {@code ibv_pd}, {@code verbs_mr} and {@code ibv_mw}. The data path gets it back:
 * in {@link UserPd}, {@link UserMr} and {@link UserMw}.
 */
public interface UserState {

    /** Of an object with which its provider keeps nothing. */
    UserState NONE = new UserState() {};

    /** The kernel destroyed the object: gives memory back. Called once. */
    default void destroyed() {}
}
