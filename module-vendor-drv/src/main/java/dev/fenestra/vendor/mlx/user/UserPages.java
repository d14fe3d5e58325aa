package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.spi.DriverObserver;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.UserMemory;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The parts that all queues of an opened device share.
 *
 * @param memory of the process
 * @param doorbells the device's doorbell page
 * @param observer returns the observer or null; called for each event
 */
record UserPages(UserMemory memory, MappedPage doorbells, Supplier<@Nullable DriverObserver> observer) {}
