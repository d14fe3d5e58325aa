package dev.fenestra.ib.core.kernel.gsi;

import dev.fenestra.ib.core.kernel.calls.ContextOwner;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.kernel.device.DmaSpace;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.device.LentMemories;
import dev.fenestra.ib.core.kernel.inspection.LoggedRefusal.Caller;
import dev.fenestra.ib.core.kernel.inspection.SystemCallGate;
import dev.fenestra.ib.core.memory.PhysicalMemory;
import dev.fenestra.ib.core.memory.ProcessMemory;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserContext;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MappableMemory;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * A device that the kernel has opened for itself, with both halves of its driver.
 *
 * @param device the device
 * @param memory of the kernel, as its user half sees it
 * @param kernel its calls
 * @param user its user half
 */
record GsiContext(KernelDevice device, ProcessMemory memory, KernelContext kernel, UserContext user)
        implements AutoCloseable {
    /** The name of the kernel's own objects in messages, as {@code rdma resource show} has it. */
    private static final String NAME = "[ib_core]";

    /** It is no process of the host. */
    private static final int NO_PROCESS = 0;

    private static final int NO_SEED = 0;
    private static final boolean NOT_CONFIDENTIAL = false;
    private static final boolean NOTES_NO_CREATION = false;

    static GsiContext open(KernelDevice device, PhysicalMemory physical) {
        ProcessMemory memory = new ProcessMemory(physical, NAME, NO_PROCESS);
        LentMemories lent = new LentMemories(MappableMemory.PRIVATE);
        ContextOwner owner = new ContextOwner(
                NO_PROCESS,
                NO_PROCESS,
                new SystemCallGate(device.trace(), new Caller(NAME, 0)),
                new DmaSpace(memory, device.dma().domain(), device.trace(), NAME, NOT_CONFIDENTIAL, lent),
                lent,
                () -> true,
                _ -> {
                    throw new IllegalStateException("the kernel registers no dma-buf");
                },
                NOTES_NO_CREATION,
                () -> NO_SEED);
        AtomicReference<KernelContext> opened = new AtomicReference<>();
        Pending<UserContext> pending = device.driver()
                .userProvider()
                .prepareContext(memory, offset -> opened.get().map(offset), device.trace()::observer);
        KernelContext kernel = call(
                pending,
                udata -> new KernelContext(device, owner, device.driver().openContext(owner.memory(), udata), _ -> {}));
        opened.set(kernel);
        return new GsiContext(device, memory, kernel, pending.complete(0));
    }

    /** Makes the call of an object that the user half has prepared. */
    static <T> T call(Pending<?> prepared, Function<Udata, T> call) {
        try {
            return call.apply(prepared.udata());
        } catch (RuntimeException refused) {
            prepared.discard();
            throw refused;
        }
    }

    /** {@return whether a refusal says that the device does not have what was asked for} */
    static boolean isMissing(VerbsException refused) {
        return refused.errno() == Errno.EOPNOTSUPP;
    }

    @Override
    public void close() {
        kernel.close();
        memory.freeAll();
    }
}
