package dev.fenestra.uverbs;

import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceIdentity;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;
import dev.fenestra.ib.core.vocabulary.PortAttributes;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The part of a {@link Context} that queries the device and reports calls and refusals to observers. */
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

    /** {@return its number in the host's list of open devices} */
    public int number() {
        return kernel.number();
    }

    /** {@return limits and capabilities of the device ({@code ibv_query_device}), queried once when it was opened} */
    public DeviceAttributes deviceAttributes() {
        return attributes;
    }

    /**
     * {@return the on-demand paging of the device ({@code odp_caps} of {@code ibv_query_device_ex})}
     */
    public OdpCapabilities odpCapabilities() {
        calling("ibv_query_device_ex");
        return kernel.queryOdp();
    }

    /** {@return the identity of the device: the other fields of {@code ibv_query_device}} */
    public DeviceIdentity identity() {
        calling("ibv_query_device");
        return kernel.queryIdentity();
    }

    /**
     * {@return the present state of a port ({@code ibv_query_port})}
     *
     * @param number from 1 to the device's {@code phys_port_cnt}, else EINVAL
     */
    public PortAttributes port(int number) {
        calling("ibv_query_port", () -> CallArguments.of("port_num", number));
        return kernel.queryPort(number);
    }

    /**
     * {@return an entry of the port's GID table; {@link Gid#UNSPECIFIED} for an empty one} EINVAL for an index that the
     * table does not have.
     *
     * @param index from 0
     */
    public Gid gid(int index) {
        calling("ibv_query_gid", () -> CallArguments.of("index", index));
        return kernel.queryGid(index);
    }

    /**
     * {@return how many interrupts the device has for completion events ({@code num_comp_vectors}); 0 without such
     * events}
     */
    public int completionVectors() {
        return kernel.cqs().vectors();
    }

    /** {@return the time of the device, nanoseconds} */
    public long now() {
        return kernel.now();
    }

    /** Gives the device one turn, as a poll of an empty CQ does. No system call. */
    public void progress() {
        kernel.progress();
    }

    /**
     * Lets the device work until this time has passed on its clock. A virtual clock is there at once. No system call.
     *
     * @param time on the device's clock
     */
    public void run(Duration time) {
        long limit = now() + time.toNanos();
        while (now() - limit < 0) {
            kernel.progressUntil(limit);
        }
    }

    /**
     * Sets the observer of this context.
     *
     * @param newObserver gets each call and post from now on; null for none
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
        calling(verb, () -> CallArguments.NONE);
    }

    /** Begins a control verb on an object alone, such as one that destroys it. */
    void calling(String verb, VerbsObject object) {
        calling(verb, () -> CallArguments.of("handle", object.handle()));
    }

    /**
     * Begins a control verb.
     *
     * @param arguments makes what it was given; called only when somebody watches
     */
    void calling(String verb, Supplier<CallArguments> arguments) {
        checkOpen();
        VerbsObserver watching = observer;
        if (watching != null) {
            watching.call(verb, arguments);
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
