package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.kernel.calls.KernelXrc;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.device.OpenDevice;

/**
 * An XRC domain ({@code ibv_xrcd}). Through any target of the domain, peers reach every XRC SRQ of the domain by its
 * number. Processes of a host share a domain when they open it under the same name. Its targets also take requests for
 * SRQs of other processes.
 *
 * <p>Closing it is refused with EBUSY while SRQs or targets of this object are open. The domain itself lives until the
 * last process closes it.
 */
public final class XrcDomain extends VerbsObject {
    private final OpenDevice device;

    private final Context context;

    XrcDomain(Context context, OpenDevice device, int handle) {
        super(device, "XRCD", handle);
        this.device = device;
        this.context = context;
    }

    /** {@return the context that it belongs to} */
    public Context context() {
        return context;
    }

    /**
     * Creates the QP that takes the requests of one XRC initiator, in RESET.
     *
     * @return the target
     */
    public XrcTarget createTarget() {
        checkOpen();
        device.calling("ibv_create_qp_ex");
        return device.opened(new XrcTarget(
                context, device, kernel().createTarget(handle(), device.user().xrcTarget())));
    }

    /**
     * Opens a target that another process has created in this domain ({@code ibv_open_qp}).
     *
     * @param qpNumber the QP number, 24 bits
     * @return the target
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EINVAL for a number that is no target of the domain
     */
    public XrcTarget openTarget(int qpNumber) {
        checkOpen();
        device.calling("ibv_open_qp");
        return device.opened(new XrcTarget(context, device, kernel().openTarget(handle(), qpNumber)));
    }

    private KernelXrc kernel() {
        return device.kernel().xrc();
    }

    @Override
    protected void destroy() {
        device.calling("ibv_close_xrcd", this);
        kernel().close(handle());
    }
}
