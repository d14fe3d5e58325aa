package dev.fenestra.tools.observe.journal;

import dev.fenestra.hw.sim.device.KeyEntry;

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
     * The request to which a packet belongs.
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
