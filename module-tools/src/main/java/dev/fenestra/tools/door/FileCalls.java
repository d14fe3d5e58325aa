package dev.fenestra.tools.door;

import java.io.IOException;

/** What stands behind a file that a program has opened. One call at a time. */
interface FileCalls extends AutoCloseable {
    /**
     * Answers a call. The program waits, and with it all that shares the line: what must wait for an event answers
     * EAGAIN.
     *
     * @return its answer, after {@link Message#STORE_BYTES} and bytes for all that the program is to store
     * @throws IOException for what is no call
     */
    Message answer(Message call) throws IOException;

    /** The program has closed its last descriptor. */
    @Override
    void close();
}
