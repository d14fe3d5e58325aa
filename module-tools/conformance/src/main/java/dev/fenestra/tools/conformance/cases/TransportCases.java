package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_LEN_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_PROT_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_QP_OP_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.REM_ACCESS_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.REM_INV_REQ_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.RETRY_EXC_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.RNR_RETRY_EXC_ERR;

import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.End;
import dev.fenestra.tools.conformance.Limit;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.RdmaWriteWithImmediate;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.SendBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The attributes of a connection: how many READs and atomics may be outstanding, how long a message may be, how often a
 * request is sent again, and what SQD and SQE hold back.
 */
final class TransportCases {
    private static final int READS = 8;
    private static final int POLLS = 512;
    private static final int WAITS = 16;
    /** A wait of 0.16 ms: ten thousand of them are in all that the case waits. */
    private static final int OFTEN = 8;

    private static final Duration WAIT = Duration.ofMillis(100);
    /** A device with longer messages is tested with the reserved L_Key, if it has one. */
    private static final long MOST_BYTES = 1 << 20;

    private static final ConnectOptions USUAL = ConnectOptions.DEFAULT;
    /** Short, since the case waits for all retries. */
    private static final int TIMEOUT = 1;

    private TransportCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                line("TRN-T9-read", "a QP without room for READs posts none", b -> noRoom(b, false), "T9"),
                line("TRN-T9-atomic", "nor atomics", b -> noRoom(b, true), "T9").needing(Requirement.ATOMICS),
                line("TRN-T4-none", "a QP that serves no READs refuses one", b -> unserved(b, false), "T4"),
                line("TRN-T4-atomic", "nor does it serve atomics", b -> unserved(b, true), "T4")
                        .needing(Requirement.ATOMICS),
                line("TRN-depth", "of many READs no more are outstanding than the QPs have", TransportCases::depth),
                line("TRN-T11-short", "an atomic has room for its 8 bytes", b -> landing(b, 4), "T11")
                        .needing(Requirement.ATOMICS),
                line("TRN-T11-none", "and not none", b -> landing(b, 0), "T11").needing(Requirement.ATOMICS),
                line("TRN-T5", "a message is not longer than announced", TransportCases::tooLong, "T5")
                        .needing(Requirement.ODP_IMPLICIT),
                line("TRN-T5-memory", "not even by a byte", TransportCases::oneByteTooLong, "T5"),
                line(
                        "TRN-imm-mtu",
                        "the first packet of a long WRITE is checked before the last takes a receive",
                        TransportCases::firstPacket),
                line("TRN-T3", "a message is not longer than its receive", TransportCases::receiveTooShort, "T3"),
                line("TRN-T6", "a request to no port ends after its retries", b -> nobody(b, 2), "T6"),
                line("TRN-T6-0", "or at once, when there are none", b -> nobody(b, 0), "T6"),
                line("TRN-T7", "a receiver that is not ready ends it after rnr_retry", b -> notReady(b, 2), "T7"),
                line("TRN-T7-0", "or at once, when that is 0", b -> notReady(b, 0), "T7"),
                line("TRN-rnr-7", "rnr_retry 7 waits without end", TransportCases::endless),
                line("TRN-timeout-0", "a timeout of 0 waits without end", TransportCases::noTimeout),
                line("TRN-sqd", "SQD holds requests back, RTS lets them go", TransportCases::drained)
                        .needing(Requirement.SQD),
                line("TRN-sqe", "SQE stops the sends of a UC QP, not its receives", TransportCases::sendError, "L1")
                        .needing(Requirement.UC),
                line(
                        "TRN-err",
                        "a QP in ERR flushes what is posted, and does not answer",
                        TransportCases::error,
                        "T6"));
    }

    private static ConformanceCase line(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules);
    }

    private static RemoteBuffer word(CaseBench b) {
        return b.bob().openRegion().remote().slice(0, Long.BYTES);
    }

    private static void noRoom(CaseBench b, boolean isAtomic) {
        RemoteBuffer word = word(b);
        End alice = b.newConnection(USUAL.withRdAtomic(0), USUAL).alice();
        b.expect().refused("request", "T9", LOC_QP_OP_ERR, () -> isAtomic ? alice.add(word) : alice.read(word));
    }

    /** The peer has more READs outstanding than the QP has resources for. */
    private static void unserved(CaseBench b, boolean isAtomic) {
        RemoteBuffer word = word(b);
        End alice =
                b.newConnection(USUAL.withRdAtomic(1), USUAL.withRdAtomic(0)).alice();
        b.expect().refusedByPeer("request", "T4", REM_INV_REQ_ERR, () -> isAtomic ? alice.add(word) : alice.read(word));
    }

    private static void depth(CaseBench b) {
        RemoteBuffer word = word(b);
        QpConnection connection = b.newConnection(USUAL.withRdAtomic(1), USUAL.withRdAtomic(1));
        List<Long> reads = new ArrayList<>();
        int most = (int) b.alice().most(Limit.REQUESTS, READS);
        for (int i = 0; i < most; i++) {
            reads.add(b.wrId());
            connection.alice().post(RdmaRead.of(reads.getLast(), word, b.alice().slice(8L * i, 8)));
        }
        for (long read : reads) {
            b.expect().succeeds("read", connection.alice().await(read));
        }
        b.expect().fetched(8 * most);
    }

    private static void landing(CaseBench b, int length) {
        RemoteBuffer word = word(b);
        End alice = b.atAlice();
        b.expect().refused("add", "T11", LOC_LEN_ERR, () -> {
            long wrId = b.wrId();
            b.expect()
                    .posted(alice.qp()
                            .builder()
                            .start()
                            .request(wrId, SendFlag.SIGNALED)
                            .atomicFetchAndAdd(word.rkey(), word.address(), 1)
                            .sge(b.alice().region(), b.alice().region().address(), length)
                            .complete());
            return alice.await(wrId);
        });
    }

    /** Under the key of all memory no other rule is broken, however long the message is. */
    private static void tooLong(CaseBench b) {
        long most = Limit.MESSAGE.of(b.alice().context().deviceAttributes());
        int piece = Integer.MAX_VALUE;
        long pieces = most / piece + 1;
        b.alice().needs(Limit.SGE, pieces);
        MemoryRegion everything = b.alice().pd().regImplicit(LOCAL_WRITE);
        RemoteBuffer word = word(b);
        b.expect().refused("write", "T5", LOC_LEN_ERR, () -> {
            long wrId = b.wrId();
            SendBuilder builder = b.atAlice().qp().builder().start();
            builder.request(wrId, SendFlag.SIGNALED).rdmaWrite(word.rkey(), word.address());
            for (int i = 0; i < pieces; i++) {
                builder.sge(everything, b.alice().region().address(), piece);
            }
            b.expect().posted(builder.complete());
            return b.atAlice().await(wrId);
        });
    }

    /** From and to memory that is long enough. */
    private static void oneByteTooLong(CaseBench b) {
        int most = (int) Limit.MESSAGE.of(b.alice().context().deviceAttributes(), MOST_BYTES);
        Memory from = b.alice().context().allocate(most + 1L);
        Memory to = b.bob().context().allocate(most + 1L);
        MemoryRegion source = b.alice().pd().regMr(from, LOCAL_WRITE);
        RemoteBuffer target =
                b.bob().pd().regMr(to, LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ).remote();
        End alice = b.atAlice();
        from.put(most - 1L, new byte[] {1, 2});
        b.expect()
                .succeeds(
                        "write of max_msg_sz",
                        alice.writeFrom(source.lkey(), source.address(), most, target.slice(0, most)));
        b.expect().same("the last byte", (byte) 1, to.get(most - 1L, 1)[0]);
        isTooLong(b, "write", source, most + 1, start -> start.rdmaWrite(target.rkey(), target.address()));
        b.expect().same("the byte behind it", (byte) 0, to.get(most, 1)[0]);
        isTooLong(b, "read", source, most + 1, start -> start.rdmaRead(target.rkey(), target.address()));
        b.atBob().receiveInto(target.rkey(), target.address(), most + 1);
        isTooLong(b, "send", source, most + 1, SendBuilder::send);
    }

    /** The steps of {@link End} keep to the limit, so the request is built here. */
    private static void isTooLong(
            CaseBench b, String what, MemoryRegion source, int length, UnaryOperator<SendBuilder> operation) {
        End alice = b.atAlice();
        b.expect().refused(what, "T5", LOC_LEN_ERR, () -> {
            long wrId = b.wrId();
            b.expect()
                    .posted(operation
                            .apply(alice.qp().builder().start().request(wrId, SendFlag.SIGNALED))
                            .sge(source, source.address(), length)
                            .complete());
            return alice.await(wrId);
        });
        b.connection().reconnect();
    }

    /** Nobody has posted a receive: a WRITE of two packets or more does not come so far. */
    private static void firstPacket(CaseBench b) {
        QpConnection connection = b.newConnection(USUAL.withMtu(Mtu.MTU_256), USUAL.withMtu(Mtu.MTU_256));
        RemoteBuffer closed = b.bob().register(LOCAL_WRITE).remote().slice(0, 2 * Mtu.MTU_256.bytes());
        RdmaWriteWithImmediate write =
                RdmaWriteWithImmediate.of(b.wrId(), closed, 1, b.alice().slice(0, closed.length()));
        b.expect()
                .same("write", REM_ACCESS_ERR, connection.alice().attempt(write).status());
    }

    /** The contents of the receive after it are undefined. */
    private static void receiveTooShort(CaseBench b) {
        long receive = b.atBob().receive(b.bob().slice(0, 63));
        b.expect().same("send", REM_INV_REQ_ERR, b.atAlice().send(64).status());
        b.expect().same("receive", LOC_LEN_ERR, b.atBob().await(receive).status());
        b.expect().same("receiver's QP", QpState.ERR, b.atBob().state());
        b.expect().same("the byte behind it", b.bob().fill(), b.bob().memory().get(63, 1)[0]);
        b.expect().broke("T3");
    }

    private static void nobody(CaseBench b, int retries) {
        RemoteBuffer word = word(b);
        QpConnection connection = b.newConnection(USUAL.withTimeout(TIMEOUT).withRetries(retries, 7), USUAL);
        connection.bob().qp().close();
        b.expect()
                .refused("write", "T6", RETRY_EXC_ERR, () -> connection.alice().write(word));
        b.expect().same("QP", QpState.ERR, connection.alice().state());
    }

    private static void notReady(CaseBench b, int retries) {
        QpConnection connection = b.newConnection(USUAL.withRetries(7, retries), USUAL);
        b.expect()
                .refused(
                        "send",
                        "T7",
                        RNR_RETRY_EXC_ERR,
                        () -> connection.alice().send(8));
        b.expect().same("receiver's QP", QpState.RTS, connection.bob().state());
    }

    /** Far more than 7 attempts are made, each after the shortest RNR delay. */
    private static void endless(CaseBench b) {
        QpConnection connection = b.newConnection(USUAL.withRetries(7, 7), USUAL.withMinRnrTimer(OFTEN));
        Send send = Send.of(b.wrId(), b.alice().slice(0, 8));
        connection.alice().post(send);
        Completions block = new Completions(1);
        for (int i = 0; i < POLLS; i++) {
            b.expect()
                    .same("completions while nobody is ready", 0, b.alice().cq().poll(block));
        }
        nothing(b);
        long receive = connection.bob().receive(b.bob().slice(0, 8));
        b.expect().succeeds("send", connection.alice().await(send.wrId()));
        b.expect().succeeds("receive", connection.bob().await(receive));
    }

    /** No completion comes while alice waits. */
    private static void nothing(CaseBench b) {
        for (int i = 0; i < WAITS; i++) {
            try {
                b.expect().same("completion", "none", b.alice().cq().await(WAIT));
            } catch (VerbsException none) {
                b.expect().same("a completion", Errno.EAGAIN, none.errno());
            }
        }
    }

    private static void noTimeout(CaseBench b) {
        RemoteBuffer word = word(b);
        QpConnection connection = b.newConnection(USUAL.withTimeout(0).withRetries(1, 7), USUAL);
        connection.bob().qp().modify(CaseSteps.toError());
        connection.alice().post(RdmaWrite.of(b.wrId(), word, b.alice().slice(0, 8)));
        nothing(b);
        b.expect().same("QP", QpState.RTS, connection.alice().state());
    }

    private static void drained(CaseBench b) {
        QpConnection connection = b.connection();
        connection.alice().qp().modify(QpAttributes.to(QpState.SQD));
        long receive = connection.bob().receive(b.bob().slice(0, 8));
        Send send = Send.of(b.wrId(), b.alice().slice(0, 8));
        connection.alice().post(send);
        b.secondConnection().bob().receive();
        b.expect()
                .succeeds(
                        "meanwhile, on another QP", b.secondConnection().alice().send(0));
        b.expect().same("bob's first byte", b.bob().fill(), b.bob().memory().get(0, 1)[0]);
        b.expect().same("state", QpState.SQD, connection.alice().state());
        connection.alice().qp().modify(QpAttributes.to(QpState.RTS));
        b.expect().succeeds("send", connection.alice().await(send.wrId()));
        b.expect().succeeds("receive", connection.bob().await(receive));
        b.expect().landed(0, 8);
    }

    private static void sendError(CaseBench b) {
        QpConnection connection = b.unreliableConnection();
        long address = b.alice().region().address();
        b.expect().refused("send", "L1", LOC_PROT_ERR, () -> connection.alice().sendFrom(0x7fffff00, address, 8));
        b.expect().same("state", QpState.SQE, connection.alice().state());
        b.expect().flushed("the next send", connection.alice().send(8));
        long receive = connection.alice().receive(b.alice().slice(64, 8));
        b.expect().succeeds("peer's send", connection.bob().send(8));
        b.expect().succeeds("receive in SQE", connection.alice().await(receive));
        connection.alice().qp().modify(QpAttributes.to(QpState.RTS));
        long again = connection.bob().receive(b.bob().slice(64, 8));
        b.expect().succeeds("send after it", connection.alice().send(8));
        b.expect().succeeds("receive", connection.bob().await(again));
    }

    private static void error(CaseBench b) {
        QpConnection connection = b.newConnection(USUAL.withTimeout(TIMEOUT).withRetries(1, 7), USUAL);
        connection.bob().receive(b.bob().slice(0, 8));
        connection.bob().qp().modify(CaseSteps.toError());
        Completion flushed = connection.bob().send(8);
        b.expect().flushed("send", flushed);
        b.expect()
                .refused(
                        "peer's write",
                        "T6",
                        RETRY_EXC_ERR,
                        () -> connection.alice().write(word(b)));
    }
}
