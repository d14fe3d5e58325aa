package dev.fenestra.ib.core.kernel.host;

import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.kernel.device.InterruptWork;
import dev.fenestra.ib.core.kernel.device.SlotDma;
import dev.fenestra.ib.core.kernel.inspection.Awaited;
import dev.fenestra.ib.core.kernel.inspection.HostTrace;
import dev.fenestra.ib.core.kernel.inspection.Wait;
import dev.fenestra.ib.core.spi.BusMemory;
import dev.fenestra.ib.core.spi.DriverObserver;
import dev.fenestra.ib.core.spi.KernelBuffer;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.HostConfig;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The services of a host for the driver of a slot. */
final class HostServices implements KernelServices {
    private final HostConfig config;
    private final HostTrace trace;
    private final InterruptWork deferred;
    private final SlotDma dma;

    HostServices(HostConfig config, HostTrace trace, InterruptWork deferred, SlotDma dma) {
        this.config = config;
        this.trace = trace;
        this.deferred = deferred;
        this.dma = dma;
    }

    @Override
    public BusMemory busMemory() {
        return dma.domain();
    }

    @Override
    public KernelBuffer allocate(int bytes) {
        return dma.memory().allocate(bytes);
    }

    @Override
    public void free(KernelBuffer buffer) {
        dma.memory().free(buffer);
    }

    /** Spins, since the device either works on this very thread or answers within microseconds. */
    @Override
    public void await(RdmaDevice device, BooleanSupplier condition) {
        if (condition.getAsBoolean()) {
            return;
        }
        device.progress();
        if (condition.getAsBoolean()) {
            return;
        }
        Duration limit = config.commandTimeout();
        try (Wait wait = Wait.looking(new Answer(device.name(), condition))) {
            while (System.nanoTime() - wait.since() < limit.toNanos()) {
                Thread.onSpinWait();
                wait.again();
                device.progress();
                if (condition.getAsBoolean()) {
                    return;
                }
            }
            throw new VerbsException(KernelRule.COMMAND_TIME, device.name() + " gave no answer in " + limit);
        }
    }

    /** The answer of a device to a command. */
    private record Answer(String object, BooleanSupplier condition) implements Awaited {
        @Override
        public String what() {
            return "for the answer to a command";
        }

        @Override
        public String debtor() {
            return "the device";
        }

        @Override
        public boolean isHere() {
            return condition.getAsBoolean();
        }
    }

    @Override
    public void defer(Runnable work) {
        deferred.add(work);
    }

    @Override
    public Optional<String> driverOption(String name) {
        return Optional.ofNullable(config.driverOptions().get(name));
    }

    @Override
    public void refused(Refusal refusal) {
        trace.refused(refusal);
    }

    @Override
    public @Nullable DriverObserver observer() {
        return trace.observer();
    }
}
