package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.spi.UserContext;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.VerbsRule;
import dev.fenestra.uverbs.device.OpenDevice;
import dev.fenestra.uverbs.device.QueueMemory;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a parent domain: the PD behind it, and the way its queues are created.
 *
 * @param pd the PD behind it
 * @param thread the thread domain that replaces locks, or null
 * @param memory allocates its queues
 * @param user the provider, which lays queues out there
 */
record ParentDomain(ProtectionDomain pd, @Nullable ThreadDomain thread, QueueMemory memory, UserContext user) {
    static ParentDomain of(ProtectionDomain pd, OpenDevice device, ParentDomainAttributes attributes) {
        UserContext provider = device.user();
        boolean shares =
                attributes.allowCcUnprotectedAlloc() && device.attributes().can(DeviceCapability.CC_DMA_BOUNCE);
        QueueMemory memory = shares
                ? new QueueMemory(device.process())
                : new QueueMemory(device.process().memory(), attributes.allocator());
        UserContext user = shares ? provider.allocatingWhollyFrom(memory) : provider.allocatingFrom(memory);
        return new ParentDomain(pd, attributes.thread(), memory, user);
    }

    void begin() {
        pd.parentDomains().add();
        if (thread != null) {
            thread.parentDomains().add();
        }
    }

    /** Refuses with EBUSY while a queue has memory of it. */
    void end(ProtectionDomain itself, OpenDevice device) {
        device.calling("ibv_dealloc_pd");
        int queues = memory.queues();
        if (queues > 0) {
            String held = itself + " is held by " + queues + (queues == 1 ? " queue" : " queues");
            throw device.logged("uverbs", new VerbsException(VerbsRule.DOMAIN_QUEUES, held));
        }
        pd.parentDomains().remove();
        if (thread != null) {
            thread.parentDomains().remove();
        }
    }
}
