package dev.fenestra.vendor.slate.kernel;

import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.DriverSrq;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.SharedReceiveOperations;
import dev.fenestra.ib.core.spi.SrqRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.SrqAttribute;
import dev.fenestra.ib.core.vocabulary.SrqAttributes;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.slate.abi.SlateRule;
import dev.fenestra.vendor.slate.abi.SlateUdata;
import dev.fenestra.vendor.slate.card.Descriptor;
import dev.fenestra.vendor.slate.card.SharedRing;
import dev.fenestra.vendor.slate.card.SlateCard;
import java.lang.foreign.MemorySegment;

/** Creates, changes and destroys shared receive queues over memory that user space describes. */
final class SharedQueues implements SharedReceiveOperations {
    private static final int MAX_ENTRIES = 1 << SlateCard.LIMITS.logMaxSrqSize();

    private final SlateCard card;
    private final CardCalls calls;

    SharedQueues(SlateCard card, CardCalls calls) {
        this.card = card;
        this.calls = calls;
    }

    @Override
    public RdmaDevice device() {
        return calls.device();
    }

    @Override
    public DriverSrq createSrq(DriverPd owner, SrqRequest request, Udata udata) {
        SlatePd pd = SlatePd.of(owner);
        SlateContext context = pd.context();
        SlateSrqObject.Ring ring = pin(context, request.capacity().maxWr(), udata);
        try {
            int number =
                    calls.number(() -> card.createSrq(pd.number(), ring.pages().busAddresses(), ring.entries()));
            limit(number, request.limit());
            context.doorbells().addSrq(number);
            return new SlateSrqObject(context, number, ring);
        } catch (VerbsException refused) {
            context.memory().unpin(ring.pages());
            throw refused;
        }
    }

    private void limit(int number, int receives) {
        calls.number(() -> calls.core().srqs().limit(number, receives));
    }

    /** The size is the only part that may be refused, so it comes first. */
    @Override
    public void modifySrq(DriverSrq srq, int mask, int maxWr, int limit, Udata udata) {
        if (SrqAttribute.MAX_WR.in(mask)) {
            resize(SlateSrqObject.of(srq), maxWr, udata);
        }
        if (SrqAttribute.LIMIT.in(mask)) {
            limit(srq.number(), limit);
        }
    }

    private void resize(SlateSrqObject srq, int maxWr, Udata udata) {
        SlateSrqObject.Ring other = pin(srq.context(), maxWr, udata);
        int posted = calls.ask(() -> card.resizeSrq(srq.number(), other.pages().busAddresses(), other.entries()));
        if (posted > other.entries()) {
            srq.context().memory().unpin(other.pages());
            throw new VerbsException(SlateRule.SRQ_ROOM, "posted=" + posted + ", max_wr=" + other.entries());
        }
        PinnedPages old = srq.ring().pages();
        srq.ring(other);
        srq.context().memory().unpin(old);
    }

    @Override
    public SrqAttributes querySrq(DriverSrq srq) {
        int limit = calls.ask(() -> calls.core().srqs().limit(srq.number()));
        return new SrqAttributes(
                new SrqCapacity(SlateSrqObject.of(srq).ring().entries(), Descriptor.MAX_PIECES), limit);
    }

    @Override
    public void destroySrq(DriverSrq ended) {
        SlateSrqObject srq = SlateSrqObject.of(ended);
        calls.number(() -> card.destroySrq(srq.number()));
        srq.context().doorbells().removeSrq(srq.number());
        srq.context().memory().unpin(srq.ring().pages());
    }

    private static SlateSrqObject.Ring pin(SlateContext context, int maxWr, Udata udata) {
        MemorySegment asked = UdataCheck.request(udata, SlateUdata.SRQ_BYTES);
        int entries = SlateUdata.SRQ_ENTRIES.get(asked, 0);
        if (!UdataCheck.isPowerOfTwo(entries, MAX_ENTRIES) || entries < maxWr) {
            throw UdataCheck.refused("entries=" + entries);
        }
        long address = SlateUdata.BUFFER.getLong(asked, 0);
        return new SlateSrqObject.Ring(UdataCheck.pin(context, address, SharedRing.bytes(entries)), entries);
    }
}
