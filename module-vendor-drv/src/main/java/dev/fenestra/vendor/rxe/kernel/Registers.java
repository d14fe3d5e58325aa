package dev.fenestra.vendor.rxe.kernel;

import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.vendor.common.kernel.CardContext;
import dev.fenestra.vendor.rxe.abi.RxeUdata;
import java.lang.foreign.MemorySegment;

/**
 * The registers of a program of this JVM, in place of the system calls POST_SEND and REQ_NOTIFY_CQ.
 *
 * @param card the card
 * @param context of the process, whose queues alone they reach
 */
record Registers(Card card, CardContext context) implements MappedPage {
    private static final MemorySegment NOTHING = MemorySegment.ofArray(new long[512]);

    @Override
    public MemorySegment memory() {
        return NOTHING;
    }

    @Override
    public void write64(int offset, long value) {
        if (offset == RxeUdata.POST && context.hasQp((int) value)) {
            card.core().doorbell((int) value);
        } else if (offset == RxeUdata.ARM && context.hasCq((int) (value >>> 1))) {
            card.cq((int) (value >>> 1)).arm((value & 1) != 0);
        }
    }
}
