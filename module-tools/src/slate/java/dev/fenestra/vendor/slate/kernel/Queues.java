package dev.fenestra.vendor.slate.kernel;

import dev.fenestra.hw.sim.prm.Qpc;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.slate.abi.SlateUdata;
import dev.fenestra.vendor.slate.card.Descriptor;
import dev.fenestra.vendor.slate.card.Entry;
import dev.fenestra.vendor.slate.card.SlateCard;
import java.lang.foreign.MemorySegment;

/** Creates and destroys QPs and CQs over memory that user space describes. */
final class Queues {
    private static final int MAX_DESCRIPTORS = 1 << SlateCard.LIMITS.logMaxQpSize();
    private static final int MAX_ENTRIES = 1 << SlateCard.LIMITS.logMaxCqSize();

    private final SlateCard card;
    private final CardCalls calls;

    Queues(SlateCard card, CardCalls calls) {
        this.card = card;
        this.calls = calls;
    }

    SlateCqObject createCq(SlateContext context, int cqe, Udata udata) {
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

    void destroyCq(SlateCqObject cq) {
        cq.context().doorbells().removeRing(cq.number());
        card.destroyRing(cq.number());
        cq.context().memory().unpin(cq.pages());
    }

    SlateQpObject createQp(SlatePd pd, QpRequest request, Udata udata) {
        MemorySegment asked = UdataCheck.request(udata, SlateUdata.QP_BYTES);
        int sends = SlateUdata.SENDS.get(asked, 0);
        int receives = SlateUdata.RECEIVES.get(asked, 0);
        SlateSrqObject srq = (SlateSrqObject) request.srq();
        boolean receivesFit = srq == null ? UdataCheck.isPowerOfTwo(receives, MAX_DESCRIPTORS) : receives == 0;
        if (!UdataCheck.isPowerOfTwo(sends, MAX_DESCRIPTORS) || !receivesFit) {
            throw UdataCheck.refused("sends=" + sends + " receives=" + receives);
        }
        SlateContext context = pd.context();
        boolean hasRecord = UdataCheck.isSet(asked, SlateUdata.QP_RECORD);
        long bytes = (long) (sends + receives) * Descriptor.BYTES + (hasRecord ? SlateUdata.RECORD_BYTES : 0);
        PinnedPages pages = UdataCheck.pin(context, SlateUdata.BUFFER.getLong(asked, 0), bytes);
        LedgerCell bound = request.bound();
        try {
            int number = calls.number(() -> card.createQp(
                    request.type() == QpType.UC ? Qpc.SERVICE_UC : Qpc.SERVICE_RC,
                    pd.number(),
                    ((SlateCqObject) request.sendCq()).number(),
                    ((SlateCqObject) request.recvCq()).number(),
                    pages.busAddresses(),
                    sends,
                    receives,
                    srq == null ? 0 : srq.number(),
                    bound == null ? 0 : bound.busAddress(),
                    hasRecord));
            context.doorbells().addQp(number);
            return new SlateQpObject(context, number, pages);
        } catch (VerbsException refused) {
            context.memory().unpin(pages);
            throw refused;
        }
    }

    void destroyQp(SlateQpObject qp) {
        calls.number(() -> card.destroyQp(qp.number()));
        qp.context().doorbells().removeQp(qp.number());
        qp.context().memory().unpin(qp.pages());
    }
}
