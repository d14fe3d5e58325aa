package dev.fenestra.ib.core.uverbs;

/** Carries the records of one event file to its process. */
public interface EventPort {
    /**
     * Sends one record, without waiting.
     *
     * @param record all of it goes, or nothing
     * @return false when there is no room at the moment: the record was not sent
     */
    boolean send(byte[] record);

    /**
     * Takes back all that was sent and that the process has not read.
     *
     * @return the records, one behind the other
     */
    byte[] recall();
}
