package dev.fenestra.vendor.common.kernel;

import dev.fenestra.hw.sim.card.AddressHandles;
import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.hw.sim.card.CardQueues;
import dev.fenestra.hw.sim.hca.core.QpSettings;
import dev.fenestra.hw.sim.hca.core.Reply;
import dev.fenestra.hw.sim.hca.vocabulary.QpService;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.DriverSrq;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.QueueOperations;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.common.CardRule;
import java.util.concurrent.Callable;

/** QPs: creates them, moves them through their states, ends them. */
final class Queues implements QueueOperations {
    private static final int GSI_QPN = 1;

    private final Card card;
    private final CardCalls calls;
    private final VendorHalf vendor;
    private final EventDelivery events;
    private final AddressHandles handles;

    Queues(Card card, CardCalls calls, VendorHalf vendor, EventDelivery events, AddressHandles handles) {
        this.card = card;
        this.calls = calls;
        this.vendor = vendor;
        this.events = events;
        this.handles = handles;
    }

    @Override
    public RdmaDevice device() {
        return calls.device();
    }

    @Override
    public DriverQp createQp(DriverPd owner, QpRequest request, Udata udata) {
        CardPd pd = CardPd.of(owner);
        QpService service = service(request.type());
        Made<CardQueues, QpCapacity> made = vendor.qp(pd, handles, request, udata);
        return create(pd, made, request.type(), () -> create(service, pd, made.queue(), request));
    }

    private Reply create(QpService service, CardPd pd, CardQueues queues, QpRequest request) {
        DriverSrq srq = request.srq();
        LedgerCell bound = request.bound();
        Reply reply = card.createQp(
                service,
                pd.number(),
                queues,
                CardCqObject.of(request.sendCq()).number(),
                CardCqObject.of(request.recvCq()).number(),
                srq == null ? 0 : srq.number(),
                bound == null ? 0 : bound.busAddress());
        if (!reply.isRefused() && vendor.polls() && pd.context().memory().isForeign()) {
            card.core().qps().poll(reply.number());
        }
        return reply;
    }

    /** Creates QP 1. Nobody waits for its events, so the thread that drives the wire reads them. */
    @Override
    public DriverQp createGsi(DriverPd owner, QpRequest request, Udata udata) {
        CardPd pd = CardPd.of(owner);
        Made<CardQueues, QpCapacity> made = vendor.qp(pd, handles, request, udata);
        CardQpObject qp = create(
                pd,
                made,
                QpType.UD,
                () -> card.createGsi(
                        pd.number(),
                        made.queue(),
                        CardCqObject.of(request.sendCq()).number(),
                        CardCqObject.of(request.recvCq()).number()));
        events.foreigner(1);
        return qp;
    }

    private CardQpObject create(CardPd pd, Made<CardQueues, QpCapacity> made, QpType type, Callable<Reply> creation) {
        try {
            int number = calls.number(creation);
            made.numbered().accept(number);
            CardQpObject qp = new CardQpObject(pd.context(), number, type, made);
            pd.context().addQp(number);
            events.add(EventDelivery.Kind.QP, number, qp);
            return qp;
        } catch (VerbsException refused) {
            made.backing().release();
            throw refused;
        }
    }

    private QpService service(QpType type) {
        return switch (type) {
            case RC -> QpService.RC;
            case UC -> QpService.UC;
            case UD -> QpService.UD;
            case DRIVER -> QpService.SRD;
            case XRC_INI, XRC_TGT, RAW_PACKET -> throw calls.rules().refused(CardRule.SERVICE, "type=" + type);
        };
    }

    /**
     * {@inheritDoc} Before RTR the card is not asked: it leaves INIT by itself only when a CQ overruns, and then it
     * refuses the next transition.
     */
    @Override
    public QpState queryQpState(DriverQp qp) {
        QpState told = CardQpObject.of(qp).told();
        boolean isBeforeRtr = told == QpState.RESET || told == QpState.INIT;
        return isBeforeRtr
                ? told
                : Transitions.stateOf(calls.ask(() -> card.core().qps().state(qp.number())));
    }

    @Override
    public QpAttributes queryQp(DriverQp qp) {
        return Transitions.attributes(calls.ask(() -> card.core().qps().query(qp.number())));
    }

    @Override
    public boolean isDraining(DriverQp qp) {
        return calls.ask(() -> card.core().qps().query(qp.number()).isDraining);
    }

    /** All of a change is one call, so nobody sees half of it. */
    @Override
    public void modifyQp(DriverQp modified, QpState from, QpAttributes attributes) {
        CardQpObject qp = CardQpObject.of(modified);
        QpState to = attributes.has(QpAttribute.STATE) ? attributes.state() : from;
        calls.number(() -> move(qp, from, to, attributes));
        qp.told(to);
    }

    private Reply move(CardQpObject qp, QpState from, QpState to, QpAttributes attributes) {
        QpSettings settings = Transitions.settings(qp.number(), attributes);
        if (qp.type() == QpType.DRIVER) {
            Transitions.reliable(attributes, settings);
        }
        Reply reply = card.core().qps().move(qp.number(), Transitions.stateOf(from), Transitions.stateOf(to), settings);
        if (!reply.isRefused() && to == QpState.RESET) {
            card.emptied(qp.number());
        }
        return reply;
    }

    @Override
    public void postSend(DriverQp posted) {
        QpState told = CardQpObject.of(posted).told();
        if (told == QpState.RESET || told == QpState.INIT || told == QpState.RTR) {
            throw calls.rules().refused(CardRule.POST_STATE, "state=" + told);
        }
        card.core().doorbell(posted.number());
    }

    @Override
    public boolean decidesInline() {
        return vendor.decidesInline();
    }

    @Override
    public void destroyQp(DriverQp ended) {
        CardQpObject qp = CardQpObject.of(ended);
        calls.number(() -> card.destroyQp(qp.number()));
        qp.context().removeQp(qp.number());
        events.remove(EventDelivery.Kind.QP, qp.number());
        if (qp.number() == GSI_QPN) {
            events.foreigner(-1);
        }
        qp.made().backing().release();
    }
}
