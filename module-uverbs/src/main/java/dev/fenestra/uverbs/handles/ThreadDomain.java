package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.VerbsRule;
import dev.fenestra.uverbs.device.OpenDevice;

/**
 * The promise that one thread at a time uses the QPs of a {@linkplain ProtectionDomain#allocParentDomain parent domain}
 * ({@code ibv_td}).
 */
public final class ThreadDomain extends VerbsObject {
    private final OpenDevice device;
    private final Children parentDomains = new Children();

    ThreadDomain(OpenDevice device) {
        super(device, "TD", device.handleOfOurs());
        this.device = device;
    }

    Children parentDomains() {
        return parentDomains;
    }

    /** Refuses with EBUSY while a parent domain has it. */
    @Override
    protected void destroy() {
        device.calling("ibv_dealloc_td");
        if (parentDomains.count() > 0) {
            throw device.logged(
                    "uverbs", new VerbsException(VerbsRule.DOMAIN_UNUSED, name() + " is held by " + parentDomains));
        }
    }
}
