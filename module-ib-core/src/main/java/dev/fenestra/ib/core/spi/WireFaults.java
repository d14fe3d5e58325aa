package dev.fenestra.ib.core.spi;

import java.util.OptionalLong;

/**
 * A wire that spoils messages on demand, so that tests see how the cards react. It is used only while no card works.
 */
public interface WireFaults {

    /** The messages that are counted. A wire without packets has no parts of messages. */
    enum Message {
        /** A WRITE of one packet. */
        WRITE,
        /** A packet of a WRITE that is neither the first nor the last one. */
        WRITE_PART,
        /** A SEND of one packet. */
        SEND,
        /** A READ request. */
        READ,
        /** An answer to a READ, of one packet. */
        READ_ANSWER,
        /** An answer to an atomic. */
        ATOMIC_ANSWER,
        /** The acknowledgement of a WRITE or a SEND. */
        ACKNOWLEDGEMENT
    }

    /** What happens to a message. */
    enum Fate {
        /** It never arrives. */
        LOST,
        /** It arrives at once, and again a millisecond later. */
        REPEATED,
        /** It arrives after the next message of its sender. */
        OVERTAKEN,
        /** It arrives with one bit inverted. */
        CORRUPTED
    }

    /**
     * Spoils messages from now on.
     *
     * @param message which ones
     * @param fate what happens to them
     * @param first number of the first one, counted from 1 now
     * @param times how many in a row
     * @return whether the wire can do that; otherwise nothing changes
     */
    boolean spoil(Message message, Fate fate, int first, int times);

    /** {@return how many messages were spoiled} */
    long spoiled();

    /** {@return the clock of the wire, nanoseconds; empty when the cards do not use it} */
    OptionalLong now();

    /**
     * Lets time pass while no program asks for anything.
     *
     * @param nanos nanoseconds
     */
    void letPass(long nanos);
}
