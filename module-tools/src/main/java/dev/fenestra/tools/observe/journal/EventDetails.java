package dev.fenestra.tools.observe.journal;

import dev.fenestra.hw.sim.device.KeyEntry;

/**
 * Is told what more there is to know of an event, beside the event itself. Called on the thread that does the work,
 * right after the sinks have seen the event: it notes and returns.
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
     * What a packet is of.
     *
     * @param sequence of the event that tells that it was sent
     * @param qpNumber of the QP that sends it
     * @param wqeIndex of the send WQE; -1 for an answer
     * @param again it was sent before
     */
    void origin(long sequence, int qpNumber, int wqeIndex, boolean again);

    /**
     * A packet has arrived.
     *
     * @param host where
     * @param header a copy of its transport headers
     */
    void arrived(String host, byte[] header);
}
