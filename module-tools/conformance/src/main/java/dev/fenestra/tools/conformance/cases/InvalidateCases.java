package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_1;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_2;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_LEN_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_PROT_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.MW_BIND_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.REM_INV_REQ_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.REM_OP_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.RETRY_EXC_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.RNR_RETRY_EXC_ERR;

import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.Compared;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.request.LocalInvalidate;
import dev.fenestra.uverbs.request.SendWithInvalidate;
import java.util.List;

/** What can be invalidated, by whom, and the consequence of a refusal. */
final class InvalidateCases {
    private static final int UNKNOWN = 0x7fffff00;

    private InvalidateCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                row("INV-t1", "a type-1 window is not invalidated", b -> local(b, type1(b), "I1"), "I1")
                        .settling(5),
                row("INV-t1-peer", "nor by the peer", b -> ClassJ.refused(b, b.connection(), type1(b), "I1"), "I1")
                        .settling(6),
                row("INV-mr", "a region is not invalidated", b -> local(b, region(b), "I1"), "I1")
                        .settling(5),
                row("INV-mr-peer", "nor by the peer", b -> ClassJ.refused(b, b.connection(), region(b), "I1"), "I1"),
                row("INV-tag", "a stale key is not invalidated", InvalidateCases::staleTag, "I2"),
                row("INV-tag-peer", "nor by the peer", InvalidateCases::staleTagByPeer, "I2"),
                row("INV-free-tag", "of a free window only the last key is taken", InvalidateCases::freeTag, "I2"),
                row("INV-unknown", "an unknown key is not invalidated", b -> local(b, UNKNOWN, "I1"), "I1"),
                row("INV-unknown-peer", "nor by the peer", b -> ClassJ.refused(b, b.connection(), UNKNOWN, "I1"), "I1"),
                row("INV-qp", "another QP of the PD does not invalidate", InvalidateCases::otherQp, "I3"),
                row("INV-pd", "a QP of another PD does not invalidate", InvalidateCases::otherPd, "I3"),
                row("INV-done", "LOCAL_INV completes as LOCAL_INV", InvalidateCases::localOpcode),
                row("INV-failed", "a failed LOCAL_INV stops its QP", InvalidateCases::localAftermath, "I2")
                        .settling(5),
                row("INV-received", "the receiver is told which key went", InvalidateCases::told),
                row("INV-payload", "the payload of a refused SEND_WITH_INV is placed", InvalidateCases::payload, "I1")
                        .settling(6),
                row("INV-free-pd", "a free window is invalidated by any QP, without effect", InvalidateCases::free)
                        .settling(21),
                row(
                        "INV-bad-receive",
                        "a SEND_WITH_INV whose receive fails invalidates nothing",
                        InvalidateCases::badReceive,
                        "L1"),
                row("INV-short-receive", "nor one whose receive is too short", InvalidateCases::shortReceive, "T3"),
                row("INV-no-receive", "nor one that finds no receive", InvalidateCases::noReceive, "T7"),
                row("INV-again", "an invalidated window can be bound again with any tag", InvalidateCases::again));
    }

    private static ConformanceCase row(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules).needing(Requirement.WINDOWS);
    }

    private static int type1(CaseBench b) {
        return b.boundWindow(TYPE_1, 0, 64, REMOTE_WRITE).key();
    }

    private static int region(CaseBench b) {
        return b.bob().openRegion().rkey();
    }

    private static CaseWindow type2(CaseBench b) {
        return b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
    }

    private static void local(CaseBench b, int key, String rule) {
        b.expect().refused("LOCAL_INV", rule, MW_BIND_ERR, () -> b.atBob().invalidate(key));
        b.expect().told(b.bob(), rule, Compared.key(key));
    }

    private static void isBound(CaseBench b, CaseWindow window) {
        b.expect().succeeds("write through it", b.atAlice().write(window.remote()));
    }

    private static void staleTag(CaseBench b) {
        CaseWindow window = type2(b);
        local(b, MemoryKey.next(window.key()), "I2");
        b.expect().holds("a window is bound", b.bob().isHeld(b.bob().region()));
    }

    private static void staleTagByPeer(CaseBench b) {
        CaseWindow window = type2(b);
        ClassJ.refused(b, b.connection(), MemoryKey.next(window.key()), "I2");
        b.expect().holds("a window is bound", b.bob().isHeld(b.bob().region()));
    }

    private static void freeTag(CaseBench b) {
        CaseWindow window = b.window(TYPE_2);
        local(b, MemoryKey.next(window.key()), "I2");
    }

    private static void otherQp(CaseBench b) {
        CaseWindow window = type2(b);
        b.expect()
                .refused(
                        "LOCAL_INV",
                        "I3",
                        MW_BIND_ERR,
                        () -> b.secondConnection().bob().invalidate(window.key()));
        isBound(b, window);
        ClassJ.refused(b, b.newConnection(), window.key(), "I3");
        isBound(b, window);
    }

    private static void otherPd(CaseBench b) {
        CaseWindow window = type2(b);
        b.expect()
                .refused(
                        "LOCAL_INV",
                        "I3",
                        MW_BIND_ERR,
                        () -> b.foreignConnection().bob().invalidate(window.key()));
        isBound(b, window);
    }

    private static void localOpcode(CaseBench b) {
        CaseWindow window = type2(b);
        b.expect()
                .same(
                        "opcode",
                        WcOpcode.LOCAL_INV,
                        b.atBob().invalidate(window.key()).orThrow().opcode());
    }

    private static void localAftermath(CaseBench b) {
        CaseWindow window = b.window(TYPE_2);
        local(b, MemoryKey.next(window.key()), "I2");
        b.expect().same("QP", QpState.ERR, b.atBob().state());
        b.expect().flushed("the next request", b.atBob().invalidate(window.key()));
    }

    private static void told(CaseBench b) {
        CaseWindow window = type2(b);
        ClassJ.obeyed(b, b.connection(), window.key());
        b.expect().succeeds("LOCAL_INV of it", b.atBob().invalidate(window.key()));
    }

    private static void free(CaseBench b) {
        CaseWindow window = b.window(TYPE_2);
        b.expect()
                .succeeds("LOCAL_INV by another PD", b.foreignConnection().bob().invalidate(window.key()));
        ClassJ.obeyed(b, b.foreignConnection(), window.key());
        b.expect().succeeds("LOCAL_INV by its own PD", b.atBob().invalidate(window.key()));
        b.expect().succeeds("bind", window.bind(b.atBob(), b.bob().slice(0, 64), REMOTE_WRITE));
        isBound(b, window);
    }

    private static Completion sendInvalidating(CaseBench b, CaseWindow window, int length) {
        return b.atAlice()
                .attempt(SendWithInvalidate.of(b.wrId(), window.key(), b.alice().slice(0, length)));
    }

    private static void badReceive(CaseBench b) {
        CaseWindow window = type2(b);
        long receive = b.atBob().receiveInto(UNKNOWN, b.bob().region().address(), 64);
        b.expect().refusedByPeer("sender", "L1", REM_OP_ERR, () -> sendInvalidating(b, window, 64));
        b.expect().same("receiver", LOC_PROT_ERR, b.atBob().await(receive).status());
        b.expect().holds("a window is bound", b.bob().isHeld(b.bob().region()));
    }

    private static void shortReceive(CaseBench b) {
        CaseWindow window = type2(b);
        long receive = b.atBob().receive(b.bob().slice(0, 63));
        b.expect()
                .same("sender", REM_INV_REQ_ERR, sendInvalidating(b, window, 64).status());
        b.expect().broke("T3");
        b.expect().same("receiver", LOC_LEN_ERR, b.atBob().await(receive).status());
        b.expect().holds("a window is bound", b.bob().isHeld(b.bob().region()));
    }

    private static void noReceive(CaseBench b) {
        QpConnection connection = b.newConnection(ConnectOptions.DEFAULT.withRetries(7, 0), ConnectOptions.DEFAULT);
        CaseWindow window = b.window(TYPE_2);
        b.expect().succeeds("bind", window.bind(connection.bob(), b.bob().slice(0, 64), REMOTE_WRITE));
        b.expect()
                .refused(
                        "sender",
                        "T7",
                        RNR_RETRY_EXC_ERR,
                        () -> connection.alice().sendWithInvalidate(window.key()));
        b.expect().holds("a window is bound", b.bob().isHeld(b.bob().region()));
    }

    private static void payload(CaseBench b) {
        int key = region(b);
        long receive = b.atBob().receive(b.bob().slice(0, 64));
        SendWithInvalidate send = SendWithInvalidate.of(b.wrId(), key, b.alice().slice(0, 64));
        b.expect().same("sender", RETRY_EXC_ERR, b.atAlice().attempt(send).status());
        b.expect().same("receiver", REM_INV_REQ_ERR, b.atBob().await(receive).status());
        b.expect().landed(0, 64);
        b.expect().broke("I1");
    }

    private static void again(CaseBench b) {
        CaseWindow window = type2(b);
        int key = window.key();
        LocalInvalidate unsignaled = LocalInvalidate.of(b.wrId(), key).unsignaled();
        b.atBob().post(unsignaled);
        b.expect()
                .succeeds(
                        "bind with the same key",
                        window.bind(b.atBob(), key, b.bob().slice(64, 64), REMOTE_WRITE));
        b.expect().succeeds("write", b.atAlice().write(window.remote()));
        b.expect().landed(64, 64);
    }
}
