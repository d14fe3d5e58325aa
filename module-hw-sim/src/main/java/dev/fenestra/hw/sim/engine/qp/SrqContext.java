package dev.fenestra.hw.sim.engine.qp;

import dev.fenestra.hw.sim.queue.CompletionRing;
import dev.fenestra.hw.sim.queue.SharedReceives;

/** A shared receive queue as the device knows it. */
public final class SrqContext {
    /** An ordinary SRQ: QPs are attached to it, requests never name it. */
    public static final int NO_DOMAIN = -1;

    public final int number;
    public final int pd;
    /** XRC: the domain, else {@link #NO_DOMAIN}. */
    public int xrcDomain = NO_DOMAIN;
    /** XRC: where its receives complete, and what names it there. */
    public CompletionRing completions = NoQueues.INSTANCE;

    public int userIndex;
    public final SharedReceives receives;
    private int limit;
    private int users;

    public SrqContext(int number, int pd, SharedReceives receives) {
        this.number = number;
        this.pd = pd;
        this.receives = receives;
    }

    /** Makes it an XRC SRQ, once, before it is used. */
    public void joinDomain(int domain, CompletionRing cq, int newUserIndex) {
        xrcDomain = domain;
        completions = cq;
        userIndex = newUserIndex;
    }

    public boolean isXrc() {
        return xrcDomain != NO_DOMAIN;
    }

    /** Receives posted and not taken. */
    public int posted() {
        return receives.posted();
    }

    /** Sets the limit; 0 for none. */
    public void limit(int receivesLeft) {
        limit = receivesLeft;
    }

    /** The limit, until it was passed once. */
    public int limit() {
        return limit;
    }

    /** Whether fewer receives are left than the limit; then the limit is spent. */
    public boolean passesLimit() {
        boolean passed = limit != 0 && posted() < limit;
        if (passed) {
            limit = 0;
        }
        return passed;
    }

    /** A QP that takes its receives here comes, 1, or goes, -1. */
    public void users(int change) {
        users += change;
    }

    public boolean isUsed() {
        return users > 0;
    }
}
