package dev.fenestra.vendor.common.user;

import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.Udata;
import java.util.function.IntFunction;

/**
 * Something on its way through a system call.
 *
 * @param <T> what it becomes
 * @param udata for the kernel half
 * @param completion makes it, from the number that the kernel gave it
 * @param undo gives back what was prepared
 */
public record Prepared<T>(Udata udata, IntFunction<T> completion, Runnable undo) implements Pending<T> {
    @Override
    public T complete(int number) {
        return completion.apply(number);
    }

    @Override
    public void discard() {
        undo.run();
    }
}
