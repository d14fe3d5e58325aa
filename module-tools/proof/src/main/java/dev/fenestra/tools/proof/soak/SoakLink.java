package dev.fenestra.tools.proof.soak;

import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.request.WorkRequest;

/** The connection of one run, from the side that asks to the side that answers. */
sealed interface SoakLink extends AutoCloseable permits ConnectedLink, DatagramLink, XrcLink {

    /** Where requests are posted. */
    QueuePair asks();

    /** The request as this connection carries it. */
    WorkRequest request(SoakStep step, WorkRequest plain, MemorySlice data);

    /**
     * Posts a receive.
     *
     * @param operand of the step that will take it
     */
    void receive(long wrId, int operand, MemorySlice into);

    /** A window over all memory that peers may use, bound for this connection. */
    MemoryWindow bind();

    @Override
    void close();
}
