package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.tools.conformance.Requirement.EVENTS;
import static dev.fenestra.tools.conformance.Requirement.RESIZE_CQ;

import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.End;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.uverbs.handles.AsyncEvent;
import dev.fenestra.uverbs.handles.CompletionChannel;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.request.Send;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Completion events, asynchronous events, and CQs that are resized in between.
 */
final class EventCases {
    private static final int TURNS = 32;

    private EventCases() {}

    static List<ConformanceCase> all() {
        return Stream.of(completionEvents(), asynchronousEvents(), resizes())
                .flatMap(List::stream)
                .toList();
    }

    /** Completion events. */
    private static List<ConformanceCase> completionEvents() {
        return List.of(
                ConformanceCase.of("EV-next", "an armed CQ tells of the next completion, once", EventCases::next)
                        .needing(EVENTS),
                ConformanceCase.of(
                                "EV-arm-then-poll",
                                "a completion that slips in before the arm is polled or raises an event: no wake-up is"
                                        + " lost",
                                EventCases::armThenPoll)
                        .needing(EVENTS),
                ConformanceCase.of(
                                "EV-solicited", "an arm for solicited completions waits for one", EventCases::solicited)
                        .needing(EVENTS),
                ConformanceCase.of(
                                "EV-any-stays",
                                "an arm for any completion stays when one for solicited ones follows (IBA C11-31,"
                                        + " C11-32)",
                                EventCases::anyStays)
                        .needing(EVENTS),
                ConformanceCase.of(
                                "EV-error",
                                "an arm for solicited completions takes a failed one too",
                                EventCases::error)
                        .needing(EVENTS));
    }

    /** Asynchronous events. */
    private static List<ConformanceCase> asynchronousEvents() {
        return List.of(
                ConformanceCase.of("EV-access", "a refused access is told where it was refused", EventCases::access)
                        .breaking("R4")
                        .needing(EVENTS),
                ConformanceCase.of(
                                "EV-ack",
                                "a QP goes when the thread that destroys it has acknowledged its events",
                                EventCases::acknowledge)
                        .breaking("R4", "EVT-2")
                        .needing(EVENTS),
                ConformanceCase.of("EV-overrun", "an overrun CQ is told, its QPs are in ERR", EventCases::overrun)
                        .needing(EVENTS));
    }

    /** CQs that are resized. */
    private static List<ConformanceCase> resizes() {
        return List.of(
                ConformanceCase.of("CQ-resize", "a CQ that is resized keeps its completions", EventCases::resize)
                        .needing(RESIZE_CQ),
                ConformanceCase.of(
                                "CQ-resize-small",
                                "a CQ is not resized below what is in it; its entries stay",
                                EventCases::resizeTooSmall)
                        .needing(RESIZE_CQ));
    }

    /**
     * A CQ of bob's with a QP that receives there.
     *
     * @param from alice's QP that sends to it
     */
    private record Listener(CaseBench bench, CompletionQueue cq, QueuePair qp, End from) {
        static Listener of(CaseBench bench, CompletionQueue cq) {
            return of(bench, QpSpec.rc(bench.bob().cq(), cq), cq);
        }

        static Listener of(CaseBench bench, QpSpec spec, CompletionQueue cq) {
            QueuePair qp = bench.bob().createQp(bench.bob().pd(), spec);
            QpConnection connection = bench.connectionTo(qp);
            return new Listener(bench, cq, qp, connection.alice());
        }

        void receive() {
            qp.postRecv(bench.wrId(), bench.bob().slice(0, 8));
        }

        void arrive(boolean solicited) {
            receive();
            Send send = Send.of(bench.wrId(), bench.alice().slice(0, 8));
            bench.expect().succeeds("send", from.attempt(solicited ? send.solicited() : send));
        }

        int poll() {
            return cq.poll(new Completions(TURNS));
        }
    }

    private static Optional<CompletionQueue> told(CompletionChannel channel) {
        Optional<CompletionQueue> event = channel.pollEvent();
        for (int i = 0; i < TURNS && event.isEmpty(); i++) {
            event = channel.pollEvent();
        }
        event.ifPresent(cq -> cq.ackEvents(1));
        return event;
    }

    private static Listener listener(CaseBench b, CompletionChannel channel) {
        return Listener.of(b, b.bob().createCq(TURNS, channel));
    }

    private static void next(CaseBench b) {
        CompletionChannel channel = b.bob().context().createCompletionChannel();
        Listener bob = listener(b, channel);
        bob.cq().requestNotify(false);
        b.expect().same("event before a completion", Optional.empty(), told(channel));
        bob.arrive(false);
        bob.arrive(false);
        b.expect().same("event", Optional.of(bob.cq()), told(channel));
        b.expect().same("event again", Optional.empty(), told(channel));
        b.expect().same("completions", 2, bob.poll());
    }

    private static void armThenPoll(CaseBench b) {
        CompletionChannel channel = b.bob().context().createCompletionChannel();
        Listener bob = listener(b, channel);
        b.expect().same("completions before", 0, bob.poll());
        bob.arrive(false);
        bob.cq().requestNotify(false);
        b.expect().same("completions after the arm", 1, bob.poll());
        told(channel);
        bob.cq().requestNotify(false);
        bob.arrive(false);
        b.expect().same("event", Optional.of(bob.cq()), told(channel));
    }

    private static void solicited(CaseBench b) {
        CompletionChannel channel = b.bob().context().createCompletionChannel();
        Listener bob = listener(b, channel);
        bob.cq().requestNotify(true);
        bob.arrive(false);
        b.expect().same("event of an ordinary completion", Optional.empty(), told(channel));
        bob.arrive(true);
        b.expect().same("event of a solicited one", Optional.of(bob.cq()), told(channel));
    }

    private static void anyStays(CaseBench b) {
        CompletionChannel channel = b.bob().context().createCompletionChannel();
        Listener bob = listener(b, channel);
        bob.cq().requestNotify(false);
        bob.cq().requestNotify(true);
        bob.arrive(false);
        b.expect().same("event of an ordinary completion", Optional.of(bob.cq()), told(channel));
        b.expect().same("event again", Optional.empty(), told(channel));
        bob.poll();
        bob.cq().requestNotify(true);
        bob.arrive(false);
        b.expect().same("event, where only solicited ones are asked for", Optional.empty(), told(channel));
        bob.arrive(true);
        b.expect().same("event of a solicited one", Optional.of(bob.cq()), told(channel));
    }

    private static void error(CaseBench b) {
        CompletionChannel channel = b.bob().context().createCompletionChannel();
        Listener bob = listener(b, channel);
        bob.cq().requestNotify(true);
        bob.receive();
        bob.qp().modify(QpAttributes.to(QpState.ERR));
        b.expect().same("event", Optional.of(bob.cq()), told(channel));
    }

    private static AsyncEvent refuse(CaseBench b) {
        var closed = b.bob().register(LOCAL_WRITE).remote();
        b.expect().refusedByPeer("write", "R4", () -> b.atAlice().write(closed.slice(0, 8)));
        return b.bob().context().awaitAsyncEvent(CaseSteps.PATIENCE);
    }

    private static void access(CaseBench b) {
        try (AsyncEvent event = refuse(b)) {
            b.expect().same("event", AsyncEventType.QP_ACCESS_ERR, event.type());
            b.expect().same("its QP", Optional.of(b.atBob().qp()), event.qp());
            event.cause().ifPresent(cause -> b.expect().same("its rule", "R4", cause.ruleId()));
        }
        b.expect()
                .same("event at the peer", Optional.empty(), b.alice().context().pollAsyncEvent());
    }

    private static void acknowledge(CaseBench b) {
        AsyncEvent event = refuse(b);
        QueuePair qp = b.atBob().qp();
        b.expect().refusedCall("destroy_qp", "EVT-2", Errno.EBUSY, qp::close);
        event.ack();
        b.expect().works("destroy_qp", qp::close);
    }

    private static void overrun(CaseBench b) {
        CaseHost host = b.bob();
        CompletionQueue cq = host.createCq(1);
        int sent = cq.capacity() + 8;
        Listener bob = Listener.of(b, QpSpec.rc(host.cq(), cq).maxRecv(sent), cq);
        for (int i = 0; i < sent; i++) {
            bob.receive();
            Send send = Send.of(b.wrId(), b.alice().slice(0, 8));
            if (i < cq.capacity()) {
                b.expect().succeeds("send", bob.from().attempt(send));
            } else {
                bob.from().post(send);
            }
        }
        try (AsyncEvent event = host.context().awaitAsyncEvent(CaseSteps.PATIENCE)) {
            b.expect().same("event", AsyncEventType.CQ_ERR, event.type());
            b.expect().same("its CQ", Optional.of(bob.cq()), event.cq());
        }
        b.expect().same("state", QpState.ERR, bob.qp().state());
        for (Optional<AsyncEvent> more = host.context().pollAsyncEvent();
                more.isPresent();
                more = host.context().pollAsyncEvent()) {
            b.expect().holds("it is told once", more.orElseThrow().type() != AsyncEventType.CQ_ERR);
            more.orElseThrow().ack();
        }
    }

    private static void resize(CaseBench b) {
        Listener bob = Listener.of(b, b.bob().createCq(4));
        bob.arrive(false);
        bob.arrive(false);
        bob.cq().resize(TURNS);
        b.expect().holds("capacity", bob.cq().capacity() >= TURNS);
        bob.arrive(false);
        b.expect().same("completions", 3, bob.poll());
    }

    private static void resizeTooSmall(CaseBench b) {
        Listener bob = Listener.of(b, b.bob().createCq(8));
        for (int i = 0; i < 6; i++) {
            bob.arrive(false);
        }
        Errno errno = Errno.OK;
        try {
            bob.cq().resize(1);
        } catch (VerbsException refused) {
            errno = refused.errno();
        }
        b.expect().same("resize_cq", Errno.EINVAL, errno);
        b.expect().same("completions", 6, bob.poll());
    }
}
