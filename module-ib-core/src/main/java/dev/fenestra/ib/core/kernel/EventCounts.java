package dev.fenestra.ib.core.kernel;

/**
 * What the process had read of an object's events when the object was destroyed: so many it must acknowledge
 * ({@code ib_uverbs_destroy_cq_resp}).
 *
 * @param completions completion events, of CQs only
 * @param async asynchronous events
 */
public record EventCounts(int completions, int async) {
    public static final EventCounts NONE = new EventCounts(0, 0);
}
