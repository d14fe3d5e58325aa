package dev.fenestra.uverbs;

import dev.fenestra.ib.core.spi.UserAh;
import dev.fenestra.ib.core.vocabulary.AhAttributes;

/**
 * A path to a port, for datagrams. Only QPs of its PD may use it; requests of another PD's QP fail with LOC_QP_OP_ERR
 * (IBA C10-10). A request copies the path when it is posted, so the address handle may be closed after that.
 */
public final class AddressHandle extends VerbsObject {
    private final AhAttributes attributes;
    private final ProtectionDomain pd;
    private final PdIdentity pdIdentity;
    private final UserAh user;
    private final UserAh forOtherPd;

    AddressHandle(ProtectionDomain pd, int handle, AhAttributes attributes, UserAh user) {
        super(pd.context(), handle);
        this.pd = pd;
        pdIdentity = PdIdentity.of(pd);
        this.attributes = attributes;
        this.user = user;
        forOtherPd = user.forOtherPd();
    }

    /** {@return the PD that it was created in} */
    public ProtectionDomain pd() {
        return pd;
    }

    /** {@return the path that it was created with} */
    public AhAttributes attributes() {
        return attributes;
    }

    /** The path in the form that requests carry. */
    UserAh of(PdIdentity pdOfQp) {
        checkOpen();
        return pdOfQp.equals(pdIdentity) ? user : forOtherPd;
    }

    @Override
    String kind() {
        return "AH";
    }

    @Override
    void destroy() {
        context().calling("ibv_destroy_ah", this);
        context().kernel().ahs().destroy(handle());
    }
}
