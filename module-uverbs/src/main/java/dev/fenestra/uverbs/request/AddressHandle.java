package dev.fenestra.uverbs.request;

import dev.fenestra.ib.core.spi.UserAh;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.device.OpenDevice;
import dev.fenestra.uverbs.memory.Pd;

/**
 * A path to a port, for datagrams. Only QPs of its PD may use it; requests of another PD's QP fail with LOC_QP_OP_ERR
 * (IBA C10-10). A request copies the path when it is posted, so the address handle may be closed after that.
 */
public final class AddressHandle extends VerbsObject {
    private final OpenDevice device;
    private final AhAttributes attributes;
    private final Pd pd;
    private final PdIdentity pdIdentity;
    private final UserAh user;
    private final UserAh forOtherPd;

    /**
     * A path that is found. A program gets it from its PD.
     *
     * @param device the opened device of the PD
     * @param pd whose QPs may use it
     * @param handle in the kernel
     * @param attributes the path
     * @param user the path as the provider knows it
     */
    @SuppressWarnings("exports")
    public AddressHandle(OpenDevice device, Pd pd, int handle, AhAttributes attributes, UserAh user) {
        super(device, "AH", handle);
        this.device = device;
        this.pd = pd;
        pdIdentity = new PdIdentity(device.kernel(), pd.handle());
        this.attributes = attributes;
        this.user = user;
        forOtherPd = user.forOtherPd();
    }

    /** {@return the PD that it was created in} */
    public Pd pd() {
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
    protected void destroy() {
        device.calling("ibv_destroy_ah", this);
        device.kernel().ahs().destroy(handle());
    }
}
