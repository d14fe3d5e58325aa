package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.vocabulary.SortedSets;
import dev.fenestra.ib.core.vocabulary.WcExField;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a CQ to be created ({@code ibv_cq_init_attr_ex}). Begin with {@link #of}, then change the defaults.
 *
 * @param cqe completions it must hold
 * @param channel where its events go, default null for no events
 * @param vector the interrupt of its events, default 0
 * @param fields the extended fields of its completions, which its {@link CompletionQueue#cursor} reads, default none
 * @param isSingleThreaded one thread at a time polls it, so polls take no lock, default false
 */
public record CqSpec(
        int cqe, @Nullable CompletionChannel channel, int vector, Set<WcExField> fields, boolean isSingleThreaded) {

    /** Keeps a copy of the fields. */
    public CqSpec {
        fields = SortedSets.copyOf(fields);
    }

    /**
     * {@return a CQ for so many completions, without events}
     *
     * @param cqe completions it must hold, 1 to the device's maximum; else EINVAL at creation
     */
    public static CqSpec of(int cqe) {
        return new CqSpec(cqe, null, 0, Set.of(), false);
    }

    /**
     * {@return such a CQ whose events go to a channel} EOPNOTSUPP at creation when the device has no events.
     *
     * @param events a channel of the same context; null for no events
     */
    public CqSpec channel(@Nullable CompletionChannel events) {
        return new CqSpec(cqe, events, vector, fields, isSingleThreaded);
    }

    /**
     * {@return such a CQ whose events use one of the device's interrupts}
     *
     * @param interrupt below {@link Context#completionVectors}, else EINVAL at creation
     */
    public CqSpec vector(int interrupt) {
        return new CqSpec(cqe, channel, interrupt, fields, isSingleThreaded);
    }

    /**
     * {@return such a CQ whose completions have extended fields ({@code wc_flags})} EOPNOTSUPP at creation when the
     * device stamps no completions.
     *
     * @param extended the fields
     */
    public CqSpec extended(WcExField... extended) {
        return new CqSpec(cqe, channel, vector, Set.of(extended), isSingleThreaded);
    }

    /**
     * Promises that one thread at a time polls it ({@code IBV_CREATE_CQ_ATTR_SINGLE_THREADED}).
     *
     * @return such a CQ whose polls take no lock
     */
    public CqSpec singleThreaded() {
        return new CqSpec(cqe, channel, vector, fields, true);
    }
}
