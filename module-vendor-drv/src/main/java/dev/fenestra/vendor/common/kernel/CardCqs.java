package dev.fenestra.vendor.common.kernel;

import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.hw.sim.card.CardCq;
import dev.fenestra.hw.sim.card.CompletionPlaces;
import dev.fenestra.hw.sim.hca.core.Reply;
import dev.fenestra.ib.core.spi.CompletionOperations;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverCq;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.common.CardRule;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Completion queues. */
final class CardCqs implements CompletionOperations {
    private final Card card;
    private final CardCalls calls;
    private final VendorHalf vendor;
    private final EventDelivery events;
    private final Map<Integer, CompletionPlaces> places = new ConcurrentHashMap<>();

    CardCqs(Card card, CardCalls calls, VendorHalf vendor, EventDelivery events) {
        this.card = card;
        this.calls = calls;
        this.vendor = vendor;
        this.events = events;
    }

    @Override
    public RdmaDevice device() {
        return calls.device();
    }

    @Override
    public DriverCq createCq(DriverContext by, int cqe, Udata udata) {
        CardContext context = CardContext.of(by);
        Made<CompletionPlaces, Integer> made = vendor.cq(context, cqe, udata);
        try {
            int number = calls.number(() -> create(context, made.queue()));
            made.numbered().accept(number);
            CardCqObject cq = new CardCqObject(context, number, made);
            places.put(number, made.queue());
            context.addCq(number);
            events.add(EventDelivery.Kind.CQ, number, cq);
            return cq;
        } catch (VerbsException refused) {
            made.backing().release();
            throw refused;
        }
    }

    private Reply create(CardContext context, CompletionPlaces queue) {
        Reply reply = card.createCq((given, events) -> new CardCq(given, events, vendor.completions(), queue));
        if (!reply.isRefused() && isPolled(context)) {
            card.core().cqs().poll(reply.number());
        }
        return reply;
    }

    /** Whether the card looks at the queues of a process. */
    private boolean isPolled(CardContext context) {
        return vendor.polls() && context.memory().isForeign();
    }

    @Override
    public void resizeCq(DriverCq resized, int cqe, Udata udata) {
        CardCqObject cq = CardCqObject.of(resized);
        lookAtPosted(cq.context());
        CompletionPlaces from = Objects.requireNonNull(places.get(cq.number()));
        Made<CompletionPlaces, Integer> other = vendor.resizedCq(cq.context(), from, cqe, udata);
        if (!calls.ask(() -> moved(cq.number(), from, other.queue()))) {
            other.backing().release();
            throw calls.rules().refused(CardRule.CQ_ROOM, "cqe=" + cqe);
        }
        Backing old = cq.made().backing();
        cq.made(other);
        old.release();
    }

    /** Gives the card a turn: what was posted before, and done at once, has its entries then. */
    private void lookAtPosted(CardContext context) {
        context.qps().forEach(calls.core()::doorbell);
        calls.ask(() -> true);
    }

    private boolean moved(int number, CompletionPlaces from, CompletionPlaces other) {
        boolean fits = vendor.move(from, other);
        if (fits) {
            card.cq(number).moveTo(other);
            places.put(number, other);
        }
        return fits;
    }

    @Override
    public void destroyCq(DriverCq ended) {
        CardCqObject cq = CardCqObject.of(ended);
        cq.context().removeCq(cq.number());
        calls.ask(() -> {
            card.destroyCq(cq.number());
            return true;
        });
        events.remove(EventDelivery.Kind.CQ, cq.number());
        places.remove(cq.number());
        cq.made().backing().release();
    }

    @Override
    public void requestNotify(DriverCq cq, boolean solicitedOnly) {
        CardCqObject object = CardCqObject.of(cq);
        CardCq queue = card.cq(object.number());
        if (isPolled(object.context())) {
            calls.ask(queue::findArm);
        }
        queue.arm(solicitedOnly);
    }

    /** Events have one interrupt. */
    @Override
    public int completionVectors() {
        return 1;
    }
}
