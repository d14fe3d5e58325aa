package dev.fenestra.ib.core.vocabulary;

/**
 * What a shared receive queue is at the moment ({@code ibv_srq_attr}).
 *
 * @param capacity its room
 * @param limit an event tells once when fewer receives are left; 0 for none, and after it told
 */
public record SrqAttributes(SrqCapacity capacity, int limit) {}
