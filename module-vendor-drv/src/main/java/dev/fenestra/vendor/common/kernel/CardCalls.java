package dev.fenestra.vendor.common.kernel;

import dev.fenestra.hw.sim.hca.core.HcaCore;
import dev.fenestra.hw.sim.hca.core.Reply;
import dev.fenestra.hw.sim.mlx5.prm.CommandStatus;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.vendor.common.CardRule;
import dev.fenestra.vendor.common.VendorRules;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;

/**
 * Has the card execute something and waits for it.
 *
 * @param core inside of the card
 * @param services the host's
 * @param device driven while it waits
 * @param rules of the vendor
 */
record CardCalls(HcaCore core, KernelServices services, RdmaDevice device, VendorRules rules) {

    /** The number in the card's reply. After a refusal nothing has changed. */
    int number(Callable<Reply> call) {
        return number(CardRule.UNUSED, CardRule.LIMIT, call);
    }

    /** The same for a region. */
    int ofRegion(Callable<Reply> call) {
        return number(CardRule.BOUND, CardRule.ENTRY_LIMIT, call);
    }

    /** The same for a member of a multicast group. */
    int ofGroup(Callable<Reply> call) {
        return number(CardRule.UNUSED, CardRule.ENTRY_LIMIT, call);
    }

    private int number(CardRule busy, CardRule full, Callable<Reply> call) {
        Reply reply = ask(call);
        if (reply.isRefused()) {
            CardRule broken = switch (reply.refusal().status()) {
                case CommandStatus.RESOURCE_BUSY -> busy;
                case CommandStatus.LIMIT_EXCEEDED -> full;
                default -> CardRule.CARD;
            };
            throw rules.refused(broken, reply.refusal().text());
        }
        return reply.number();
    }

    /** Whatever the card answers. */
    <T> T ask(Callable<T> call) {
        Future<T> answer = core.submit(call);
        services.await(device, answer::isDone);
        return answer.resultNow();
    }
}
