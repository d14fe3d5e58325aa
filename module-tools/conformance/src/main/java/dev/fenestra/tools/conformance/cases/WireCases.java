package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.WcStatus.RETRY_EXC_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.RNR_RETRY_EXC_ERR;

import dev.fenestra.hw.sim.roce.wire.RnrTimer;
import dev.fenestra.ib.core.spi.WireFaults.Fate;
import dev.fenestra.ib.core.spi.WireFaults.Message;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.Stream;

/** A reliable connection over a wire that loses and repeats packets, and with a receiver that is not ready. */
final class WireCases {
    /** Long enough for late packets to arrive. */
    private static final long LATE_NANOS = 2_000_000;

    private static final int PATIENT_TIMER = 14;
    private static final int RNR_RETRIES = 3;
    private static final int RETRIES = 2;

    private WireCases() {}

    static List<ConformanceCase> all() {
        return Stream.of(lost(), again(), timed()).flatMap(List::stream).toList();
    }

    private static List<ConformanceCase> lost() {
        return List.of(
                wire("WIRE-lost", "a packet that is lost is sent again", b -> part(b, Fate.LOST, 2)),
                wire("WIRE-swapped", "packets that swap places take effect in order", b -> part(b, Fate.OVERTAKEN, 3)),
                wire("WIRE-corrupt", "a packet with a wrong bit is sent again", b -> part(b, Fate.CORRUPTED, 2)),
                wire("WIRE-lost-write", "and so is a WRITE of one packet", b -> write(b, Fate.LOST)),
                wire("WIRE-corrupt-write", "lost or with a wrong bit", b -> write(b, Fate.CORRUPTED)),
                wire("WIRE-lost-send", "a SEND that is lost is received once", b -> send(b, Message.SEND, Fate.LOST)),
                wire("WIRE-lost-read", "a READ request that is lost is sent again", b -> read(b, Message.READ)),
                wire(
                        "WIRE-lost-answer",
                        "a READ whose answer is lost is sent again",
                        b -> read(b, Message.READ_ANSWER)),
                wire("WIRE-lost-ever", "what is always lost ends the request", WireCases::lostForEver, "T6"),
                wire("WIRE-tries", "a request is sent again retry_cnt times", b -> tries(b, RETRIES)),
                wire("WIRE-tries-over", "and not once more", b -> tries(b, RETRIES + 1), "T6"),
                wire("WIRE-tries-anew", "an answer restarts the count of retries", WireCases::triesAnew),
                wire("WIRE-later", "what is lost is the second request, and no other", WireCases::later, "T6"),
                wire("WIRE-peers", "the peer sends again, too", WireCases::peers),
                wire("WIRE-both", "both sides wait for what is lost, each for its own", WireCases::both));
    }

    private static List<ConformanceCase> again() {
        return List.of(
                wire("WIRE-atomic", "an atomic whose answer is lost is executed once", WireCases::atomicOnce)
                        .needing(Requirement.ATOMICS),
                wire("WIRE-write", "a WRITE that comes twice is executed once", WireCases::writeOnce),
                wire(
                        "WIRE-send",
                        "a SEND that comes twice is received once",
                        b -> send(b, Message.SEND, Fate.REPEATED)),
                wire(
                        "WIRE-lost-ack",
                        "a SEND whose answer is lost is received once",
                        b -> send(b, Message.ACKNOWLEDGEMENT, Fate.LOST)));
    }

    private static List<ConformanceCase> timed() {
        return List.of(wire("WIRE-rnr", "a sender rests as long as the receiver asks for", WireCases::notReady, "T7"));
    }

    private static ConformanceCase wire(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules);
    }

    private static void atomicOnce(CaseBench b) {
        b.bob().memory().put(0, new byte[Long.BYTES]);
        RemoteBuffer target = b.bob().openRegion().remote().slice(0, Long.BYTES);
        QpConnection connection = b.connection();
        b.expect().succeeds("first add", connection.alice().add(target));
        b.wire().spoil(Message.ATOMIC_ANSWER, Fate.LOST);
        b.expect().succeeds("second add", connection.alice().add(target));
        b.expect().same("value before it", 1L, number(b.alice()));
        b.expect().same("value after it", 2L, number(b.bob()));
    }

    private static long number(CaseHost host) {
        return ByteBuffer.wrap(host.memory().get(0, Long.BYTES))
                .order(ByteOrder.nativeOrder())
                .getLong();
    }

    private static void writeOnce(CaseBench b) {
        RemoteBuffer target = b.bob().openRegion().remote().slice(0, 64);
        QpConnection connection = b.connection();
        b.wire().spoil(Message.WRITE, Fate.REPEATED);
        b.expect().succeeds("write", connection.alice().write(target));
        byte[] newer = new byte[64];
        b.bob().memory().put(0, newer);
        b.wire().letPass(LATE_NANOS);
        b.expect()
                .same(
                        "bob's first byte, which he has written since",
                        newer[0],
                        b.bob().memory().get(0, 1)[0]);
    }

    private static void part(CaseBench b, Fate fate, int which) {
        RemoteBuffer target = b.bob().openRegion().remote();
        QpConnection connection = b.newConnection(small(), small());
        b.wire().spoil(Message.WRITE_PART, fate, which, 1);
        b.expect().succeeds("write", connection.alice().write(target));
        b.expect().landed(0, CaseHost.MEMORY_BYTES);
    }

    private static void write(CaseBench b, Fate fate) {
        RemoteBuffer target = b.bob().openRegion().remote().slice(0, 64);
        QpConnection connection = b.connection();
        b.wire().spoil(Message.WRITE, fate);
        b.expect().succeeds("write", connection.alice().write(target));
        b.expect().landed(0, 64);
        b.expect().succeeds("another write", connection.alice().write(target));
    }

    /** The second receive remains for the second SEND. */
    private static void send(CaseBench b, Message message, Fate fate) {
        QpConnection connection = b.connection();
        long first = connection.bob().receive(b.bob().slice(0, 64));
        long second = connection.bob().receive(b.bob().slice(64, 64));
        b.wire().spoil(message, fate);
        b.expect().succeeds("send", connection.alice().send(64));
        b.expect().succeeds("receive", connection.bob().await(first));
        b.wire().letPass(LATE_NANOS);
        b.expect().landed(0, 64);
        b.expect().succeeds("another send", connection.alice().send(64));
        b.expect().succeeds("another receive", connection.bob().await(second));
        b.expect().landed(0, 128);
        b.expect().same("further completions of receives", 0, b.bob().cq().poll(new Completions(1)));
    }

    private static void read(CaseBench b, Message message) {
        RemoteBuffer source = b.bob().openRegion().remote().slice(0, 64);
        QpConnection connection = b.connection();
        b.wire().spoil(message, Fate.LOST);
        b.expect().succeeds("read", connection.alice().read(source));
        b.expect().fetched(64);
        b.expect()
                .same("the byte behind it", b.alice().fill(), b.alice().memory().get(64, 1)[0]);
    }

    private static void lostForEver(CaseBench b) {
        RemoteBuffer target = b.bob().openRegion().remote().slice(0, 64);
        QpConnection connection = b.newConnection(ConnectOptions.DEFAULT.withRetries(2, 7), ConnectOptions.DEFAULT);
        b.wire().spoil(Message.WRITE, Fate.LOST, 1, Integer.MAX_VALUE);
        b.expect()
                .refused("write", "T6", RETRY_EXC_ERR, () -> connection.alice().write(target));
        b.expect().same("QP", QpState.ERR, connection.alice().state());
    }

    private static void tries(CaseBench b, int losses) {
        RemoteBuffer target = b.bob().openRegion().remote().slice(0, 64);
        QpConnection connection =
                b.newConnection(ConnectOptions.DEFAULT.withRetries(RETRIES, 7), ConnectOptions.DEFAULT);
        b.wire().spoil(Message.WRITE, Fate.LOST, 1, losses);
        if (losses > RETRIES) {
            b.expect()
                    .refused(
                            "write",
                            "T6",
                            RETRY_EXC_ERR,
                            () -> connection.alice().write(target));
        } else {
            b.expect().succeeds("write", connection.alice().write(target));
            b.expect().landed(0, 64);
        }
    }

    private static void triesAnew(CaseBench b) {
        RemoteBuffer target = b.bob().openRegion().remote().slice(0, 64);
        QpConnection connection =
                b.newConnection(ConnectOptions.DEFAULT.withRetries(RETRIES, 7), ConnectOptions.DEFAULT);
        for (int i = 0; i < 2; i++) {
            b.wire().spoil(Message.WRITE, Fate.LOST, 1, RETRIES);
            b.expect().succeeds("write", connection.alice().write(target));
        }
        b.expect().landed(0, 64);
    }

    private static void later(CaseBench b) {
        RemoteBuffer target = b.bob().openRegion().remote().slice(0, 64);
        QpConnection connection =
                b.newConnection(ConnectOptions.DEFAULT.withRetries(RETRIES, 7), ConnectOptions.DEFAULT);
        b.wire().spoil(Message.WRITE, Fate.LOST, 2, RETRIES + 1);
        b.expect().succeeds("write", connection.alice().write(target));
        b.expect().landed(0, 64);
        b.expect()
                .refused(
                        "second write",
                        "T6",
                        RETRY_EXC_ERR,
                        () -> connection.alice().write(target));
    }

    private static void peers(CaseBench b) {
        RemoteBuffer target = b.alice().openRegion().remote().slice(0, 64);
        QpConnection connection = b.newConnection();
        b.wire().spoil(Message.WRITE, Fate.LOST, 1, 2);
        RdmaWrite back = RdmaWrite.of(b.wrId(), target, b.bob().slice(0, 64));
        connection.bob().post(back);
        b.expect().succeeds("bob's write", connection.bob().await(back.wrId()));
        b.expect().same("alice's first byte", b.bob().fill(), b.alice().memory().get(0, 1)[0]);
    }

    private static void both(CaseBench b) {
        RemoteBuffer bobs = b.bob().openRegion().remote().slice(0, 64);
        RemoteBuffer alices = b.alice().openRegion().remote().slice(128, 64);
        QpConnection connection = b.newConnection();
        b.wire().spoil(Message.WRITE, Fate.LOST, 1, 2);
        RdmaWrite there = RdmaWrite.of(b.wrId(), bobs, b.alice().slice(0, 64));
        RdmaWrite back = RdmaWrite.of(b.wrId(), alices, b.bob().slice(128, 64));
        connection.alice().post(there);
        connection.bob().post(back);
        b.expect().succeeds("alice's write", connection.alice().await(there.wrId()));
        b.expect().succeeds("bob's write", connection.bob().await(back.wrId()));
        b.expect().landed(0, 64);
        b.expect()
                .same(
                        "alice's byte that bob wrote",
                        b.bob().fill(),
                        b.alice().memory().get(128, 1)[0]);
    }

    private static ConnectOptions small() {
        return ConnectOptions.DEFAULT.withMtu(Mtu.MTU_1024);
    }

    private static void notReady(CaseBench b) {
        ConnectOptions impatient = ConnectOptions.DEFAULT.withRetries(7, RNR_RETRIES);
        QpConnection connection = b.newConnection(impatient, ConnectOptions.DEFAULT.withMinRnrTimer(PATIENT_TIMER));
        long start = b.wire().now();
        b.expect()
                .refused(
                        "send",
                        "T7",
                        RNR_RETRY_EXC_ERR,
                        () -> connection.alice().send(64));
        long rests = RNR_RETRIES * RnrTimer.nanos(PATIENT_TIMER);
        b.expect().holds("it rested between its attempts", b.wire().now() - start >= rests);
        b.expect().holds("and no longer", b.wire().now() - start < 2 * rests);
    }
}
