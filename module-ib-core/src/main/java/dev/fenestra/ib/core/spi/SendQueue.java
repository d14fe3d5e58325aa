package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The send queue of a QP, on the data path: no kernel transition, no allocation, no lock but its own.
 *
 * <p>It has two entry points, as real drivers have. The builder is {@link #start}, then for each request
 * {@link #request}, one operation and its data, then {@link #complete}. It posts all requests since start together, or
 * none. The list is {@link #post}. It stops at a refused request, and earlier requests stay posted.
 */
public interface SendQueue {

    /** Begins a batch and takes the queue's lock. */
    void start();

    /**
     * Says how the next request is named and flagged.
     *
     * @param wrId the number that the completion of the request carries
     * @param flags bits of {@link dev.fenestra.ib.core.vocabulary.SendFlag}
     */
    void request(long wrId, int flags);

    /** Begins a SEND. */
    void send();

    /**
     * Begins a SEND with immediate data.
     *
     * @param immediate 32 bits, delivered as given
     */
    void sendWithImmediate(int immediate);

    /**
     * A SEND that makes the receiver invalidate one of its own keys.
     *
     * @param rkey the R_Key that the peer invalidates when it takes the message
     */
    void sendWithInvalidate(int rkey);

    /**
     * Begins an RDMA WRITE; its data are read here and written at the peer.
     *
     * @param rkey the R_Key of the peer's region or window
     * @param remoteAddress as the peer names the first byte
     */
    void rdmaWrite(int rkey, long remoteAddress);

    /**
     * Begins an RDMA WRITE that takes a receive of the peer as well.
     *
     * @param rkey the R_Key of the peer's region or window
     * @param remoteAddress as the peer names the first byte
     * @param immediate 32 bits, delivered as given
     */
    void rdmaWriteWithImmediate(int rkey, long remoteAddress, int immediate);

    /**
     * Begins an RDMA READ; its data are where the peer's bytes arrive.
     *
     * @param rkey the R_Key of the peer's region or window
     * @param remoteAddress as the peer names the first byte
     */
    void rdmaRead(int rkey, long remoteAddress);

    /**
     * Replaces 8 bytes of remote memory if they hold an expected value; what was there lands in the request's data.
     *
     * @param rkey the R_Key of the peer's region or window
     * @param remoteAddress 8-aligned
     * @param compare the value that is expected
     * @param swap the new value, if the old one is what is expected
     */
    default void atomicCompareAndSwap(int rkey, long remoteAddress, long compare, long swap) {
        throw unsupported("atomics");
    }

    /**
     * Adds to 8 bytes of remote memory; what was there lands in the request's data.
     *
     * @param rkey the R_Key of the peer's region or window
     * @param remoteAddress 8-aligned
     * @param add the number to add
     */
    default void atomicFetchAndAdd(int rkey, long remoteAddress, long add) {
        throw unsupported("atomics");
    }

    /**
     * Makes earlier writes to remote memory visible or persistent; it has no data.
     *
     * @param rkey the R_Key of the peer's region or window
     * @param remoteAddress as the peer names the first byte
     * @param length bytes of the range
     * @param types mask of {@link dev.fenestra.ib.core.vocabulary.PlacementType}
     * @param level number of a {@link dev.fenestra.ib.core.vocabulary.SelectivityLevel}
     */
    default void flush(int rkey, long remoteAddress, int length, int types, int level) {
        throw unsupported("FLUSH");
    }

    /**
     * Writes 8 bytes of remote memory that nobody sees half-written; it has no other data.
     *
     * @param rkey the R_Key of the peer's region or window
     * @param remoteAddress 8-aligned
     * @param value the bytes, little-endian
     */
    default void atomicWrite(int rkey, long remoteAddress, long value) {
        throw unsupported("ATOMIC_WRITE");
    }

    /**
     * UD: says where the request goes; called between its operation and its data.
     *
     * @param ah the path, prepared by this provider
     * @param remoteQpNumber the peer's QP, 24 bits
     * @param remoteQkey the Q_Key that the datagram carries
     */
    default void destination(UserAh ah, int remoteQpNumber, int remoteQkey) {
        throw unsupported("datagrams");
    }

    /**
     * XRC: says for which SRQ of the peer the request is; called between its operation and its data.
     *
     * @param srqn its number, 24 bits
     */
    default void remoteSrq(int srqn) {
        throw unsupported("XRC");
    }

    /**
     * Binds a type-2 window.
     *
     * @param mw the window
     * @param newKey the R_Key to give it: the window's index and a tag of the caller's choice
     * @param mr what the window is bound to
     * @param address as requests name the first byte
     * @param length bytes
     * @param access rights of the window, mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     */
    void bindMw(UserMw mw, int newKey, UserMr mr, long address, long length, int access);

    /**
     * Begins a LOCAL_INV: the type-2 window or fast-register region of this key is free when it has completed.
     *
     * @param rkey the key to invalidate
     */
    void localInvalidate(int rkey);

    /**
     * Gives a fast-register region memory, rights and a key.
     *
     * @param registration key, pages, rights and range of the region
     */
    default void registerMr(MrRegistration registration) {
        throw unsupported("fast registration");
    }

    /**
     * Adds a piece of registered memory to the request's data.
     *
     * @param lkey the L_Key of the memory
     * @param address as requests name the first byte
     * @param length bytes
     */
    void sge(int lkey, long address, int length);

    /**
     * Copies process memory into the request as its data.
     *
     * @param address as requests name the first byte
     * @param length bytes
     */
    void inline(long address, int length);

    /**
     * Posts the batch and releases the lock.
     *
     * @return 0, or the errno of the first request that was refused; then none is posted
     */
    int complete();

    /**
     * The same, for an observer. It is told between the last WQE and the doorbell, on the posting thread. A provider
     * that does not do so itself tells it behind the doorbell.
     *
     * @param posted is told once when the batch is posted, and not when it is refused; it must not post
     * @return as {@link #complete()}
     */
    default int complete(Runnable posted) {
        int errno = complete();
        if (errno == 0) {
            posted.run();
        }
        return errno;
    }

    /** Drops the batch and releases the lock. */
    void abort();

    /**
     * Posts a list of requests in order, stopping at the first that is refused.
     *
     * @param list requests in order; a refused one is marked there
     * @return 0, or an errno; then {@link SendList#badIndex} names the culprit and earlier requests stay posted
     */
    int post(SendList list);

    /**
     * The same, for an observer. It is told between the last WQE and the doorbell, on the posting thread. A provider
     * that does not do so itself tells it behind the doorbell.
     *
     * @param list requests in order; a refused one is marked there
     * @param posted is told once how many requests, from the first on, are posted, if any; it must not post
     * @return as {@link #post(SendList)}
     */
    default int post(SendList list, IntConsumer posted) {
        int errno = post(list);
        int done = errno == 0 ? list.size() : list.badIndex();
        if (done > 0) {
            posted.accept(done);
        }
        return errno;
    }

    /**
     * Posts the bind of a type-1 window, after {@link PostChecks#bindMw}; length 0 unbinds. On success the window's
     * R_Key has moved.
     *
     * @param wrId the number that the completion of the request carries
     * @param flags bits of {@link dev.fenestra.ib.core.vocabulary.SendFlag}
     * @param mw the window
     * @param mr what the window is bound to, or null to unbind
     * @param address as requests name the first byte
     * @param length bytes
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     * @return 0 or an errno
     */
    int bindType1(long wrId, int flags, UserMw mw, @Nullable UserMr mr, long address, long length, int access);

    /**
     * The same, for an observer. It is told between the WQE and the doorbell, on the posting thread. A provider that
     * does not do so itself tells it behind the doorbell.
     *
     * @param wrId the number that the completion of the request carries
     * @param flags bits of {@link dev.fenestra.ib.core.vocabulary.SendFlag}
     * @param mw the window
     * @param mr what the window is bound to, or null to unbind
     * @param address as requests name the first byte
     * @param length bytes
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     * @param posted is told once when the bind is posted, and not when it is refused; it must not post
     * @return 0 or an errno
     */
    default int bindType1(
            long wrId,
            int flags,
            UserMw mw,
            @Nullable UserMr mr,
            long address,
            long length,
            int access,
            Runnable posted) {
        int errno = bindType1(wrId, flags, mw, mr, address, length, access);
        if (errno == 0) {
            posted.run();
        }
        return errno;
    }

    /**
     * {@return requests that were posted and have neither completed nor are known to be done} An unsignaled request is
     * known to be done when a later one completes. 0 when the provider does not count.
     */
    default int unfinished() {
        return 0;
    }

    /** {@return the rule that the last refused post on this queue broke, or null when the provider does not say} */
    default @Nullable Rule refusedBy() {
        return null;
    }

    private static VerbsException unsupported(String what) {
        return new VerbsException(SpiRule.UNSUPPORTED, "the provider has no " + what);
    }
}
