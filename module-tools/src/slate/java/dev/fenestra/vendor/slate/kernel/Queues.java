package dev.fenestra.vendor.slate.kernel;

import dev.fenestra.hw.sim.manual.Qpc;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.slate.abi.SlateRule;
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
        MemorySegment asked = request(udata, SlateUdata.CQ_BYTES);
        int entries = SlateUdata.CQ_ENTRIES.get(asked, 0);
        if (!isPowerOfTwo(entries, MAX_ENTRIES)
                || entries < cqe
                || udata.response().byteSize() < Integer.BYTES) {
            throw refused("entries=" + entries);
        }
        PinnedPages pages = pin(context, SlateUdata.BUFFER.getLong(asked, 0), (long) entries * Entry.BYTES);
        int number = card.createRing(pages.busAddresses(), entries);
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
        MemorySegment asked = request(udata, SlateUdata.QP_BYTES);
        int sends = SlateUdata.SENDS.get(asked, 0);
        int receives = SlateUdata.RECEIVES.get(asked, 0);
        if (!isPowerOfTwo(sends, MAX_DESCRIPTORS) || !isPowerOfTwo(receives, MAX_DESCRIPTORS)) {
            throw refused("sends=" + sends + " receives=" + receives);
        }
        SlateContext context = pd.context();
        long bytes = (long) (sends + receives) * Descriptor.BYTES;
        PinnedPages pages = pin(context, SlateUdata.BUFFER.getLong(asked, 0), bytes);
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
                    bound == null ? 0 : bound.busAddress()));
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

    private static PinnedPages pin(SlateContext context, long address, long bytes) {
        if ((address & (1 << PinnedPages.PAGE_SHIFT) - 1) != 0) {
            throw refused(String.format("buffer=0x%x", address));
        }
        return context.memory().pin(address, bytes, true);
    }

    private static MemorySegment request(Udata udata, int bytes) {
        if (udata.request().byteSize() < bytes) {
            throw refused("request=" + udata.request().byteSize() + " bytes");
        }
        return udata.request();
    }

    private static boolean isPowerOfTwo(int count, int most) {
        return count > 0 && count <= most && Integer.bitCount(count) == 1;
    }

    private static VerbsException refused(String values) {
        return new VerbsException(SlateRule.UDATA.errno(), SlateRule.UDATA, values);
    }
}
