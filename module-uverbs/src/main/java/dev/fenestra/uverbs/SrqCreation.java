package dev.fenestra.uverbs;

import dev.fenestra.ib.core.kernel.SrqResponse;
import dev.fenestra.ib.core.spi.PendingSrq;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserSrq;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.ib.core.vocabulary.SrqLimits;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * An SRQ to be created.
 *
 * @param spec its attributes
 * @param most the limits of the device
 * @param logged enters refusals in the log
 */
record SrqCreation(SrqSpec spec, SrqLimits most, UnaryOperator<VerbsException> logged) {

    /**
     * @param layout lays its ring out
     * @param call the system call, about a ring of this capacity
     */
    TwoHalves<SrqResponse, UserSrq> with(
            Function<SrqCapacity, PendingSrq> layout, BiFunction<SrqCapacity, Udata, SrqResponse> call) {
        SrqCapacity feasible = FeasibleCapacity.of(spec.capacity(), most);
        PendingSrq pending = layout.apply(feasible);
        return TwoHalves.commit(pending, udata -> call.apply(ring(feasible, pending), udata), SrqResponse::number);
    }

    /**
     * The kernel refuses what the device does not support. Otherwise it creates the queue that the provider laid out.
     */
    private SrqCapacity ring(SrqCapacity feasible, PendingSrq pending) {
        if (!feasible.equals(spec.capacity())) {
            return spec.capacity();
        }
        VerbsException refusal = SrqLimitCheck.refusal(spec.limit(), pending.capacity());
        if (refusal != null) {
            throw logged.apply(refusal);
        }
        return pending.layout();
    }
}
