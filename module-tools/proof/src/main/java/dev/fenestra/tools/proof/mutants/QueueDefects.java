package dev.fenestra.tools.proof.mutants;

import static dev.fenestra.tools.proof.mutants.Site.named;

import java.util.List;
import java.util.stream.Stream;

/** Defects of queues: which completions there are and where, what a dropped batch leaves, what data is sent. */
final class QueueDefects {
    private static final String REASON = "it has an effect and no rule";
    private static final String SOURCE = "IBA 10.8";

    /** Packet by packet: what a burst cannot do. */
    private static final Site LONG_ATOMIC = at("AtomicUnit", "execute");

    private static final Site SHORT_ATOMIC = at("AtomicLane", "execute");

    private QueueDefects() {}

    static List<Defect> all() {
        return Stream.of(completions(), cleaning(), flushes(), events(), posts(), data(), devices())
                .flatMap(List::stream)
                .toList();
    }

    /** Which completions there are, and where. */
    private static List<Defect> completions() {
        return List.of(
                defect(
                        "cq-swapped-sends",
                        "sends complete in the CQ of receives",
                        "QUE-apart",
                        new Patch.Swap(at("QpContext", "sendCq"), "sendCq", "receiveCq")),
                defect(
                        "cq-swapped-receives",
                        "receives complete in the CQ of sends",
                        "QUE-apart",
                        new Patch.Swap(at("QpContext", "receiveCq"), "receiveCq", "sendCq")),
                defect(
                        "all-signaled",
                        "unsignaled requests complete too",
                        "QUE-unsignaled",
                        new Patch.Return(at("FetchedSends", "signaled"), 1)),
                defect(
                        "none-signaled",
                        "signaled requests do not complete",
                        "QUE-unsignaled",
                        new Patch.Return(at("FetchedSends", "signaled"), 0)));
    }

    /** Completions that are not where they belong when a QP goes. */
    private static List<Defect> cleaning() {
        return List.of(
                defect(
                        "clean-all",
                        "a QP that goes takes other QPs' completions with it",
                        "QUE-destroyed",
                        new Patch.Return(at("MlxCq", "isOf"), 1)),
                defect(
                        "clean-none",
                        "a QP that goes leaves its completions",
                        "QUE-destroyed",
                        new Patch.Return(at("MlxCq", "isOf"), 0)),
                defect(
                        "clean-shifts",
                        "completions that stay are not moved up",
                        "QUE-reset",
                        new Patch.Skip(at("MlxCq", "remove"), "move")));
    }

    /** Requests of a QP in ERR. */
    private static List<Defect> flushes() {
        return List.of(
                defect(
                        "flush-none",
                        "requests posted in ERR are not flushed",
                        "Q1",
                        new Patch.Skip(at("Flusher", "flushPosted"), "requestFailed")),
                defect(
                        "flush-fetched",
                        "requests under way are not flushed",
                        "Q1",
                        new Patch.Skip(at("Flusher", "flushFetched"), "requestFailed")),
                defect(
                        "flush-status",
                        "flushed requests fail as LOC_QP_OP_ERR",
                        "Q1",
                        new Patch.Swap(at("Flusher", "flushPosted"), "FLUSHED", "LOCAL_QP_OPERATION")),
                defect(
                        "flush-receive-status",
                        "flushed receives fail as LOC_PROT_ERR",
                        "Q1",
                        new Patch.Swap(at("Flusher", "flushReceives"), "FLUSHED", "LOCAL_PROTECTION")),
                defect(
                        "taken-lost",
                        "the receive that a refused message took does not fail",
                        "R-immediate",
                        new Patch.Return(at("ReceiveUnit", "failTaken"), 0)));
    }

    /** Completions and events that programs get. */
    private static List<Defect> events() {
        return List.of(
                defect(
                        "overrun-silent",
                        "an overrun CQ is not told",
                        "EV-overrun",
                        new Patch.Skip(at("QpStates", "overrun"), "raise")),
                defect(
                        "overrun-alive",
                        "QPs of an overrun CQ go on",
                        "EV-overrun",
                        new Patch.Skip(at("QpStates", "overrun"), "toErrorUntold")),
                defect(
                        "access-silent",
                        "a refused access raises no event",
                        "EV-access",
                        new Patch.Skip(at("Acknowledgements", "refuseAccess"), "raise")),
                defect(
                        "never-solicited",
                        "no completion is solicited",
                        "EV-solicited",
                        new Patch.Lose(at("CompletionReports", "received"), "solicited")));
    }

    /** Posts, and queues after a reset. */
    private static List<Defect> posts() {
        return List.of(
                defect(
                        "reset-receives",
                        "a reset keeps the receives",
                        "QUE-again",
                        new Patch.Lose(at("MlxReceiveQueue", "stateChanged"), "head")),
                defect(
                        "sends-no-limit",
                        "the send queue takes more than it has room for",
                        "LIM-send-wr",
                        new Patch.Return(at("SendRing", "isFull"), 0)),
                defect(
                        "sends-one-less",
                        "the send queue takes nothing",
                        "LIM-send-wr",
                        new Patch.Return(at("SendRing", "isFull"), 1)),
                defect(
                        "receives-no-limit",
                        "the receive queue takes more than it has room for",
                        "LIM-recv-wr",
                        new Patch.Forget(Site.reading("MlxRule.RECEIVE_ROOM"), "RECEIVE_ROOM", Patch.Forget.EVERY)),
                defect(
                        "local-opcode",
                        "a bind completes as something else",
                        "ORD-8",
                        new Patch.Return(at("SendRing", "localOpcode"), 6)));
    }

    /** What data is sent, and where it goes. */
    private static List<Defect> data() {
        return List.of(
                defect(
                        "pieces-first",
                        "the first piece of a request is sent in place of the others",
                        "QUE-gather",
                        new Patch.Lose(at("DataWalk", "step"), "unit")),
                defect(
                        "atomic-no-write",
                        "an atomic does not write",
                        "ATM-add",
                        new Patch.Skip(LONG_ATOMIC, "scatter"),
                        new Patch.Skip(SHORT_ATOMIC, "set")),
                defect(
                        "atomic-zero",
                        "an atomic finds 0",
                        "ATM-add",
                        new Patch.Lose(LONG_ATOMIC, "original"),
                        new Patch.Skip(SHORT_ATOMIC, "get")),
                defect(
                        "late-atomic-no-write",
                        "an atomic does not write while packets get lost",
                        "WIRE-atomic",
                        new Patch.Skip(LONG_ATOMIC, "scatter")),
                defect(
                        "late-atomic-zero",
                        "an atomic finds 0 while packets get lost",
                        "WIRE-atomic",
                        new Patch.Lose(LONG_ATOMIC, "original")));
    }

    /** The last word of the device. */
    private static List<Defect> devices() {
        return List.of(defect(
                "unbind-keeps-key",
                "an unbind keeps the key",
                "T1-B-zero",
                new Patch.Skip(at("WindowUnit", "unbind"), "rename")));
    }

    private static Defect defect(String id, String text, String rule, Patch... patches) {
        return Defect.of(id, text, SOURCE, rule, patches);
    }

    private static Site at(String type, String method) {
        return named(type, method, REASON);
    }
}
