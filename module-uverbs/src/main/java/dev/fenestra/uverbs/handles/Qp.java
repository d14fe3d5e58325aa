package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.kernel.EventCounts;
import dev.fenestra.ib.core.kernel.QpResponse;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.VerbsObserver;
import dev.fenestra.uverbs.device.OpenDevice;
import dev.fenestra.uverbs.device.UnackedEvents;
import dev.fenestra.uverbs.device.VerbArguments;

/** What each QP has, also one without queues: a number, a state, attributes and asynchronous events. */
abstract sealed class Qp extends VerbsObject permits QueuePair, XrcTarget {
    private final OpenDevice device;
    private final Context context;
    private final int number;
    private final UnackedEvents asyncEvents = new UnackedEvents();

    Qp(Context context, OpenDevice device, QpResponse response) {
        super(device, "QP", response.handle());
        this.device = device;
        this.context = context;
        number = response.qpNumber();
    }

    /** {@return the context that it belongs to} */
    public Context context() {
        return context;
    }

    OpenDevice device() {
        return device;
    }

    /** {@return the QP number, 24 bits} */
    public int number() {
        return number;
    }

    /** The provider's bytes for a change. */
    Udata modifying(QpAttributes attributes) {
        return Udata.none();
    }

    /** Tells the provider's half what the kernel changed. */
    void modified(QpAttributes attributes, Udata udata) {}

    /** Adapts the program's half to a new state, after the device has changed it. */
    void stateChanged(QpState state) {}

    /** {@return the state it is in now; asks the device with a system call} */
    public QpState state() {
        checkOpen();
        device.calling("ibv_query_qp", this);
        return device.kernel().qps().queryState(handle());
    }

    /**
     * {@return the attributes that the device knows ({@code ibv_query_qp}); the mask says which} A system call. PSNs
     * are those of the next packet, depths are rounded up as the device keeps them; {@link QueuePair#capacity} and
     * {@link QueuePair#type} are known without asking.
     */
    public QpAttributes query() {
        checkOpen();
        device.calling("ibv_query_qp", this);
        return device.kernel().qps().query(handle());
    }

    /**
     * Changes the state or attributes. Refuses with EINVAL what the state table does not allow; then nothing is
     * changed.
     *
     * @param attributes the new values, and a mask of those that are given
     */
    public void modify(QpAttributes attributes) {
        checkOpen();
        device.calling("ibv_modify_qp", () -> VerbArguments.change(handle(), attributes));
        Udata udata = modifying(attributes);
        device.kernel().qps().modify(handle(), attributes, udata);
        modified(attributes, udata);
        if (attributes.has(QpAttribute.STATE)) {
            stateChanged(attributes.state());
        }
        for (VerbsObserver observer : device.observers()) {
            observer.modified(this, attributes);
        }
    }

    UnackedEvents asyncEvents() {
        return asyncEvents;
    }

    @Override
    protected void destroy() {
        device.calling("ibv_destroy_qp", this);
        asyncEvents.check(device, this);
        EventCounts read = device.kernel().qps().destroy(handle());
        asyncEvents.await(this, read.async());
    }
}
