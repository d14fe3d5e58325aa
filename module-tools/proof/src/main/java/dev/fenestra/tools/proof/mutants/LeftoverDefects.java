package dev.fenestra.tools.proof.mutants;

import static dev.fenestra.tools.proof.mutants.Site.named;

import java.util.List;
import java.util.stream.Stream;

/** Drivers that keep what they should give back: memory, pins and locks. */
final class LeftoverDefects {
    private static final String REASON = "it has an effect and no rule";
    private static final String SOURCE = "man ibv_destroy_qp, ibv_open_device";

    private LeftoverDefects() {}

    static List<Defect> all() {
        return Stream.of(rings(), pins(), locks()).flatMap(List::stream).toList();
    }

    /** Memory of the process. */
    private static List<Defect> rings() {
        return List.of(
                skip("keep-qp-ring", "a QP that goes keeps its rings", "LEFT-qp", at("MlxQp", "destroyed"), "free"),
                skip("keep-cq-ring", "a CQ that goes keeps its ring", "LEFT-cq", at("MlxCq", "destroyed"), "free"),
                skip(
                        "keep-old-ring",
                        "a resized CQ keeps its old ring",
                        "LEFT-cq-resize",
                        at("MlxCq", "moveTo"),
                        "free"),
                skip("keep-srq-ring", "an SRQ that goes keeps its ring", "LEFT-srq", at("MlxSrq", "destroyed"), "free"),
                skip(
                        "keep-refused",
                        "a QP that is refused keeps its rings",
                        "LEFT-qp-refused",
                        at("PendingQp", "discard"),
                        "free"),
                skip(
                        "keep-list",
                        "a page list that goes keeps its page",
                        "LEFT-fast",
                        at("MlxFastMr", "destroyed"),
                        "free"));
    }

    private static List<Defect> pins() {
        return List.of(
                skip(
                        "pin-qp",
                        "the rings of a QP that is gone stay pinned",
                        "LEFT-qp",
                        at("QueueOps", "destroyQp"),
                        "unpin"),
                skip(
                        "pin-cq",
                        "the ring of a CQ that is gone stays pinned",
                        "LEFT-cq",
                        at("CqOps", "destroyCq"),
                        "unpin"),
                skip(
                        "pin-resize",
                        "the old ring of a resized CQ stays pinned",
                        "LEFT-cq-resize",
                        at("CqOps", "resizeCq"),
                        "unpinBuffer"),
                skip(
                        "pin-srq",
                        "the ring of an SRQ that is gone stays pinned",
                        "LEFT-srq",
                        at("SrqOps", "destroySrq"),
                        "unpin"),
                skip(
                        "pin-list",
                        "a page list that is gone stays pinned",
                        "LEFT-fast",
                        at("FastRegionOps", "free"),
                        "unpin"));
    }

    private static List<Defect> locks() {
        return List.of(
                skip(
                        "lock-send",
                        "a list of requests keeps the lock",
                        "THREAD-send",
                        at("MlxSendQueue", "post"),
                        "unlock"),
                skip(
                        "lock-receive",
                        "a receive keeps the lock",
                        "THREAD-receive",
                        at("MlxReceiveQueue", "post"),
                        "unlock"),
                skip("lock-shared", "a shared receive keeps the lock", "THREAD-srq", at("MlxSrq", "post"), "unlock"),
                skip("lock-poll", "a poll keeps the lock", "THREAD-cq", at("MlxCq", "poll"), "unlock"));
    }

    private static Defect skip(String id, String text, String rule, Site site, String called) {
        return Defect.of(id, text, SOURCE, rule, new Patch.Skip(site, called));
    }

    private static Site at(String type, String method) {
        return named(type, method, REASON);
    }
}
