package dev.fenestra.ib.core.kernel.objects;

import dev.fenestra.ib.core.spi.DriverCq;
import org.jspecify.annotations.Nullable;

/** A completion queue. */
public final class CqObject extends KernelObject {
    private final DriverCq driver;
    private final @Nullable ChannelObject channel;
    private volatile int cqe;

    /**
     * @param cqe completions that it must hold
     * @param channel where its completion events go, or null
     */
    public CqObject(DriverCq driver, int cqe, @Nullable ChannelObject channel) {
        super(ObjectKind.CQ, channel == null ? new KernelObject[0] : new KernelObject[] {channel});
        this.driver = driver;
        this.cqe = cqe;
        this.channel = channel;
    }

    @Nullable
    public ChannelObject channel() {
        return channel;
    }

    public int cqe() {
        return cqe;
    }

    /** Has been resized; for the call that has it alone. */
    public void cqe(int newCqe) {
        cqe = newCqe;
    }

    public DriverCq driver() {
        return driver;
    }
}
