package dev.fenestra.tools.conformance.cases;

import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.CompletionChannel;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.QpSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Events of a CQ that waits for several completions ({@code ibv_modify_cq}). */
final class ModerationCases {
    private static final int COUNT = 3;
    private static final int TURNS = 64;
    private static final Duration LONG = Duration.ofMillis(4);
    private static final Duration SHORT = Duration.ofMillis(2);

    private ModerationCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                moderation("MOD-count", "an event waits for the completions asked for", ModerationCases::count),
                moderation("MOD-period", "but no longer than the period", ModerationCases::period),
                moderation("MOD-off", "without moderation it does not wait", ModerationCases::off));
    }

    private static ConformanceCase moderation(String id, String title, CaseBody body) {
        return ConformanceCase.of(id, title, body).needing(Requirement.EVENTS).needing(Requirement.MODERATION);
    }

    /** A CQ of bob with a channel, and a connection that completes there. */
    private record Listener(CaseBench b, CompletionChannel channel, CompletionQueue cq, QpConnection connection) {
        static Listener of(CaseBench b) {
            CompletionChannel channel = b.bob().context().createCompletionChannel();
            CompletionQueue cq = b.bob().createCq(2 * COUNT, channel);
            QpConnection connection = b.connectionTo(
                    b.bob().createQp(b.bob().pd(), QpSpec.rc(b.bob().cq(), cq)));
            return new Listener(b, channel, cq, connection);
        }

        void arrive() {
            connection.bob().receive(b.bob().slice(0, 8));
            b.expect().succeeds("send", connection.alice().send(8));
        }

        boolean isTold() {
            Optional<CompletionQueue> event = channel.pollEvent();
            for (int i = 0; i < TURNS && event.isEmpty(); i++) {
                event = channel.pollEvent();
            }
            event.ifPresent(told -> told.ackEvents(1));
            return event.isPresent();
        }

        void drain() {
            cq.poll(new Completions(2 * COUNT));
        }
    }

    private static void count(CaseBench b) {
        Listener bob = Listener.of(b);
        bob.cq().moderate(COUNT, LONG);
        for (int round = 0; round < 2; round++) {
            bob.cq().requestNotify(false);
            for (int i = 1; i < COUNT; i++) {
                bob.arrive();
                b.expect().holds("no event for " + i, !bob.isTold());
            }
            bob.arrive();
            b.expect().holds("an event for " + COUNT, bob.isTold());
            bob.drain();
        }
    }

    private static void period(CaseBench b) {
        Listener bob = Listener.of(b);
        bob.cq().moderate(COUNT, SHORT);
        bob.cq().requestNotify(false);
        long start = b.bob().context().now();
        bob.arrive();
        bob.channel().awaitEvent(b.patience()).ackEvents(1);
        long waited = b.bob().context().now() - start;
        b.expect().holds("it waited for the period", waited >= SHORT.toNanos());
        b.expect().holds("and not for much longer", waited < 2 * SHORT.toNanos());
    }

    private static void off(CaseBench b) {
        Listener bob = Listener.of(b);
        bob.cq().moderate(COUNT, LONG);
        bob.cq().moderate(0, Duration.ZERO);
        bob.cq().requestNotify(false);
        bob.arrive();
        b.expect().holds("an event for one", bob.isTold());
    }
}
