package dev.fenestra.ib.core.cm;

import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one open channel, as the commands of {@code /dev/infiniband/rdma_cm}. Handles of ids are those of the
 * host; a channel uses its own only. All calls may come from any thread and none of them waits.
 *
 * <p>A refused call is a {@link dev.fenestra.ib.core.vocabulary.VerbsException} with a rule of {@link CmRule}, and has
 * changed nothing. Three errors are not named at each call: ENOENT for a handle that names no id; EINVAL for an id of
 * another channel, or in another state than the call needs; ENXIO for an id whose device has gone, which can only be
 * destroyed. Source: man pages rdma_*, core/cma.c, core/ucma.c.
 */
public interface CmChannelCalls extends AutoCloseable {

    /**
     * {@return the handle of a new id} EINVAL when the port space has no QPs of this type.
     *
     * @param space its port space
     * @param type type of the QP that belongs to it
     * @param uid what the program calls it, in events
     */
    int createId(PortSpace space, QpType type, long uid);

    /**
     * Destroys an id: refuses what it was asked for, ends its connection, removes its unread events.
     *
     * @param id handle
     * @return how many of its events were read
     */
    int destroyId(int id);

    /**
     * Gives an id its address. EADDRNOTAVAIL when the host does not have it, or when the wildcard address and a single
     * address would share a port. EADDRINUSE when another id has it.
     *
     * @param id handle
     * @param address own address; port 0 takes a free one
     */
    void bindAddr(int id, CmAddress address);

    /**
     * Finds the GID of a peer, and a port to reach it by. ADDR_RESOLVED follows once somebody answers, else ADDR_ERROR
     * when the time is over. ENETUNREACH when no route leads to the peer.
     *
     * @param id handle
     * @param source own address, or null for any; an id that is bound already keeps its own
     * @param destination address of the peer
     * @param timeoutMs how long nobody may answer, milliseconds, unsigned
     */
    void resolveAddr(int id, @Nullable CmAddress source, CmAddress destination, int timeoutMs);

    /**
     * Finds the path to the peer; ROUTE_RESOLVED follows.
     *
     * @param id handle
     * @param timeoutMs not needed on Ethernet
     */
    void resolveRoute(int id, int timeoutMs);

    /**
     * Takes requests of peers: each is a CONNECT_REQUEST with a new id. An id that is not bound is bound to all
     * addresses.
     *
     * @param id handle
     * @param backlog how many requests may be unread, 1 to 1024; anything else is 1024. More are dropped, and the peer
     *     asks again
     */
    void listen(int id, int backlog);

    /**
     * Asks the peer for a connection, or for the QP of a datagram service. CONNECT_RESPONSE, ESTABLISHED (for
     * datagrams), REJECTED or UNREACHABLE follows. EINVAL for too much private data: 56 octets, 180 for datagrams; 92
     * and 216 in port space IB; and for a type of QP that is only asked, as XRC_TGT.
     *
     * @param id handle
     * @param param the own end
     * @param ece the own options
     */
    void connect(int id, ConnParam param, Ece ece);

    /**
     * Accepts a request, or ends the exchange after CONNECT_RESPONSE. EINVAL for too much private data: 196 octets, 136
     * for datagrams. While the id is in CONNECT, a call that fails refuses the peer: it gets REJECTED with reason 28.
     *
     * @param id handle
     * @param param the own end; null after CONNECT_RESPONSE
     * @param uid what the program calls the id from now on
     * @param ece the own options
     */
    void accept(int id, @Nullable ConnParam param, long uid, Ece ece);

    /**
     * Refuses a request or an acceptance. EINVAL for more than 148 octets (136 for datagrams) and for another reason.
     *
     * @param id handle
     * @param reason 28 by the program, 35 for options of ECE; 0 is 28
     * @param privateData goes to the peer
     */
    void reject(int id, int reason, byte[] privateData);

    /**
     * Ends a connection, or agrees that the peer has ended it. Without a connection, it does nothing; EINVAL before the
     * first request.
     *
     * @param id handle
     */
    void disconnect(int id);

    /**
     * Says that data have come before RTU. EISCONN when the connection is established already.
     *
     * @param id handle
     */
    void notifyEstablished(int id);

    /**
     * {@return how to bring the QP into a state} EINVAL when the exchange has not come so far.
     *
     * @param id handle
     * @param state INIT, RTR or RTS
     */
    QpAttributes initQpAttr(int id, QpState state);

    /**
     * Sets an option. EINVAL for REUSE_ADDRESS and AF_ONLY when the id listens already or is beyond its binding, and
     * for ACK_TIMEOUT of an id without connections.
     *
     * @param id handle
     * @param option which one
     * @param value its value
     */
    void setOption(int id, CmOption option, int value);

    /**
     * Joins a group with a bound id of datagrams; MULTICAST_JOIN follows with the path to it. The program attaches its
     * QP itself. EINVAL for an address that is not a group's.
     *
     * @param id handle
     * @param group address of the group
     * @param uid what the program calls the membership
     * @return handle of the membership
     */
    int joinMulticast(int id, CmAddress group, long uid);

    /**
     * Leaves a group.
     *
     * @param membership handle
     * @return how many of its events were read
     */
    int leaveMulticast(int membership);

    /**
     * Takes an id, with its unread events, from another channel of the same host.
     *
     * @param id handle, of the other channel
     * @param from the channel that the id belongs to
     * @return how many of its events were read there
     */
    int migrateId(int id, CmChannelCalls from);

    /**
     * {@return what there is to know of an id}
     *
     * @param id handle
     */
    CmIdInfo query(int id);

    /** {@return the oldest event, which is now read; null when there is none} */
    @Nullable
    CmEvent getEvent();

    /** {@return whether an event is unread} */
    boolean hasEvents();

    /**
     * Sets who is told of new events. Set it before a look at {@link #hasEvents}, and no event is missed.
     *
     * @param listener runs without a lock of the connection manager; null for nobody
     */
    void listener(@Nullable Runnable listener);

    /** {@return all ids of this channel, oldest first} */
    List<CmIdInfo> ids();

    /** {@return whether it is open: a channel ends with its process at the latest} */
    boolean isOpen();

    /** Destroys all ids. Calls are refused afterwards with EBADF, but for a second close. */
    @Override
    void close();
}
