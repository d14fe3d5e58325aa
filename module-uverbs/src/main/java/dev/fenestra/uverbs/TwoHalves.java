package dev.fenestra.uverbs;

import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.Udata;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * An object in two halves: the provider prepared the user half, and the kernel call created the kernel half.
 *
 * @param kernel the kernel's answer
 * @param user the completed user half
 */
record TwoHalves<K, U>(K kernel, U user) {

    /**
     * Makes the call, then completes the user half. A failed call discards the user half and throws.
     *
     * @param number finds the argument of {@link Pending#complete} in the answer
     */
    static <K, U> TwoHalves<K, U> commit(Pending<U> prepared, Function<Udata, K> call, ToIntFunction<K> number) {
        K answer = call(prepared, call);
        return new TwoHalves<>(answer, prepared.complete(number.applyAsInt(answer)));
    }

    /** Makes the call. The caller completes the user half. A failed call discards the user half. */
    static <K> K call(Pending<?> prepared, Function<Udata, K> call) {
        try {
            return call.apply(prepared.udata());
        } catch (RuntimeException | Error failed) {
            prepared.discard();
            throw failed;
        }
    }
}
