package dev.fenestra.tools.bench;

import dev.fenestra.uverbs.cm.CmChannel;
import dev.fenestra.uverbs.cm.CmId;

/**
 * Both ends of a connection that RDMA CM has made for two QPs of a test, see {@link TestBench#connectByCm}.
 *
 * @param one the end that asked
 * @param other the end that accepted
 */
public record CmPair(End one, End other) implements AutoCloseable {
    /**
     * One end.
     *
     * @param channel where the events of the id arrive; it has no other id
     * @param id the end
     */
    public record End(CmChannel channel, CmId id) {}

    /** Ends the connection, and destroys both ids and channels. The QPs stay. */
    @Override
    public void close() {
        one.channel.close();
        other.channel.close();
    }
}
