package dev.fenestra.vendor.mlx4.kernel;

import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.hw.sim.card.PollRecord;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.vendor.common.kernel.CardContext;
import dev.fenestra.vendor.mlx4.abi.Mlx4Udata;
import java.lang.foreign.MemorySegment;

/**
 * A page of registers (UAR). The card notices the stores of programs of this JVM. Those of other programs are stores to
 * memory, and the card looks at their queues.
 *
 * @param card the card
 * @param context of the process, whose queues alone they reach
 * @param memory of the page
 */
record Mlx4Registers(Card card, CardContext context, MemorySegment memory) implements MappedPage {
    private static final int NUMBER_MASK = 0xffffff;

    @Override
    public void write64(int offset, long value) {
        int qpn = (int) (value >>> Byte.SIZE) & NUMBER_MASK;
        int cqn = (int) (value >>> Integer.SIZE) & NUMBER_MASK;
        if (offset == Mlx4Udata.SEND_DOORBELL && context.hasQp(qpn)) {
            card.core().doorbell(qpn);
        } else if (offset == Mlx4Udata.ARM && context.hasCq(cqn)) {
            if ((value >>> Integer.SIZE & PollRecord.ANY) != 0) {
                // A later arm for solicited entries takes its place in the record, before the card looks.
                card.cq(cqn).arm(false);
            }
            card.core().submit(() -> look(cqn));
        }
    }

    private boolean look(int cqn) {
        boolean isArmed = context.hasCq(cqn) && card.cq(cqn).findArm();
        if (isArmed) {
            card.core().cqs().look(cqn, card.fabric().now());
        }
        return isArmed;
    }

    /** The record of a CQ holds its last arm. */
    @Override
    public LostArms lostArms() {
        return LostArms.WIDER;
    }
}
