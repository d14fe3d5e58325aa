package dev.fenestra.ib.core.vocabulary;

/**
 * What a shared receive queue is at the moment ({@code ibv_srq_attr}).
 *
 * @param capacity its room
 * @param limit one event comes when fewer receives are left; 0 for none, and after that event
 */
public record SrqAttributes(SrqCapacity capacity, int limit) {}
