package dev.fenestra.tools.pingpong;

import dev.fenestra.uverbs.Context;
import dev.fenestra.uverbs.MemorySlice;
import dev.fenestra.uverbs.ProtectionDomain;
import java.util.Set;

/** Memory with its region, both sent from and received into: a head that only a datagram has, then the message. */
sealed interface MessageBuffer extends AutoCloseable permits HostBuffer, CardBuffer {

    /** Allocates and registers it as the options say. */
    static MessageBuffer of(Context context, ProtectionDomain pd, PingpongOptions options, int headBytes)
            throws PingpongException {
        Set<RcOption> how = options.rcOptions();
        return how.contains(RcOption.DEVICE_MEMORY)
                ? CardBuffer.of(context, pd, options.size())
                : HostBuffer.of(context, pd, options, headBytes);
    }

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
