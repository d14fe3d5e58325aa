package dev.fenestra.tools.conformance.cases;

import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Limit;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.AsyncEvent;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.QpSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A CQ with more completions than it has room for. */
final class OverrunCases {
    private static final int ENTRIES = 8;
    private static final int TRIES = 64;

    private OverrunCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                ConformanceCase.of(
                        "QUE-overrun",
                        "an overrun CQ loses what it has no room for, and takes no more",
                        OverrunCases::losesAndTakesNoMore),
                ConformanceCase.of(
                        "QUE-overrun-told",
                        "and the program can learn it: a poll fails, an event comes, or the QP is in ERR",
                        OverrunCases::overrunTold));
    }

    private static List<Long> ids(Completions block) {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < block.size(); i++) {
            ids.add(block.wrId(i));
        }
        return ids;
    }

    /** A CQ may have more room than it says. After an overrun a poll may fail, or give what came before. */
    private static void losesAndTakesNoMore(CaseBench b) {
        CompletionQueue cq = b.bob().createCq(1);
        List<Long> receives = overrun(b, connectionTo(b, cq), cq);
        List<Long> kept = pollUntilEmpty(cq);
        b.expect().holds("a completion is lost", kept.size() < receives.size());
        b.expect().same("those before it, in order", receives.subList(0, kept.size()), kept);
        QpConnection late = b.connectionTo(
                b.bob().createQp(b.bob().pd(), QpSpec.rc(b.bob().cq(), cq).maxRecv(1)));
        late.bob().receive(b.bob().slice(0, 8));
        late.alice().send(8);
        b.expect().same("completions after the overrun", List.of(), pollUntilEmpty(cq));
    }

    private static int tooMany(CompletionQueue cq) {
        return 2 * cq.capacity() + 2;
    }

    private static QpConnection connectionTo(CaseBench b, CompletionQueue cq) {
        int tooMany = tooMany(cq);
        b.bob().needs(Limit.REQUESTS, tooMany);
        return b.connectionTo(
                b.bob().createQp(b.bob().pd(), QpSpec.rc(b.bob().cq(), cq).maxRecv(tooMany)));
    }

    /** Posts more receives than a CQ has room for, and lets them all complete. */
    private static List<Long> overrun(CaseBench b, QpConnection connection, CompletionQueue cq) {
        int tooMany = tooMany(cq);
        List<Long> receives = new ArrayList<>();
        for (int i = 0; i < tooMany; i++) {
            receives.add(connection.bob().receive(b.bob().slice(0, 8)));
        }
        for (int i = 0; i < tooMany; i++) {
            connection.alice().send(8);
        }
        return receives;
    }

    /** A program that hears of it in no way waits without end. */
    private static void overrunTold(CaseBench b) {
        CompletionQueue cq = b.bob().createCq(1);
        QpConnection connection = connectionTo(b, cq);
        overrun(b, connection, cq);
        boolean isTold = connection.bob().state() == QpState.ERR;
        Completions block = new Completions(ENTRIES);
        for (int tries = 0; tries < TRIES && !isTold; tries++) {
            isTold = cannotPoll(cq, block);
        }
        if (Requirement.EVENTS.isMetBy(b.bob())) {
            Optional<AsyncEvent> event = b.bob().context().pollAsyncEvent();
            isTold |= event.stream().anyMatch(one -> one.type() == AsyncEventType.CQ_ERR);
            event.ifPresent(AsyncEvent::ack);
        }
        b.expect().same("the program is told", true, isTold);
    }

    private static boolean cannotPoll(CompletionQueue cq, Completions block) {
        try {
            cq.poll(block);
            return false;
        } catch (VerbsException dead) {
            return true;
        }
    }

    private static List<Long> pollUntilEmpty(CompletionQueue cq) {
        Completions block = new Completions(ENTRIES);
        List<Long> seen = new ArrayList<>();
        for (int tries = 0; tries < TRIES; tries++) {
            try {
                cq.poll(block);
            } catch (VerbsException dead) {
                return seen;
            }
            seen.addAll(ids(block));
        }
        return seen;
    }
}
