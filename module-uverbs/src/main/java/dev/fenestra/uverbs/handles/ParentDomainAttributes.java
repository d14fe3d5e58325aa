package dev.fenestra.uverbs.handles;

import dev.fenestra.uverbs.BufferAllocator;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a parent domain ({@code ibv_parent_domain_init_attr}).
 *
 * @param thread the promise that one thread at a time uses its QPs, or null
 * @param allocator of QPs, SRQs, CQs and buffers, or null
 * @param allowCcUnprotectedAlloc its queues and buffers may lie in memory that a confidential guest shares with its
 *     devices ({@code IBV_PARENT_DOMAIN_INIT_ATTR_ALLOW_CC_UNPROTECTED_ALLOC}); they do when the device announces
 *     CC_DMA_BOUNCE, and then the allocator is not called
 */
public record ParentDomainAttributes(
        @Nullable ThreadDomain thread, @Nullable BufferAllocator allocator, boolean allowCcUnprotectedAlloc) {
    /** Attributes without thread domain, allocator and consent. */
    public static final ParentDomainAttributes NONE = new ParentDomainAttributes(null, null, false);

    /**
     * {@return such attributes with this promise}
     *
     * @param newThread a thread domain of the same context
     */
    public ParentDomainAttributes withThread(ThreadDomain newThread) {
        return new ParentDomainAttributes(newThread, allocator, allowCcUnprotectedAlloc);
    }

    /**
     * {@return such attributes with this allocator}
     *
     * @param newAllocator provides the memory of queues and buffers
     */
    public ParentDomainAttributes withAllocator(BufferAllocator newAllocator) {
        return new ParentDomainAttributes(thread, newAllocator, allowCcUnprotectedAlloc);
    }

    /**
     * Consents to memory that is not protected from devices.
     *
     * @return such attributes with the consent
     */
    public ParentDomainAttributes allowingCcUnprotectedAlloc() {
        return new ParentDomainAttributes(thread, allocator, true);
    }
}
