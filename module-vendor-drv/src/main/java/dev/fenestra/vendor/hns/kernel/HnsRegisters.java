package dev.fenestra.vendor.hns.kernel;

import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.hw.sim.card.PollRecord;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.vendor.common.kernel.CardContext;
import dev.fenestra.vendor.hns.abi.HnsUdata;
import java.lang.foreign.MemorySegment;

/**
 * A page of registers (UAR), of which one is for all queues. The card notices the stores of programs of this JVM. Those
 * of other programs are stores to memory, where each takes the place of the last one; the card looks at their queues.
 *
 * @param card the card
 * @param context of the process, whose queues alone they reach
 * @param memory of the page
 */
record HnsRegisters(Card card, CardContext context, MemorySegment memory) implements MappedPage {
    private static final int NUMBER_MASK = 0xffffff;
    private static final int COMMANDS = 0xf;

    @Override
    public void write64(int offset, long value) {
        int number = (int) value & NUMBER_MASK;
        int command = (int) value >>> HnsUdata.COMMAND_SHIFT & COMMANDS;
        if (offset != HnsUdata.DOORBELL) {
            return;
        }
        if (command == HnsUdata.SEND_COMMAND && context.hasQp(number)) {
            card.core().doorbell(number);
        } else if (command == HnsUdata.ARM_COMMAND && context.hasCq(number)) {
            int taken = (int) (value >>> Integer.SIZE) & PollRecord.COUNT_MASK;
            card.core().submit(() -> arm(number, (value & HnsUdata.SOLICITED) != 0, taken));
        }
    }

    private boolean arm(int number, boolean solicitedOnly, int taken) {
        boolean isThere = context.hasCq(number);
        if (isThere) {
            card.cq(number).arm(solicitedOnly, taken);
            card.core().cqs().look(number, card.fabric().now());
        }
        return isThere;
    }

    @Override
    public LostArms lostArms() {
        return LostArms.ALL;
    }
}
