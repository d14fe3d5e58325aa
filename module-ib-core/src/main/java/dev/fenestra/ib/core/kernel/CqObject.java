package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.DriverCq;
import org.jspecify.annotations.Nullable;

/** A completion queue. */
final class CqObject extends KernelObject {
    private final DriverCq driver;
    private final @Nullable ChannelObject channel;

    /**
     * @param channel where its completion events go, or null
     */
    CqObject(DriverCq driver, @Nullable ChannelObject channel) {
        super(ObjectKind.CQ, channel == null ? new KernelObject[0] : new KernelObject[] {channel});
        this.driver = driver;
        this.channel = channel;
    }

    @Nullable
    ChannelObject channel() {
        return channel;
    }

    DriverCq driver() {
        return driver;
    }
}
