package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.kernel.calls.KernelCqs;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.SortedSets;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcExField;
import dev.fenestra.uverbs.VerbsRule;
import dev.fenestra.uverbs.device.OpenDevice;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a CQ to be created.
 *
 * @param cqe completions asked for
 * @param channel where its events go
 * @param vector the interrupt of its events
 * @param fields the extended fields of its completions
 */
record CqCreation(int cqe, @Nullable CompletionChannel channel, int vector, Set<WcExField> fields) {
    CqCreation {
        fields = SortedSets.copyOf(fields);
    }

    /**
     * @param layout lays its ring out
     */
    CompletionQueue in(OpenDevice device, IntFunction<Pending<UserCq>> layout) {
        device.calling("ibv_create_cq", () -> CallArguments.of("cqe", cqe).with("comp_vector", vector));
        if (channel != null) {
            channel.checkOpen();
            device.checkOwn(channel.handle(), channel, "");
        }
        if (!fields.isEmpty() && !device.attributes().clock().isPresent()) {
            throw device.logged(
                    "uverbs",
                    new VerbsException(VerbsRule.CQ_FIELDS, String.format("wc_flags=0x%x", WcExField.mask(fields))));
        }
        int channelHandle = channel == null ? KernelCqs.NO_CHANNEL : channel.handle();
        Pending<UserCq> pending = layout.apply(FeasibleCapacity.of(cqe, device.attributes()));
        int handle = pending.during(udata -> device.kernel().cqs().create(cqe, channelHandle, vector, udata));
        UserCq user = pending.complete(handle);
        return device.opened(new CompletionQueue(device, handle, user, channel, fields));
    }
}
