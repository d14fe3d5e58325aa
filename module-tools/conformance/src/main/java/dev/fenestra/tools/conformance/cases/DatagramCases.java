package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.Errno.EINVAL;
import static dev.fenestra.ib.core.vocabulary.Errno.ENOMEM;
import static dev.fenestra.ib.core.vocabulary.Errno.OK;

import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.Grh;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.request.AddressHandle;
import dev.fenestra.uverbs.request.Datagram;
import java.util.List;

/** Answers to an unknown sender, and multicast groups. */
final class DatagramCases {
    private static final int BYTES = 64;
    private static final int EVERYBODY = 0xffffff;
    private static final long MOMENT = 10_000;
    private static final Gid GROUP = group(0);

    private DatagramCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                ConformanceCase.of(
                                "UD-reply", "a path made of a receive leads back to its sender", DatagramCases::reply)
                        .needing(Requirement.UD),
                datagram("UD-long", "a datagram fits one packet of the path", DatagramCases::tooLong, "U1"),
                datagram("UD-qkey", "a datagram with another Q_Key is lost", DatagramCases::otherKey, "U2"),
                datagram("UD-small", "one that its receive has no room for is lost", DatagramCases::noRoom, "U3"),
                datagram("UD-none", "one without a receive is lost", DatagramCases::noReceive, "U4"),
                group("MCG-rc", "only UD QPs are attached", DatagramCases::connected, "MCG-2"),
                group("MCG-attached", "a datagram to a group reaches the QPs attached to it", DatagramCases::attached),
                group("MCG-detached", "and no longer a QP that was detached", DatagramCases::detached, "MCG-4"),
                group("MCG-sender", "and the sender itself when it is attached", DatagramCases::sender),
                group("MCG-unicast", "the address of a port is no group", DatagramCases::unicast, "MCG-3"),
                group("MCG-held", "a QP goes when it has left its groups", DatagramCases::held, "MCG-5"),
                group("MCG-qps", "a group has as many QPs as announced and no more", DatagramCases::limit));
    }

    private static ConformanceCase datagram(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules).needing(Requirement.UD);
    }

    private static ConformanceCase group(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules).needing(Requirement.UD, Requirement.MULTICAST);
    }

    private static Gid group(int number) {
        return Gid.ofIpv4(0xe100_0000 + number);
    }

    private static long receive(CaseBench b, CaseHost host, QueuePair qp) {
        long wrId = b.wrId();
        qp.postRecv(wrId, host.slice(CaseHost.MEMORY_BYTES / 2, Grh.BYTES + BYTES));
        return wrId;
    }

    private static void send(CaseBench b, CaseHost host, QueuePair qp, AddressHandle path, int remoteQp) {
        Datagram datagram = Datagram.of(b.wrId(), path, remoteQp, 0, host.slice(0, BYTES));
        qp.post(datagram);
        b.expect().succeeds("send", host.await(datagram.wrId()));
    }

    private static Completion.Done received(CaseBench b, CaseHost host, long wrId) {
        Completion outcome = host.await(wrId);
        b.expect().succeeds("receive", outcome);
        Completion.Done done = outcome.orThrow();
        b.expect().same("bytes with GRH", Grh.BYTES + BYTES, done.byteLength());
        return done;
    }

    private static void reply(CaseBench b) {
        QueuePair asks = b.alice().createUdQp();
        QueuePair answers = b.bob().createUdQp();
        long question = receive(b, b.bob(), answers);
        send(b, b.alice(), asks, b.alice().pd().createAh(b.bob().context().gid(0)), answers.number());
        Completion.Done asked = received(b, b.bob(), question);

        byte[] grh = b.bob().memory().get(CaseHost.MEMORY_BYTES / 2, Grh.BYTES);
        AddressHandle back = b.bob().pd().createAhFromWc(asked, grh, 1);
        long answer = receive(b, b.alice(), asks);
        send(b, b.bob(), answers, back, asked.sourceQpNumber().orElseThrow());

        b.expect()
                .same(
                        "who answers",
                        answers.number(),
                        received(b, b.alice(), answer).sourceQpNumber().orElseThrow());
    }

    /** A datagram of alice's to a QP of bob's. */
    private static Completion datagram(CaseBench b, QueuePair to, int qkey, int length) {
        QueuePair sends = b.alice().createUdQp();
        AddressHandle path = b.alice().pd().createAh(b.bob().context().gid(0));
        Datagram datagram =
                Datagram.of(b.wrId(), path, to.number(), qkey, b.alice().slice(0, length));
        sends.post(datagram);
        return b.alice().await(datagram.wrId());
    }

    private static void tooLong(CaseBench b) {
        QueuePair to = b.bob().createUdQp();
        b.expect().refused("send", "U1", WcStatus.LOC_LEN_ERR, () -> datagram(b, to, 0, 4097));
    }

    /** The sender gets no error, the QP goes on, and the next datagram takes the receive. */
    private static void lost(CaseBench b, String rule, QueuePair to, int qkey, int length) {
        b.expect().refusedByPeer("datagram", rule, WcStatus.SUCCESS, () -> {
            Completion sent = datagram(b, to, qkey, length);
            // This request follows the datagram on the same wire. When it is acknowledged, the datagram has arrived.
            b.atBob().receive();
            b.atAlice().send(0);
            return sent;
        });
        b.expect().same("receiver's QP", QpState.RTS, to.state());
    }

    private static void otherKey(CaseBench b) {
        QueuePair to = b.bob().createUdQp();
        receive(b, b.bob(), to);
        lost(b, "U2", to, 0x1234, BYTES);
    }

    private static void noRoom(CaseBench b) {
        QueuePair to = b.bob().createUdQp();
        long wrId = b.wrId();
        to.postRecv(wrId, b.bob().slice(CaseHost.MEMORY_BYTES / 2, Grh.BYTES + BYTES - 1));
        lost(b, "U3", to, 0, BYTES);
    }

    private static void noReceive(CaseBench b) {
        lost(b, "U4", b.bob().createUdQp(), 0, BYTES);
    }

    private static void connected(CaseBench b) {
        QueuePair qp = b.bob().createQp(b.bob().pd());
        b.expect().refusedCall("attach", "MCG-2", EINVAL, () -> qp.attachMulticast(GROUP));
    }

    private static void attached(CaseBench b) {
        QueuePair sends = b.alice().createUdQp();
        QueuePair one = b.bob().createUdQp();
        QueuePair other = b.bob().createUdQp();
        one.attachMulticast(GROUP);
        other.attachMulticast(GROUP);
        long first = receive(b, b.bob(), one);
        long second = receive(b, b.bob(), other);
        send(b, b.alice(), sends, b.alice().pd().createAh(GROUP), EVERYBODY);
        received(b, b.bob(), first);
        received(b, b.bob(), second);
        one.detachMulticast(GROUP);
        other.detachMulticast(GROUP);
    }

    private static void detached(CaseBench b) {
        QueuePair sends = b.alice().createUdQp();
        QueuePair stays = b.bob().createUdQp();
        QueuePair leaves = b.bob().createUdQp();
        stays.attachMulticast(GROUP);
        leaves.attachMulticast(GROUP);
        leaves.detachMulticast(GROUP);
        long expected = receive(b, b.bob(), stays);
        receive(b, b.bob(), leaves);
        send(b, b.alice(), sends, b.alice().pd().createAh(GROUP), EVERYBODY);
        received(b, b.bob(), expected);
        b.wire().letPass(MOMENT);
        b.expect().holds("nothing comes to the QP that left", b.bob().cq().poll(new Completions(1)) == 0);
        b.expect().refusedCall("detach", "MCG-4", EINVAL, () -> leaves.detachMulticast(GROUP));
        stays.detachMulticast(GROUP);
    }

    private static void sender(CaseBench b) {
        QueuePair qp = b.alice().createUdQp();
        qp.attachMulticast(GROUP);
        long expected = receive(b, b.alice(), qp);
        send(b, b.alice(), qp, b.alice().pd().createAh(GROUP), EVERYBODY);
        received(b, b.alice(), expected);
        qp.detachMulticast(GROUP);
    }

    private static void unicast(CaseBench b) {
        QueuePair qp = b.bob().createUdQp();
        Gid port = b.bob().context().gid(0);
        b.expect().refusedCall("attach", "MCG-3", EINVAL, () -> qp.attachMulticast(port));
    }

    private static void held(CaseBench b) {
        QueuePair qp = b.bob().createUdQp();
        qp.attachMulticast(GROUP);
        b.expect().refusedCall("destroy_qp", "MCG-5", Errno.EBUSY, qp::close);
        qp.detachMulticast(GROUP);
        b.expect().works("destroy_qp after it", qp::close);
    }

    private static void limit(CaseBench b) {
        int most = b.bob().context().deviceAttributes().multicast().maxQpAttach();
        QueuePair first = b.bob().createUdQp();
        first.attachMulticast(GROUP);
        for (int i = 1; i < most; i++) {
            b.bob().createUdQp().attachMulticast(GROUP);
        }
        QueuePair late = b.bob().createUdQp();
        b.expect().same("one more", ENOMEM, attempt(late));
        first.detachMulticast(GROUP);
        b.expect().same("one more when one has left", OK, attempt(late));
    }

    /** The errno of an attach. The provider chooses the rule. */
    private static Errno attempt(QueuePair qp) {
        try {
            qp.attachMulticast(GROUP);
            return OK;
        } catch (VerbsException refused) {
            return refused.errno();
        }
    }
}
