package dev.fenestra.vendor.common.kernel;

import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.vendor.common.RegisterPage;
import java.lang.foreign.MemorySegment;

/**
 * The page of registers of a program of this JVM.
 *
 * @param card the card
 * @param context of the process, whose queues alone they reach
 */
public record CallRegisters(Card card, CardContext context) implements MappedPage {
    private static final MemorySegment NOTHING = MemorySegment.ofArray(new long[512]);

    @Override
    public MemorySegment memory() {
        return NOTHING;
    }

    @Override
    public void write64(int offset, long value) {
        if (offset == RegisterPage.POST && context.hasQp((int) value)) {
            card.core().doorbell((int) value);
        } else if (offset == RegisterPage.ARM && context.hasCq((int) (value >>> 1))) {
            card.cq((int) (value >>> 1)).arm((value & 1) != 0);
        }
    }
}
