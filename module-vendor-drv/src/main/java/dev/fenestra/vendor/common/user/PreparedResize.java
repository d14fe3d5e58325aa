package dev.fenestra.vendor.common.user;

import dev.fenestra.ib.core.spi.PendingSrqResize;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import java.util.function.IntFunction;

/**
 * Another ring of a shared receive queue on its way through a system call.
 *
 * @param layout its ring
 * @param udata for the kernel half
 * @param completion goes over to it
 * @param undo gives back what was prepared
 */
public record PreparedResize(SrqCapacity layout, Udata udata, IntFunction<SrqCapacity> completion, Runnable undo)
        implements PendingSrqResize {
    @Override
    public SrqCapacity complete(int number) {
        return completion.apply(number);
    }

    @Override
    public void discard() {
        undo.run();
    }
}
