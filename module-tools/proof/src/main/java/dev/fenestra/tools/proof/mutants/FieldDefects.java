package dev.fenestra.tools.proof.mutants;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.stream.Stream;

/** Defects of completions: each field wrong, where a provider reads it from its ring. */
final class FieldDefects {
    private static final String SOURCE = "ibv_poll_cq(3)";
    private static final String REASON = "it reports whatever has completed";
    private static final Site SENT = Site.named("CqeReader", "sent", REASON);
    private static final Site RECEIVED = Site.named("CqeReader", "received", REASON);
    private static final Site FAILED = Site.named("CqeReader", "failed", REASON);

    /**
     * A field that is wrong.
     *
     * @param wrong method of {@link WrongCompletions}
     * @param named the case that must name it
     */
    private record Field(String id, String text, String wrong, String named) {
        Defect at(Site site, String side, String called) {
            return Defect.of("wc-" + side + "-" + id, text, SOURCE, named, new Patch.Redirect(site, called, wrong));
        }
    }

    private static final ImmutableList<Field> OF_SENDS = ImmutableList.of(
            new Field("half-id", "a send: the upper half of wr_id is lost", "halfId", "WCF-send"),
            new Field("signed-id", "a send: wr_id is taken for a signed number of 32 bits", "signedId", "WCF-send"),
            new Field("send-opcode", "a send: everything completes as SEND", "sendOpcode", "WCF-write"),
            new Field("receive-opcode", "a send: everything completes as RECV", "receiveOpcode", "WCF-send"),
            new Field("no-length", "a send: byte_len of a READ is 0", "noLength", "WCF-read"),
            new Field("longer", "a send: byte_len of a READ is one too many", "longer", "WCF-read"),
            new Field("no-qp", "a send: qp_num is 0", "noQp", "WCF-send"),
            new Field("next-qp", "a send: qp_num is that of the next QP", "nextQp", "WCF-send"));

    private static final ImmutableList<Field> OF_RECEIVES = ImmutableList.of(
            new Field("half-id", "a receive: the upper half of wr_id is lost", "halfId", "WCF-send"),
            new Field("signed-id", "a receive: wr_id is taken for a signed number of 32 bits", "signedId", "WCF-send"),
            new Field(
                    "receive-opcode",
                    "a receive: a WRITE_WITH_IMM is received as RECV",
                    "receiveOpcode",
                    "WCF-write-with-imm"),
            new Field("send-opcode", "a receive: a receive completes as SEND", "sendOpcode", "WCF-send"),
            new Field("no-length", "a receive: byte_len is 0", "noLength", "WCF-send"),
            new Field("longer", "a receive: byte_len is one too many", "longer", "WCF-send"),
            new Field("no-qp", "a receive: qp_num is 0", "noQp", "WCF-send"),
            new Field("next-qp", "a receive: qp_num is that of the next QP", "nextQp", "WCF-send"),
            new Field(
                    "no-immediate",
                    "a receive: immediate data and invalidated keys are lost",
                    "noImmediate",
                    "WCF-send-with-imm"),
            new Field("no-key", "a receive: the invalidated key is lost", "noKey", "WCF-send-with-inv"),
            new Field(
                    "swapped",
                    "a receive: immediate data is in the other byte order",
                    "swappedImmediate",
                    "WCF-send-with-imm"),
            new Field(
                    "no-flags",
                    "a receive: no flag says that there is immediate data",
                    "noFlags",
                    "WCF-write-with-imm"),
            new Field(
                    "no-inv-flag",
                    "a receive: no flag says that a key was invalidated",
                    "noInvFlag",
                    "WCF-send-with-inv"),
            new Field("always-imm", "a receive: every receive has immediate data", "alwaysImmediate", "WCF-send"));

    private static final ImmutableList<Field> OF_FAILURES = ImmutableList.of(
            new Field("half-id", "the upper half of wr_id of a failed request is lost", "halfIdOfFailed", "QUE-flush"),
            new Field("no-qp", "qp_num of a failed request is 0", "noQpOfFailed", "QUE-flush"),
            new Field("one-status", "every failure has one status", "oneStatus", "QUE-flush"));

    private FieldDefects() {}

    static List<Defect> all() {
        return Stream.of(
                        OF_SENDS.stream().map(field -> field.at(SENT, "sent", "succeeded")),
                        OF_RECEIVES.stream().map(field -> field.at(RECEIVED, "received", "succeeded")),
                        OF_FAILURES.stream().map(field -> field.at(FAILED, "failed", "failed")),
                        ofCursors())
                .flatMap(defects -> defects)
                .toList();
    }

    /** Extended polling reads each field when the program asks for it. */
    private static Stream<Defect> ofCursors() {
        return Stream.of(
                cursor("wrId", "wr_id", 0, "WCF-send"),
                cursor("opcode", "opcode", 1, "WCF-send"),
                cursor("byteLength", "byte_len", 0, "WCF-read"),
                cursor("qpNumber", "qp_num", 0, "WCF-send"),
                cursor("immediateOrKey", "immediate data", 0, "WCF-send-with-imm"),
                cursor("flags", "wc_flags", 0, "WCF-send-with-imm"));
    }

    private static Defect cursor(String method, String field, int value, String named) {
        return Defect.of(
                "wc-cursor-" + field.replace(' ', '-').replace('_', '-'),
                "extended polling says nothing of " + field,
                "ibv_start_poll(3)",
                named,
                new Patch.Return(Site.named("MlxCqCursor", method, REASON), value));
    }
}
