package dev.fenestra.uverbs.request;

/**
 * A send request as an immutable value, for {@code QueuePair.post}. Each kind has a factory {@code of(...)}, with the
 * wrId first, and is signaled by default. {@link SendBuilder} does the same without objects.
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

    /** {@return the program's number for the request, which its completion carries} */
    long wrId();

    /** {@return bits of {@link dev.fenestra.ib.core.vocabulary.SendFlag}} */
    int flags();
}
