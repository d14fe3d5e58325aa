package dev.fenestra.ib.core.kernel.objects;

import dev.fenestra.ib.core.spi.DriverCq;
import org.jspecify.annotations.Nullable;

/** A completion queue. */
public final class CqObject extends KernelObject {
    private final DriverCq driver;
    private final @Nullable ChannelObject channel;
    private volatile int cqe;

    /**
     * Makes a CQ.
     *
     * @param driver the driver's object
     * @param cqe completions that it must hold
     * @param channel where its completion events go, or null
     */
    public CqObject(DriverCq driver, int cqe, @Nullable ChannelObject channel) {
        super(ObjectKind.CQ, channel == null ? new KernelObject[0] : new KernelObject[] {channel});
        this.driver = driver;
        this.cqe = cqe;
        this.channel = channel;
    }

    /** {@return where its completion events go, or null} */
    @Nullable
    public ChannelObject channel() {
        return channel;
    }

    /** {@return completions that it must hold} */
    public int cqe() {
        return cqe;
    }

    /**
     * Notes a new size. Only the call that has the CQ alone makes it.
     *
     * @param newCqe completions that it must hold
     */
    public void cqe(int newCqe) {
        cqe = newCqe;
    }

    /** {@return the driver's object} */
    public DriverCq driver() {
        return driver;
    }
}
