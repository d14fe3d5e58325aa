package dev.fenestra.tools.demo;

import dev.fenestra.tools.bench.BenchHost;

/**
 * What a host has spent on the control plane so far, or between two moments.
 *
 * @param transitions system calls
 * @param pinnedPages pages pinned
 * @param mttEntries entries of the translation table written
 */
public record Cost(long transitions, long pinnedPages, long mttEntries) {
    static final Cost NOTHING = new Cost(0, 0, 0);

    static Cost of(BenchHost host) {
        return new Cost(
                host.process().transitions().total(),
                host.process().memory().pinnedPages(),
                host.hca().counters().mttWritten);
    }

    Cost plus(Cost other) {
        return new Cost(
                transitions + other.transitions, pinnedPages + other.pinnedPages, mttEntries + other.mttEntries);
    }

    /** What was spent since an earlier moment. */
    Cost since(Cost earlier) {
        return new Cost(
                transitions - earlier.transitions, pinnedPages - earlier.pinnedPages, mttEntries - earlier.mttEntries);
    }
}
