package dev.fenestra.ib.core.kernel;

/**
 * An object's events that the process had read when the object was destroyed. It must acknowledge as many
 * ({@code ib_uverbs_destroy_cq_resp}).
 *
 * @param completions completion events, of CQs only
 * @param async asynchronous events
 */
public record EventCounts(int completions, int async) {
    public static final EventCounts NONE = new EventCounts(0, 0);
}
