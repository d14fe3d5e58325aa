package dev.fenestra.tools.pingpong;

import dev.fenestra.uverbs.memory.MemorySlice;

/** Memory with its region, both sent from and received into: a head that only a datagram has, then the message. */
interface MessageBuffer extends AutoCloseable {
    /** The message. */
    MemorySlice message();

    /** Head and message. */
    MemorySlice all();

    /** Whether the message may go inside a work request: a program cannot read the card's memory so. */
    boolean canBeInline();

    /** Changes the message. */
    void fill(byte[] message) throws PingpongException;

    /** The message as it is. */
    byte[] content() throws PingpongException;

    @Override
    void close();
}
