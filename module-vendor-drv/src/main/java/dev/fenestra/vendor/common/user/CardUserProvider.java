package dev.fenestra.vendor.common.user;

import dev.fenestra.ib.core.spi.DriverObserver;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserContext;
import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.spi.UserProvider;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The user half of the cards of one vendor.
 *
 * @param vendor what it adds
 */
public record CardUserProvider(UserVendor vendor) implements UserProvider {
    @Override
    public Pending<UserContext> prepareContext(
            UserMemory memory, LongFunction<MappedPage> map, Supplier<@Nullable DriverObserver> observer) {
        Udata udata = vendor.opening();
        return new Prepared<>(udata, _ -> new CardUserContext(vendor, new UserVendor.Opened(memory, map)), () -> {});
    }
}
