package dev.fenestra.tools.observe.journal;

import dev.fenestra.hw.sim.hca.observe.KeyEntry;
import dev.fenestra.hw.sim.hca.observe.TranslationChange;
import dev.fenestra.ib.core.vocabulary.CallArguments;

/**
 * Gets the details of an event that the event itself does not have. The journal calls it on the working thread, right
 * after the sinks, so it must return quickly.
 */
public interface EventDetails {

    /**
     * The bytes that an event is about: a send WQE or a CQE.
     *
     * @param sequence of the event
     * @param bytes a copy
     */
    void bytes(long sequence, byte[] bytes);

    /**
     * The entry of a key that has changed, as it is now.
     *
     * @param sequence of the event
     * @param entry a copy
     */
    void entry(long sequence, KeyEntry entry);

    /**
     * What a verb or a system call was given.
     *
     * @param sequence of the event
     * @param arguments in the order of the call
     */
    void arguments(long sequence, CallArguments arguments);

    /**
     * Who made a system call.
     *
     * @param sequence of the event
     * @param process name of the process
     */
    default void caller(long sequence, String process) {}

    /**
     * Translations that were written or removed.
     *
     * @param sequence of the event
     * @param change a copy
     */
    void translations(long sequence, TranslationChange change);

    /**
     * A packet has left. Packets that are noted together have the sequence of their event, which follows when the last
     * of them has left.
     *
     * @param sequence of the event that tells that it was sent
     * @param packet a copy
     */
    void sent(long sequence, PacketDetails packet);

    /**
     * A packet has arrived.
     *
     * @param sequence of the event that tells that it was sent; -1 when the journal does not know it
     * @param host where
     * @param header a copy of its transport headers
     * @param time when it has arrived by the model of captures, nanoseconds
     */
    void arrived(long sequence, String host, byte[] header, long time);
}
