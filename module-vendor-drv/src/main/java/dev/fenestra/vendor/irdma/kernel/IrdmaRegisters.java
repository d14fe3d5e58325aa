package dev.fenestra.vendor.irdma.kernel;

import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.hw.sim.card.ShadowRecord;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.vendor.common.kernel.CardContext;
import dev.fenestra.vendor.irdma.abi.IrdmaUdata;
import java.lang.foreign.MemorySegment;

/**
 * A page of registers. The card notices the stores of programs of this JVM. Those of other programs are stores to
 * memory, and the card looks at their queues.
 *
 * @param card the card
 * @param context of the process, whose queues alone they reach
 * @param memory of the page
 */
record IrdmaRegisters(Card card, CardContext context, MemorySegment memory) implements MappedPage {
    @Override
    public void write64(int offset, long value) {
        int number = (int) value;
        if (offset == IrdmaUdata.SEND_DOORBELL && context.hasQp(number)) {
            card.core().doorbell(number);
        } else if (offset == IrdmaUdata.ARM && context.hasCq(number)) {
            if ((value >>> Integer.SIZE & ShadowRecord.ANY) != 0) {
                // A later arm for solicited entries takes its place in the record, before the card looks.
                card.cq(number).arm(false);
            }
            card.core().submit(() -> look(number));
        }
    }

    private boolean look(int cqn) {
        boolean isArmed = context.hasCq(cqn) && card.cq(cqn).findArm();
        if (isArmed) {
            card.core().cqs().look(cqn, card.fabric().now());
        }
        return isArmed;
    }
}
