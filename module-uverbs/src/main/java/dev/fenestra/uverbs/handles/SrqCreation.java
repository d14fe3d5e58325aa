package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.kernel.SrqResponse;
import dev.fenestra.ib.core.spi.PendingSrq;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserSrq;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.ib.core.vocabulary.SrqLimits;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.device.OpenDevice;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * An SRQ to be created.
 *
 * @param spec its attributes
 * @param device the opened device
 */
record SrqCreation(SrqSpec spec, OpenDevice device) {

    /**
     * @param layout lays its ring out
     * @param call the system call, about a ring of this capacity
     */
    SharedReceiveQueue with(
            Function<SrqCapacity, PendingSrq> layout, BiFunction<SrqCapacity, Udata, SrqResponse> call) {
        SrqLimits most = device.attributes().srqs();
        SrqCapacity feasible = FeasibleCapacity.of(spec.capacity(), most);
        PendingSrq pending = layout.apply(feasible);
        SrqResponse answer = pending.during(udata -> call.apply(ring(feasible, pending), udata));
        UserSrq user = pending.complete(answer.number());
        return device.opened(new SharedReceiveQueue(device, answer.handle(), answer.number(), user));
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
            throw device.logged("uverbs", refusal);
        }
        return pending.layout();
    }
}
