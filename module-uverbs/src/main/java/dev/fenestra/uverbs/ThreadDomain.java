package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.VerbsException;

/**
 * The promise that one thread at a time uses the QPs of a {@linkplain ProtectionDomain#allocParentDomain parent domain}
 * ({@code ibv_td}).
 */
public final class ThreadDomain extends VerbsObject {
    private final Children parentDomains = new Children();

    ThreadDomain(Context context) {
        super(context, context.handleOfOurs());
    }

    Children parentDomains() {
        return parentDomains;
    }

    @Override
    String kind() {
        return "TD";
    }

    /** Refuses with EBUSY while a parent domain has it. */
    @Override
    void destroy() {
        context().calling("ibv_dealloc_td");
        if (parentDomains.count() > 0) {
            throw context()
                    .logged(
                            "uverbs",
                            new VerbsException(VerbsRule.DOMAIN_UNUSED, this + " is held by " + parentDomains));
        }
    }
}
