package dev.fenestra.tools.proof.mutants;

import static dev.fenestra.tools.proof.mutants.Site.named;

import java.util.List;
import java.util.stream.Stream;

/** Defects of connections: what a QP takes from its attributes, and what ends a request. */
final class TransportDefects {
    private static final String REASON = "it has an effect and no rule";
    private static final String SOURCE = "IBA 9.7";

    private TransportDefects() {}

    static List<Defect> all() {
        return Stream.of(attributes(), retries(), rights(), ends(), again(), failures())
                .flatMap(List::stream)
                .toList();
    }

    /** Attributes that are not taken when the QP is connected. */
    private static List<Defect> attributes() {
        return List.of(
                defect(
                        "lose-remote-write",
                        "the QP does not take remote write from its attributes",
                        "RRG-bound-more",
                        new Patch.Lose(at("QpStateCommands", "takeAccess"), "remoteWrite"),
                        new Patch.Lose(at("QpStateCommands", "takeOptional"), "remoteWrite")),
                defect(
                        "lose-remote-read",
                        "the QP does not take remote read from its attributes",
                        "GRID-read/REGION",
                        new Patch.Lose(at("QpStateCommands", "takeAccess"), "remoteRead"),
                        new Patch.Lose(at("QpStateCommands", "takeOptional"), "remoteRead")),
                defect(
                        "lose-remote-atomic",
                        "the QP does not take remote atomics from its attributes",
                        "ATM-add",
                        new Patch.Lose(at("QpStateCommands", "takeAccess"), "remoteAtomic"),
                        new Patch.Lose(at("QpStateCommands", "takeOptional"), "remoteAtomic")),
                defect(
                        "lose-requester-depth",
                        "max_rd_atomic is not taken",
                        "TRN-depth",
                        new Patch.Lose(at("QpStateCommands", "startSending"), "requesterDepth")),
                defect(
                        "lose-responder-depth",
                        "max_dest_rd_atomic is not taken",
                        "TRN-depth",
                        new Patch.Lose(at("QpStateCommands", "connect"), "responderDepth")));
    }

    /** Retries that are not taken when the QP is connected. */
    private static List<Defect> retries() {
        return List.of(
                defect(
                        "lose-retry-count",
                        "retry_cnt is not taken",
                        "WIRE-lost",
                        new Patch.Lose(at("QpStateCommands", "startSending"), "retryCount")),
                defect(
                        "lose-rnr-retry",
                        "rnr_retry is not taken",
                        "TRN-rnr-7",
                        new Patch.Lose(at("QpStateCommands", "startSending"), "rnrRetry")),
                defect(
                        "lose-rnr-timer",
                        "min_rnr_timer is not taken",
                        "WIRE-rnr",
                        new Patch.Lose(at("QpStateCommands", "connect"), "minRnrTimer"),
                        new Patch.Lose(at("QpStateCommands", "takeOptional"), "minRnrTimer")),
                defect(
                        "lose-expected-psn",
                        "rq_psn is not taken",
                        "PEER-qp",
                        new Patch.Lose(at("QpStateCommands", "connect"), "expectedPsn")));
    }

    /** Rights that are checked for another operation than the one that arrived. */
    private static List<Defect> rights() {
        return List.of(
                defect(
                        "read-as-write",
                        "a READ asks for REMOTE_WRITE",
                        "R4",
                        new Patch.Swap(at("ReadUnit", "isGranted"), "READ", "WRITE")),
                defect(
                        "write-as-read",
                        "a WRITE asks for REMOTE_READ",
                        "R4",
                        new Patch.Swap(at("WriteUnit", "place"), "WRITE", "READ")),
                defect(
                        "atomic-as-write",
                        "an atomic asks for REMOTE_WRITE",
                        "R4",
                        new Patch.Swap(at("AtomicUnit", "check"), "ATOMIC", "WRITE")),
                defect(
                        "atomic-as-read",
                        "an atomic asks for REMOTE_READ",
                        "A5",
                        new Patch.Swap(at("AtomicUnit", "check"), "ATOMIC", "READ")),
                defect(
                        "qp-read-right",
                        "the QP's right to be read does not count",
                        "A8",
                        new Patch.Read(at("ReadUnit", "receive"), "remoteRead", 1)),
                defect(
                        "qp-atomic-right",
                        "the QP's right to atomics does not count",
                        "A8",
                        new Patch.Read(at("AtomicUnit", "receive"), "remoteAtomic", 1)));
    }

    /** What ends a request. */
    private static List<Defect> ends() {
        return List.of(
                defect(
                        "no-t9",
                        "a QP without room for READs sends them",
                        "T9",
                        new Patch.Read(at("WqeFetcher", "isAllowed"), "requesterDepth", 1)),
                defect(
                        "no-t11",
                        "an atomic lands in fewer than 8 bytes",
                        "T11",
                        new Patch.Return(at("WqeFetcher", "isNoAtomic"), 0)),
                defect(
                        "no-t4",
                        "a QP that serves no READs serves them",
                        "T4",
                        new Patch.Return(at("Acknowledgements", "areAllInUse"), 0)),
                defect(
                        "no-depth",
                        "more READs are outstanding than the QP may have",
                        "TRN-depth",
                        new Patch.Read(at("Requester", "sendFetch"), "requesterDepth", 64)));
    }

    /** What is sent again, and how often. */
    private static List<Defect> again() {
        return List.of(
                defect(
                        "no-retry",
                        "nothing is sent again",
                        "WIRE-lost",
                        new Patch.Read(at("Retransmission", "retry"), "retriesLeft", 0)),
                defect(
                        "no-rnr-retry",
                        "a receiver that is not ready is asked once",
                        "TRN-rnr-7",
                        new Patch.Read(at("Retransmission", "waitForReceiver"), "rnrRetriesLeft", 0)),
                defect(
                        "rnr-7-ends",
                        "rnr_retry 7 ends after 7 times",
                        "TRN-rnr-7",
                        new Patch.Constant(at("Retransmission", "waitForReceiver"), 7, 0, 8)),
                defect(
                        "sqe-is-err",
                        "a failed send puts a UC QP in ERR",
                        "TRN-sqe",
                        new Patch.Return(at("QpContext", "isReliable"), 1)));
    }

    /** What a failed request does. */
    private static List<Defect> failures() {
        return List.of(
                defect(
                        "nak-access",
                        "a refused access is told as REM_OP_ERR",
                        "R1",
                        new Patch.Constant(at("Acknowledgements", "refuseAccess"), 98, 0, 99)),
                defect(
                        "nak-invalid",
                        "an invalid request is told as REM_ACCESS_ERR",
                        "T4",
                        new Patch.Constant(at("Acknowledgements", "invalid"), 97, 0, 98)),
                defect(
                        "access-stays",
                        "a refused access leaves the QP of the responder in RTS",
                        "R1",
                        new Patch.Skip(at("Acknowledgements", "nakAndStop"), "toError")),
                defect(
                        "failed-stays",
                        "a failed request leaves its QP in RTS",
                        "R-error",
                        new Patch.Skip(at("Retirement", "retire"), "sendFailed")));
    }

    private static Defect defect(String id, String text, String rule, Patch... patches) {
        return Defect.of(id, text, SOURCE, rule, patches);
    }

    private static Site at(String type, String method) {
        return named(type, method, REASON);
    }
}
