package dev.fenestra.vendor.common.user;

import dev.fenestra.ib.core.spi.PendingSrq;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserSrq;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import java.util.function.IntFunction;

/**
 * A shared receive queue on its way through a system call.
 *
 * @param layout its ring
 * @param udata for the kernel half
 * @param completion makes it, from the number that the kernel gave it
 * @param undo gives back what was prepared
 */
public record PreparedSrq(SrqCapacity layout, Udata udata, IntFunction<UserSrq> completion, Runnable undo)
        implements PendingSrq {
    @Override
    public UserSrq complete(int number) {
        return completion.apply(number);
    }

    @Override
    public void discard() {
        undo.run();
    }
}
