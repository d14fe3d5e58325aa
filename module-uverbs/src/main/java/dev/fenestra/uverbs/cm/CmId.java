package dev.fenestra.uverbs.cm;

import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmChannelCalls;
import dev.fenestra.ib.core.cm.CmIdInfo;
import dev.fenestra.ib.core.cm.CmOption;
import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.Ece;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.uverbs.handles.QueuePair;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An id of RDMA CM ({@code rdma_cm_id}): one end of a connection, a listener, or a datagram service. Handles are
 * compared, so two of them may stand for one id.
 *
 * <p>A refused call throws {@link dev.fenestra.ib.core.vocabulary.VerbsException} and changes nothing: EINVAL in a
 * state that the call is not for, ENOENT for an id that is destroyed. Source: man pages rdma_*.
 */
public final class CmId implements AutoCloseable {
    private final CmChannel channel;
    private final int handle;
    private boolean destroyed;

    CmId(CmChannel channel, int handle) {
        this.channel = channel;
        this.handle = handle;
    }

    /** {@return its handle, as events name it} */
    public int handle() {
        return handle;
    }

    /**
     * Moves it, with its unread events, to another channel of the same host ({@code rdma_migrate_id}).
     *
     * @param to where its events arrive from now on
     * @return the id there; this object is of no use any more
     */
    public CmId migrate(CmChannel to) {
        channel.device().calling("rdma_migrate_id");
        to.calls().migrateId(handle, channel.calls());
        return new CmId(to, handle);
    }

    /** {@return what there is to know of it: state, addresses, port and GIDs} */
    public CmIdInfo query() {
        return channel.calls().query(handle);
    }

    /**
     * Gives it an address ({@code rdma_bind_addr}). EADDRNOTAVAIL for an address that the host does not have,
     * EADDRINUSE for a port that another id has.
     *
     * @param address own address; port 0 takes a free one
     */
    public void bind(CmAddress address) {
        calling("rdma_bind_addr").bindAddr(handle, address);
    }

    /**
     * Finds a peer ({@code rdma_resolve_addr}); ADDR_RESOLVED or ADDR_ERROR follows.
     *
     * @param destination address of the peer
     * @param timeout how long nobody may answer
     */
    public void resolveAddress(CmAddress destination, Duration timeout) {
        calling("rdma_resolve_addr").resolveAddr(handle, null, destination, (int) timeout.toMillis());
    }

    /**
     * Finds the path to the peer ({@code rdma_resolve_route}); ROUTE_RESOLVED follows.
     *
     * @param timeout how long nobody may answer
     */
    public void resolveRoute(Duration timeout) {
        calling("rdma_resolve_route").resolveRoute(handle, (int) timeout.toMillis());
    }

    /**
     * Takes requests ({@code rdma_listen}): each is a CONNECT_REQUEST with an id of its own.
     *
     * @param backlog how many may be unread, 1 to 1024
     */
    public void listen(int backlog) {
        calling("rdma_listen").listen(handle, backlog);
    }

    /**
     * Asks the peer for a connection ({@code rdma_connect}); CONNECT_RESPONSE, REJECTED or UNREACHABLE follows. EINVAL
     * for more than 56 bytes of private data.
     *
     * @param param number of the own QP, depths, retries, private data
     */
    public void connect(ConnParam param) {
        calling("rdma_connect").connect(handle, param, Ece.NONE);
    }

    /**
     * Accepts a request ({@code rdma_accept}); ESTABLISHED follows. EINVAL for more than 196 bytes of private data.
     *
     * @param param number of the own QP, depths, retries, private data
     */
    public void accept(ConnParam param) {
        accepted(param);
    }

    /** Ends the exchange after CONNECT_RESPONSE: the connection is established from now on. */
    public void confirm() {
        accepted(null);
    }

    private void accepted(@Nullable ConnParam param) {
        calling("rdma_accept").accept(handle, param, 0, Ece.NONE);
    }

    /**
     * Refuses a request ({@code rdma_reject}). EINVAL for more than 148 bytes of private data.
     *
     * @param privateData goes to the peer, whose event is REJECTED
     */
    public void reject(byte... privateData) {
        calling("rdma_reject").reject(handle, 0, privateData);
    }

    /** Ends the connection, or agrees that the peer has ended it ({@code rdma_disconnect}); DISCONNECTED follows. */
    public void disconnect() {
        calling("rdma_disconnect").disconnect(handle);
    }

    /**
     * Sets an option ({@code rdma_set_option}).
     *
     * @param option which one
     * @param value its value
     */
    public void option(CmOption option, int value) {
        calling("rdma_set_option").setOption(handle, option, value);
    }

    /**
     * Brings a QP into a state, as the exchange so far says ({@code rdma_init_qp_attr} and {@code ibv_modify_qp}).
     * EINVAL when the exchange has not come so far.
     *
     * @param qp the QP of this id
     * @param state INIT, RTR or RTS
     */
    public void bring(QueuePair qp, QpState state) {
        qp.modify(calling("rdma_init_qp_attr").initQpAttr(handle, state));
    }

    /**
     * Destroys it: refuses what it was asked for, and ends its connection ({@code rdma_destroy_id}). A second call does
     * nothing, nor does one after the channel was closed, which destroys its ids.
     */
    @Override
    public synchronized void close() {
        if (isOpen()) {
            calling("rdma_destroy_id").destroyId(handle);
            destroyed = true;
        }
    }

    synchronized boolean isOpen() {
        return !destroyed && channel.isOpen();
    }

    private CmChannelCalls calling(String call) {
        channel.device().calling(call);
        return channel.calls();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CmId id && id.handle == handle && id.channel == channel;
    }

    @Override
    public int hashCode() {
        return handle;
    }

    @Override
    public String toString() {
        return "cm_id " + handle;
    }
}
