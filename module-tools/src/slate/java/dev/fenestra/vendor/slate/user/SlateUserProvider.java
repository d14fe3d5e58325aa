package dev.fenestra.vendor.slate.user;

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

/** The user half of the driver. */
public final class SlateUserProvider implements UserProvider {
    public SlateUserProvider() {}

    @Override
    public Pending<UserContext> prepareContext(
            UserMemory memory, LongFunction<MappedPage> map, Supplier<@Nullable DriverObserver> observer) {
        return new Prepared<>(Udata.none(), handle -> new SlateUserContext(memory, map.apply(0)), () -> {});
    }
}
