package dev.fenestra.uverbs.cm;

import dev.fenestra.ib.core.cm.CmEventType;
import dev.fenestra.uverbs.handles.QueuePair;
import java.time.Duration;

/**
 * One end of a connection that RDMA CM has made. The QP is in RTS.
 *
 * @param channel where the events of the id arrive; it has no other id
 * @param id the end
 * @param qp its QP
 * @param privateData what the peer sent along
 */
public record CmConnection(CmChannel channel, CmId id, QueuePair qp, byte[] privateData) implements AutoCloseable {

    /**
     * Ends the connection, and destroys QP, id and channel. A peer that has ended it already is no mistake. A second
     * call does nothing.
     */
    @Override
    public void close() {
        if (id.isOpen()) {
            id.disconnect();
        }
        qp.close();
        channel.close();
    }

    /**
     * Waits until the peer has ended the connection.
     *
     * @param timeout on the device's clock
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EAGAIN when it does not in time
     */
    public void awaitEnd(Duration timeout) {
        CmSteps.await(channel, id, CmEventType.DISCONNECTED, timeout);
    }
}
