package dev.fenestra.vendor.common.kernel;

import dev.fenestra.hw.sim.card.CardSrq;
import dev.fenestra.hw.sim.card.PostedQueue;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.DriverSrq;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.SharedReceiveOperations;
import dev.fenestra.ib.core.spi.SrqRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.SrqAttribute;
import dev.fenestra.ib.core.vocabulary.SrqAttributes;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.common.CardRule;

/** Shared receive queues. */
final class SharedQueues implements SharedReceiveOperations {
    private final CardCalls calls;
    private final VendorHalf vendor;
    private final EventDelivery events;

    SharedQueues(CardCalls calls, VendorHalf vendor, EventDelivery events) {
        this.calls = calls;
        this.vendor = vendor;
        this.events = events;
    }

    @Override
    public RdmaDevice device() {
        return calls.device();
    }

    @Override
    public DriverSrq createSrq(DriverPd owner, SrqRequest request, Udata udata) {
        CardPd pd = CardPd.of(owner);
        Made<PostedQueue, SrqCapacity> made = vendor.srq(pd.context(), request.capacity(), true, udata);
        try {
            CardSrq queue = new CardSrq(made.queue());
            int number = calls.number(() -> calls.core().srqs().create(pd.number(), queue));
            limit(number, request.limit());
            made.numbered().accept(number);
            CardSrqObject srq = new CardSrqObject(pd.context(), number, queue, made);
            events.add(EventDelivery.Kind.SRQ, number, srq);
            return srq;
        } catch (VerbsException refused) {
            made.backing().release();
            throw refused;
        }
    }

    private void limit(int number, int receives) {
        calls.number(() -> calls.core().srqs().limit(number, receives));
    }

    /** The size is the only part that may be refused, so it comes first. */
    @Override
    public void modifySrq(DriverSrq modified, int mask, int maxWr, int limit, Udata udata) {
        CardSrqObject srq = CardSrqObject.of(modified);
        if (SrqAttribute.MAX_WR.in(mask)) {
            resize(srq, maxWr, udata);
        }
        if (SrqAttribute.LIMIT.in(mask)) {
            limit(srq.number(), limit);
        }
    }

    private void resize(CardSrqObject srq, int maxWr, Udata udata) {
        SrqCapacity asked = new SrqCapacity(maxWr, srq.made().capacity().maxSge());
        Made<PostedQueue, SrqCapacity> other = vendor.srq(srq.context(), asked, false, udata);
        if (!calls.ask(() -> moved(srq.queue(), other.queue()))) {
            other.backing().release();
            throw calls.rules().refused(CardRule.SRQ_ROOM, "max_wr=" + maxWr);
        }
        other.numbered().accept(srq.number());
        Backing old = srq.made().backing();
        srq.made(other);
        old.release();
    }

    private boolean moved(CardSrq srq, PostedQueue other) {
        boolean fits = vendor.move(srq.queue(), other);
        if (fits) {
            srq.moveTo(other);
        }
        return fits;
    }

    @Override
    public SrqAttributes querySrq(DriverSrq srq) {
        int limit = calls.ask(() -> calls.core().srqs().limit(srq.number()));
        return new SrqAttributes(CardSrqObject.of(srq).made().capacity(), limit);
    }

    @Override
    public void destroySrq(DriverSrq ended) {
        CardSrqObject srq = CardSrqObject.of(ended);
        calls.number(() -> calls.core().srqs().destroy(srq.number()));
        events.remove(EventDelivery.Kind.SRQ, srq.number());
        srq.made().backing().release();
    }
}
