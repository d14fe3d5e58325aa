package dev.fenestra.vendor.slate.kernel;

import dev.fenestra.hw.sim.hca.vocabulary.QpService;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.DriverSrq;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.QueueOperations;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.slate.abi.SlateUdata;
import dev.fenestra.vendor.slate.card.Descriptor;
import dev.fenestra.vendor.slate.card.SlateCard;
import java.lang.foreign.MemorySegment;

/** QPs over memory that user space describes. */
final class Queues implements QueueOperations {
    private static final int MAX_DESCRIPTORS = 1 << SlateCard.LIMITS.logMaxQpSize();

    private final SlateCard card;
    private final CardCalls calls;
    private final Transitions transitions;

    Queues(SlateCard card, CardCalls calls) {
        this.card = card;
        this.calls = calls;
        transitions = new Transitions(card, calls.core().qps());
    }

    @Override
    public RdmaDevice device() {
        return calls.device();
    }

    @Override
    public DriverQp createQp(DriverPd owner, QpRequest request, Udata udata) {
        SlatePd pd = SlatePd.of(owner);
        MemorySegment asked = UdataCheck.request(udata, SlateUdata.QP_BYTES);
        int sends = SlateUdata.SENDS.get(asked, 0);
        int receives = SlateUdata.RECEIVES.get(asked, 0);
        DriverSrq srq = request.srq();
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
                    request.type() == QpType.UC ? QpService.UC : QpService.RC,
                    pd.number(),
                    SlateCqObject.of(request.sendCq()).number(),
                    SlateCqObject.of(request.recvCq()).number(),
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

    @Override
    public QpState queryQpState(DriverQp qp) {
        return Transitions.stateOf(calls.ask(() -> calls.core().qps().state(qp.number())));
    }

    /** All of a change is one call, so nobody sees half of it. */
    @Override
    public void modifyQp(DriverQp qp, QpState from, QpAttributes attributes) {
        QpState to = attributes.has(QpAttribute.STATE) ? attributes.state() : from;
        Transitions.check(from, to);
        calls.number(() -> transitions.move(qp.number(), from, to, attributes));
    }

    @Override
    public void destroyQp(DriverQp ended) {
        SlateQpObject qp = SlateQpObject.of(ended);
        calls.number(() -> card.destroyQp(qp.number()));
        qp.context().doorbells().removeQp(qp.number());
        qp.context().memory().unpin(qp.pages());
    }
}
