package dev.fenestra.uverbs;

import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.Udata;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * An object that was made in two halves: the provider prepared its user half, the kernel call made the other.
 *
 * @param kernel what the kernel answered
 * @param user the user half, completed
 */
record TwoHalves<K, U>(K kernel, U user) {

    /**
     * Makes the call, then completes the user half. A call that fails discards what was prepared, and throws.
     *
     * @param number tells from the answer what {@link Pending#complete} takes
     */
    static <K, U> TwoHalves<K, U> commit(Pending<U> prepared, Function<Udata, K> call, ToIntFunction<K> number) {
        K answer = call(prepared, call);
        return new TwoHalves<>(answer, prepared.complete(number.applyAsInt(answer)));
    }

    /** Makes the call, and leaves it to the caller to complete the user half. A call that fails discards it. */
    static <K> K call(Pending<?> prepared, Function<Udata, K> call) {
        try {
            return call.apply(prepared.udata());
        } catch (RuntimeException | Error failed) {
            prepared.discard();
            throw failed;
        }
    }
}
