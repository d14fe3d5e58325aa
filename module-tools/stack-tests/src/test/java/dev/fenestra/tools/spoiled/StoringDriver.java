package dev.fenestra.tools.spoiled;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.HardwareModel;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.LentMemory;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.tools.testing.WatchedDevice;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A driver that notes what a program may store into: kernel memory that it is lent, and registers. It notes those of
 * contexts that are opened while it watches.
 */
final class StoringDriver implements RdmaDriver {
    private final RdmaDriver real;
    private final List<Object> watched = new ArrayList<>();
    private final List<MemorySegment> lent = new ArrayList<>();
    private final List<MappedPage> registers = new ArrayList<>();
    private boolean isWatching;

    /** @param real does everything */
    StoringDriver(RdmaDriver real) {
        this.real = real;
    }

    @Override
    public String name() {
        return real.name();
    }

    @Override
    public Optional<HardwareModel> hardwareModel(long seed) {
        return real.hardwareModel(seed);
    }

    @Override
    public Optional<HardwareModel> modelOn(Object wire, long seed) {
        return real.modelOn(wire, seed);
    }

    @Override
    public List<RdmaDevice> probe(Object hardware, KernelServices services) {
        return real.probe(hardware, services).stream()
                .map(device -> WatchedDevice.of(device, this::noted))
                .toList();
    }

    private @Nullable Object noted(WatchedDevice.Operation operation) throws Throwable {
        Object[] arguments = operation.arguments();
        boolean opens = isWatching && operation.name().equals("openContext");
        if (opens) {
            arguments[0] = lending(arguments[0]);
        }
        Object answer = operation.proceed();
        if (opens && answer != null) {
            watched.add(answer);
        }
        if (answer instanceof MappedPage page && watched.contains(arguments[0]) && !registers.contains(page)) {
            registers.add(page);
        }
        return answer;
    }

    private Object lending(Object space) {
        return Proxy.newProxyInstance(
                AddressSpace.class.getClassLoader(),
                new Class<?>[] {AddressSpace.class},
                (_, method, given) -> noted(invoke(method, space, given)));
    }

    private @Nullable Object noted(@Nullable Object answer) {
        if (answer instanceof LentMemory memory) {
            lent.add(memory.memory());
        }
        return answer;
    }

    private static @Nullable Object invoke(Method method, Object target, Object @Nullable [] given) throws Throwable {
        try {
            return method.invoke(target, given);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    /** Notes those of contexts that are opened from now on. */
    void watch() {
        isWatching = true;
    }

    /** {@return kernel memory that the program has been lent} */
    List<MemorySegment> lent() {
        return lent;
    }

    /** {@return pages of registers that the program has mapped} */
    List<MappedPage> registers() {
        return registers;
    }
}
