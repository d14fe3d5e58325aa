package dev.fenestra.tools.bridge;

import java.io.IOException;

/** Answers the calls on a file that a program has opened, one call at a time. */
interface FileCalls extends AutoCloseable {
    /**
     * Answers a call. The program waits, and so do others on the same line. So a call that would wait for an event
     * answers EAGAIN.
     *
     * @return its answer, after {@link Message#STORE_BYTES} and bytes for all that the program is to store
     * @throws IOException when the message is no call
     */
    Message answer(Message call) throws IOException;

    /** The program has closed its last descriptor. */
    @Override
    void close();
}
