package dev.fenestra.ib.core.kernel.calls;

import dev.fenestra.ib.core.kernel.device.LentMemories;
import dev.fenestra.ib.core.kernel.inspection.SystemCallGate;
import dev.fenestra.ib.core.memory.DmaBuf;
import dev.fenestra.ib.core.spi.AddressSpace;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/**
 * The parts of the process and its host that the calls on an opened device use.
 *
 * @param context number of the opened device on its host, from 1 on
 * @param pid number of the process on its host, from 1 on
 * @param gate the process's way into the kernel
 * @param memory the process's memory as the driver of this device gets it
 * @param lent kernel memory that the process can map through this opening
 * @param capNetRaw whether the process has CAP_NET_RAW at this moment
 * @param buffers the dma-buf of a descriptor; EBADF or EINVAL when there is none
 * @param notesCreation whether objects keep the calls that created them
 * @param random random bits for the process
 */
public record ContextOwner(
        int context,
        int pid,
        SystemCallGate gate,
        AddressSpace memory,
        LentMemories lent,
        BooleanSupplier capNetRaw,
        IntFunction<DmaBuf> buffers,
        boolean notesCreation,
        LongSupplier random) {

    /** {@return name of the process} */
    public String process() {
        return gate.caller().process();
    }
}
