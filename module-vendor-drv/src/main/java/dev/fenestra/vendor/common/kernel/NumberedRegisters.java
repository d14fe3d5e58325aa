package dev.fenestra.vendor.common.kernel;

import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.ib.core.spi.MappedPage;
import java.lang.foreign.MemorySegment;

/**
 * A page with two registers: one says "look at the send queue", the other asks for an event. Both take the number of
 * the queue in bits 31:0; a Java program says above them how it asks. The card notices the stores of programs of this
 * JVM. Those of other programs are stores to memory, and the card looks at their queues.
 *
 * @param card the card
 * @param context of the process, whose queues alone they reach
 * @param memory of the page
 * @param sendAt offset of the register for send queues, bytes
 * @param armAt offset of the register for completion queues, bytes
 * @param any the bit by which a program asks for an event of any entry
 */
public record NumberedRegisters(Card card, CardContext context, MemorySegment memory, int sendAt, int armAt, int any)
        implements MappedPage {
    @Override
    public void write64(int offset, long value) {
        int number = (int) value;
        if (offset == sendAt && context.hasQp(number)) {
            card.core().doorbell(number);
        } else if (offset == armAt && context.hasCq(number)) {
            if ((value >>> Integer.SIZE & any) != 0) {
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
