package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.kernel.calls.KernelCqs;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.UserContext;
import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcExField;
import dev.fenestra.uverbs.VerbsRule;
import dev.fenestra.uverbs.device.OpenDevice;

/** Creates CQs: the provider lays the ring out, then the kernel is called. */
final class CqCreation {
    private CqCreation() {}

    /**
     * Creates a CQ.
     *
     * @param device the opened device
     * @param provider lays its ring out
     * @param spec its attributes
     */
    static CompletionQueue create(OpenDevice device, UserContext provider, CqSpec spec) {
        device.calling(
                "ibv_create_cq", () -> CallArguments.of("cqe", spec.cqe()).with("comp_vector", spec.vector()));
        CompletionChannel channel = spec.channel();
        if (channel != null) {
            channel.checkOpen();
            device.checkOwn(channel.handle(), channel, "");
        }
        if (!spec.fields().isEmpty() && !device.attributes().clock().isPresent()) {
            throw device.logged(
                    "uverbs",
                    new VerbsException(
                            VerbsRule.CQ_FIELDS, String.format("wc_flags=0x%x", WcExField.mask(spec.fields()))));
        }
        int channelHandle = channel == null ? KernelCqs.NO_CHANNEL : channel.handle();
        int feasible = FeasibleCapacity.of(spec.cqe(), device.attributes());
        Pending<UserCq> pending =
                spec.isSingleThreaded() ? provider.prepareSingleThreadedCq(feasible) : provider.prepareCq(feasible);
        int handle =
                pending.during(udata -> device.kernel().cqs().create(spec.cqe(), channelHandle, spec.vector(), udata));
        UserCq user = pending.complete(handle);
        return device.opened(new CompletionQueue(device, handle, user, spec));
    }
}
