package dev.fenestra.ib.core.uverbs;

/** Carries the records of one event file to its process. */
public interface EventPort {
    /**
     * Sends one record, without waiting.
     *
     * @param record sent as a whole, or not at all
     * @return false when there is no room at the moment; then the record was not sent
     */
    boolean send(byte[] record);

    /**
     * Takes back all sent records that the process has not read.
     *
     * @return the records, one after the other
     */
    byte[] recall();
}
