package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import org.jspecify.annotations.Nullable;

/**
 * The send queue of a QP, on the data path: no kernel transition, no allocation, no lock but its own.
 *
 * <p>Two entry points, as real drivers have. The builder: {@link #start}, then for each request {@link #request}, one
 * operation and its data, then {@link #complete}; all requests since start are posted together or not at all. The list:
 * {@link #post}, where requests before a refused one stay posted.
 */
public interface SendQueue {

    /** Begins a batch and takes the queue's lock. */
    void start();

    /**
     * Says how the next request is named and flagged.
     *
     * @param flags bits of {@link dev.fenestra.ib.core.vocabulary.SendFlag}
     */
    void request(long wrId, int flags);

    void send();

    /**
     * @param immediate 32 bits, delivered as given
     */
    void sendWithImmediate(int immediate);

    /** A SEND that makes the receiver invalidate one of its own keys. */
    void sendWithInvalidate(int rkey);

    void rdmaWrite(int rkey, long remoteAddress);

    void rdmaWriteWithImmediate(int rkey, long remoteAddress, int immediate);

    void rdmaRead(int rkey, long remoteAddress);

    /**
     * Replaces 8 bytes of remote memory if they hold an expected value; what was there lands in the request's data.
     *
     * @param remoteAddress 8-aligned
     */
    default void atomicCompareAndSwap(int rkey, long remoteAddress, long compare, long swap) {
        throw unsupported("atomics");
    }

    /**
     * Adds to 8 bytes of remote memory; what was there lands in the request's data.
     *
     * @param remoteAddress 8-aligned
     */
    default void atomicFetchAndAdd(int rkey, long remoteAddress, long add) {
        throw unsupported("atomics");
    }

    /**
     * Makes earlier writes to remote memory visible or persistent; it has no data.
     *
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
     * @param remoteAddress 8-aligned
     * @param value the bytes, little-endian
     */
    default void atomicWrite(int rkey, long remoteAddress, long value) {
        throw unsupported("ATOMIC_WRITE");
    }

    /** UD: says where the request goes; called between its operation and its data. */
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
     * @param newKey the R_Key to give it: the window's index and a tag of the caller's choice
     * @param access rights of the window, mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     */
    void bindMw(UserMw mw, int newKey, UserMr mr, long address, long length, int access);

    void localInvalidate(int rkey);

    /** Gives a fast-register region memory, rights and a key. */
    default void registerMr(MrRegistration registration) {
        throw unsupported("fast registration");
    }

    /** Adds a piece of registered memory to the request's data. */
    void sge(int lkey, long address, int length);

    /** Copies process memory into the request as its data. */
    void inline(long address, int length);

    /**
     * Posts the batch and releases the lock.
     *
     * @return 0, or the errno of the first request that was refused: then none is posted
     */
    int complete();

    /** Drops the batch and releases the lock. */
    void abort();

    /**
     * Posts a list of requests in order, stopping at the first that is refused.
     *
     * @return 0, or an errno; then {@link SendList#badIndex} names the culprit and earlier requests stay posted
     */
    int post(SendList list);

    /**
     * Posts the bind of a type-1 window, after {@link PostChecks#bindMw}; length 0 unbinds. On success the window's
     * R_Key has moved.
     *
     * @return 0 or an errno
     */
    int bindType1(long wrId, int flags, UserMw mw, @Nullable UserMr mr, long address, long length, int access);

    /** The rule that the last refused post on this queue broke, or null when the provider does not say. */
    default @Nullable Rule refusedBy() {
        return null;
    }

    private static VerbsException unsupported(String what) {
        return new VerbsException(Errno.EOPNOTSUPP, SpiRule.UNSUPPORTED, "the provider has no " + what);
    }
}
