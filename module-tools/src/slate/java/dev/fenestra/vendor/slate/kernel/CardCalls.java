package dev.fenestra.vendor.slate.kernel;

import dev.fenestra.hw.sim.hca.core.HcaCore;
import dev.fenestra.hw.sim.hca.core.Reply;
import dev.fenestra.hw.sim.mlx5.prm.CommandStatus;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.slate.abi.SlateRule;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;

/**
 * Has the card execute something and waits for it.
 *
 * @param core inside of the card
 * @param services the host's
 * @param device driven while it waits
 */
record CardCalls(HcaCore core, KernelServices services, RdmaDevice device) {

    /** The number in the card's reply. A refusal is EBUSY, ENOMEM or EINVAL, and then nothing has changed. */
    int number(Callable<Reply> call) {
        Reply reply = ask(call);
        if (reply.isRefused()) {
            throw new VerbsException(broken(reply), reply.refusal().text());
        }
        return reply.number();
    }

    /** Whatever the card answers. */
    <T> T ask(Callable<T> call) {
        Future<T> answer = core.submit(call);
        services.await(device, answer::isDone);
        return answer.resultNow();
    }

    private static SlateRule broken(Reply reply) {
        return switch (reply.refusal().status()) {
            case CommandStatus.RESOURCE_BUSY -> SlateRule.CARD_UNUSED;
            case CommandStatus.LIMIT_EXCEEDED -> SlateRule.CARD_LIMIT;
            default -> SlateRule.CARD;
        };
    }
}
