package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.spi.DriverObserver;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserContext;
import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.spi.UserProvider;
import dev.fenestra.ib.core.spi.VendorCalls;
import dev.fenestra.vendor.mlx.abi.ContextUdata;
import java.util.OptionalInt;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The user half of the driver. */
public final class MlxUserProvider implements UserProvider {
    private static final int REGISTERS = 16;

    private final UserOptions options;

    /** Makes the provider of a device with atomics, without driver options. */
    public MlxUserProvider() {
        this(UserOptions.DEFAULT);
    }

    /**
     * Makes the provider of a device, with driver options.
     *
     * @param options of the driver
     */
    public MlxUserProvider(UserOptions options) {
        this.options = options;
    }

    @Override
    public Pending<UserContext> prepareContext(
            UserMemory memory, LongFunction<MappedPage> map, Supplier<@Nullable DriverObserver> observer) {
        return prepareContext(memory, VendorCalls.mapping(map), observer);
    }

    @Override
    public Pending<UserContext> prepareContext(
            UserMemory memory, VendorCalls calls, Supplier<@Nullable DriverObserver> observer) {
        Udata udata = Udata.ofBytes(ContextUdata.REQUEST_BYTES, ContextUdata.RESPONSE_BYTES);
        ContextUdata.WANTED_REGISTERS.set(udata.request(), REGISTERS);
        ContextUdata.MAX_CQE_VERSION.set(udata.request(), 1);
        return new PendingContext(memory, calls, observer, options, udata);
    }

    /**
     * A context before the kernel has opened the device.
     *
     * @param memory of the process
     * @param calls makes system calls
     * @param observer of the data path
     * @param options of the driver
     * @param udata for the kernel half
     */
    private record PendingContext(
            UserMemory memory,
            VendorCalls calls,
            Supplier<@Nullable DriverObserver> observer,
            UserOptions options,
            Udata udata)
            implements Pending<UserContext> {
        @Override
        public UserContext complete(int number) {
            return new MlxUserContext(
                    memory,
                    calls,
                    observer,
                    options,
                    nullLkey(),
                    ContextUdata.MAX_SRQ_WQES.getInt(udata.response()),
                    ClockPage.of(calls, udata.response()));
        }

        private OptionalInt nullLkey() {
            long told = ContextUdata.RESPONSE_MASK.get(udata.response()) & ContextUdata.HAS_DUMP_FILL_KEY;
            return told == 0
                    ? OptionalInt.empty()
                    : OptionalInt.of(ContextUdata.DUMP_FILL_KEY.getInt(udata.response()));
        }

        @Override
        public void discard() {
            // Nothing to free: nothing was allocated yet.
        }
    }
}
