package dev.fenestra.hw.sim.hca.qp;

import dev.fenestra.hw.sim.hca.queue.CompletionRing;
import dev.fenestra.hw.sim.hca.queue.SharedReceives;

/** A shared receive queue as the device knows it. */
public final class SrqContext {
    /** {@link #xrcDomain} of an ordinary SRQ: QPs are attached to it, and requests never name it. */
    public static final int NO_DOMAIN = -1;

    /** Number of the SRQ, 24 bits. */
    public final int number;
    /** PD of the SRQ. */
    public final int pd;
    /** XRC domain, or {@link #NO_DOMAIN}. */
    public int xrcDomain = NO_DOMAIN;
    /** XRC: where its receives complete. */
    CompletionRing completions = NoQueues.INSTANCE;

    /** XRC: the number that software gave it; completions carry it. */
    int userIndex;
    /** The receive requests. */
    public final SharedReceives receives;

    private int limit;
    private int users;

    /**
     * Makes an ordinary SRQ without a limit.
     *
     * @param number of the SRQ
     * @param pd of the SRQ
     * @param receives its receive requests
     */
    public SrqContext(int number, int pd, SharedReceives receives) {
        this.number = number;
        this.pd = pd;
        this.receives = receives;
    }

    /**
     * Makes it an XRC SRQ, once, before it is used.
     *
     * @param domain the XRC domain
     * @param cq where its receives complete
     * @param newUserIndex the number that software gave it
     */
    public void joinDomain(int domain, CompletionRing cq, int newUserIndex) {
        xrcDomain = domain;
        completions = cq;
        userIndex = newUserIndex;
    }

    /** {@return whether it is an XRC SRQ} */
    public boolean isXrc() {
        return xrcDomain != NO_DOMAIN;
    }

    /** {@return receives posted and not taken} */
    public int posted() {
        return receives.posted();
    }

    /**
     * Sets the limit.
     *
     * @param receivesLeft the limit; 0 for none
     */
    public void limit(int receivesLeft) {
        limit = receivesLeft;
    }

    /** {@return the limit; 0 for none, and after it was passed} */
    public int limit() {
        return limit;
    }

    /**
     * Spends the limit when fewer receives are left than it.
     *
     * @return whether the limit was passed now
     */
    public boolean passesLimit() {
        boolean passed = limit != 0 && posted() < limit;
        if (passed) {
            limit = 0;
        }
        return passed;
    }

    /**
     * Counts QPs that take their receives here.
     *
     * @param change 1 for one more, -1 for one less
     */
    public void users(int change) {
        users += change;
    }

    /** {@return whether a QP takes its receives here} */
    public boolean isUsed() {
        return users > 0;
    }
}
