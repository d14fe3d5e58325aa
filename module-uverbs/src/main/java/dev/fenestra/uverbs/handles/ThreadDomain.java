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
    private final Context context;
    private final OpenDevice device;
    private final Children parentDomains = new Children();

    ThreadDomain(Context context, OpenDevice device) {
        super(device, "TD", device.handleOfOurs());
        this.context = context;
        this.device = device;
    }

    /** {@return the context that it belongs to} */
    public Context context() {
        return context;
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
                    "uverbs", new VerbsException(VerbsRule.DOMAIN_UNUSED, this + " is held by " + parentDomains));
        }
    }
}
