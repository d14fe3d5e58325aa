package dev.fenestra.uverbs;

/**
 * A send request as an immutable value, for {@link QueuePair#post}. Each kind has {@code of(...)}, with the wrId first,
 * and is signaled unless told otherwise. {@link SendBuilder} does the same without objects.
 */
public sealed interface WorkRequest
        permits Send,
                SendWithImmediate,
                SendWithInvalidate,
                Datagram,
                RdmaWrite,
                RdmaWriteWithImmediate,
                RdmaRead,
                AtomicCompareAndSwap,
                AtomicFetchAndAdd,
                AtomicWrite,
                Flush,
                BindMw,
                LocalInvalidate,
                RegisterMr,
                XrcRequest {

    /** {@return the program's own name for it, found again in its completion} */
    long wrId();

    /** {@return bits of {@link dev.fenestra.ib.core.vocabulary.SendFlag}} */
    int flags();
}
