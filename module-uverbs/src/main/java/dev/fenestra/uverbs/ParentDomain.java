package dev.fenestra.uverbs;

import dev.fenestra.ib.core.spi.UserContext;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import org.jspecify.annotations.Nullable;

/**
 * What makes a PD a parent domain: another PD behind it, and how its queues come to be.
 *
 * @param pd behind it
 * @param thread whose promise makes locks needless, or null
 * @param memory where its queues lie
 * @param user the provider, laying queues out there
 */
record ParentDomain(ProtectionDomain pd, @Nullable ThreadDomain thread, QueueMemory memory, UserContext user) {
    static ParentDomain of(ProtectionDomain pd, ParentDomainAttributes attributes) {
        Context context = pd.context();
        UserContext provider = context.user();
        boolean shares = attributes.allowCcUnprotectedAlloc()
                && context.deviceAttributes().can(DeviceCapability.CC_DMA_BOUNCE);
        QueueMemory memory = shares
                ? context.process().sharedQueueMemory()
                : context.process().queueMemory(attributes.allocator());
        UserContext user = shares ? provider.allocatingWhollyFrom(memory) : provider.allocatingFrom(memory);
        return new ParentDomain(pd, attributes.thread(), memory, user);
    }

    void begin() {
        pd.parentDomains().add();
        if (thread != null) {
            thread.parentDomains().add();
        }
    }

    /** EBUSY while a queue has memory of it. */
    void end(ProtectionDomain itself) {
        Context context = pd.context();
        context.calling("ibv_dealloc_pd");
        int queues = memory.queues();
        if (queues > 0) {
            String held = itself + " is held by " + queues + (queues == 1 ? " queue" : " queues");
            throw context.logged("uverbs", new VerbsException(Errno.EBUSY, VerbsRule.DOMAIN_QUEUES, held));
        }
        pd.parentDomains().remove();
        if (thread != null) {
            thread.parentDomains().remove();
        }
    }
}
