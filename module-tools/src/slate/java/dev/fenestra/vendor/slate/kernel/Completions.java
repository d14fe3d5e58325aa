package dev.fenestra.vendor.slate.kernel;

import dev.fenestra.ib.core.spi.CompletionOperations;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverCq;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.vendor.slate.abi.SlateUdata;
import dev.fenestra.vendor.slate.card.Entry;
import dev.fenestra.vendor.slate.card.SlateCard;
import java.lang.foreign.MemorySegment;

/** Completion queues over memory that user space describes. */
final class Completions implements CompletionOperations {
    private static final int MAX_ENTRIES = 1 << SlateCard.LIMITS.logMaxCqSize();

    private final SlateCard card;
    private final CardCalls calls;

    Completions(SlateCard card, CardCalls calls) {
        this.card = card;
        this.calls = calls;
    }

    @Override
    public RdmaDevice device() {
        return calls.device();
    }

    @Override
    public DriverCq createCq(DriverContext by, int cqe, Udata udata) {
        SlateContext context = SlateContext.of(by);
        MemorySegment asked = UdataCheck.request(udata, SlateUdata.CQ_BYTES);
        int entries = SlateUdata.CQ_ENTRIES.get(asked, 0);
        if (!UdataCheck.isPowerOfTwo(entries, MAX_ENTRIES)
                || entries < cqe
                || udata.response().byteSize() < Integer.BYTES) {
            throw UdataCheck.refused("entries=" + entries);
        }
        boolean hasRecord = UdataCheck.isSet(asked, SlateUdata.CQ_RECORD);
        long bytes = (long) entries * Entry.BYTES + (hasRecord ? SlateUdata.RECORD_BYTES : 0);
        PinnedPages pages = UdataCheck.pin(context, SlateUdata.BUFFER.getLong(asked, 0), bytes);
        int number = card.createRing(pages.busAddresses(), entries, hasRecord);
        context.doorbells().addRing(number);
        SlateUdata.CQ_NUMBER.set(udata.response(), 0, number);
        return new SlateCqObject(context, number, pages);
    }

    @Override
    public void destroyCq(DriverCq ended) {
        SlateCqObject cq = SlateCqObject.of(ended);
        cq.context().doorbells().removeRing(cq.number());
        card.destroyRing(cq.number());
        cq.context().memory().unpin(cq.pages());
    }
}
