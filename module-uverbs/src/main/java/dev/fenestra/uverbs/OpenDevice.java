package dev.fenestra.uverbs;

import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceIdentity;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;
import dev.fenestra.ib.core.vocabulary.PortAttributes;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import org.jspecify.annotations.Nullable;

/** The part of a {@link Context} that asks the device about itself, and tells of calls and refusals. */
abstract sealed class OpenDevice permits ContextMemory {
    private final KernelContext kernel;
    private final DeviceAttributes attributes;
    private volatile @Nullable VerbsObserver observer;

    OpenDevice(KernelContext kernel) {
        this.kernel = kernel;
        attributes = kernel.queryDevice();
    }

    /** {@return the device's name on its host} */
    public String device() {
        return kernel.device();
    }

    /** {@return the number by which its host lists it among the open devices} */
    public int number() {
        return kernel.number();
    }

    /** {@return limits and capabilities of the device ({@code ibv_query_device}), asked once when it was opened} */
    public DeviceAttributes deviceAttributes() {
        return attributes;
    }

    /**
     * {@return what the device can do with memory that is not pinned ({@code odp_caps} of {@code ibv_query_device_ex})}
     */
    public OdpCapabilities odpCapabilities() {
        calling("ibv_query_device_ex");
        return kernel.queryOdp();
    }

    /** {@return which device it is: the rest of what {@code ibv_query_device} tells} */
    public DeviceIdentity identity() {
        calling("ibv_query_device");
        return kernel.queryIdentity();
    }

    /**
     * {@return what a port is at this moment ({@code ibv_query_port})}
     *
     * @param number from 1 to the device's {@code phys_port_cnt}, else EINVAL
     */
    public PortAttributes port(int number) {
        calling("ibv_query_port");
        return kernel.queryPort(number);
    }

    /**
     * {@return an entry of the port's GID table} EINVAL for an index the port does not have.
     *
     * @param index from 0
     */
    public Gid gid(int index) {
        calling("ibv_query_gid");
        return kernel.queryGid(index);
    }

    /**
     * {@return how many interrupts ({@code num_comp_vectors}) completion events can be spread over; 0 for a device
     * without such events}
     */
    public int completionVectors() {
        return kernel.cqs().vectors();
    }

    /** {@return the device's clock, nanoseconds} */
    public long now() {
        return kernel.now();
    }

    /**
     * Installs who watches this context, in place of who did; null for nobody.
     *
     * @param newObserver is told of each call and post from now on
     */
    public void observe(@Nullable VerbsObserver newObserver) {
        observer = newObserver;
    }

    KernelContext kernel() {
        return kernel;
    }

    @Nullable
    VerbsObserver observer() {
        return observer;
    }

    /**
     * Begins a control verb.
     *
     * @param verb the name of the verb, such as {@code ibv_reg_mr}
     */
    void calling(String verb) {
        checkOpen();
        VerbsObserver watching = observer;
        if (watching != null) {
            watching.call(verb);
        }
    }

    /**
     * Notes in the host's log a refusal that the kernel has not seen.
     *
     * @param <T> that interface
     */
    <T extends VerbsException> T logged(String layer, T refused) {
        kernel.refused(new Refusal(
                layer,
                refused.rule().id(),
                refused.rule().violation(),
                refused.errno().name(),
                refused.values()));
        return refused;
    }

    abstract void checkOpen();
}
