package dev.fenestra.tools.provider;

import java.util.List;
import java.util.stream.Stream;

/**
 * The template, with one thing in each that it does not keep: cards that a vendor could have made of it. Each has the
 * case of the kit that must name it.
 */
final class DishonestTemplate {
    /**
     * A card.
     *
     * @param id short, for messages
     * @param named id of the case that must fail
     * @param hasAtomics whether it is made of the template with atomics
     * @param patches three texts for each change: the file, what is there, and what replaces it
     */
    record Card(String id, String named, boolean hasAtomics, List<String> patches) {
        PatchedProvider provider() throws ProviderException {
            PatchedProvider provider = hasAtomics ? AtomicCard.provider() : PatchedProvider.nova();
            for (int i = 0; i < patches.size(); i += 3) {
                provider = provider.with(patches.get(i), patches.get(i + 1), patches.get(i + 2));
            }
            return provider;
        }
    }

    private DishonestTemplate() {}

    static List<Card> cards() {
        return Stream.of(windows(), binds(), accesses(), messages(), queues(), halves(), atomics())
                .flatMap(List::stream)
                .toList();
    }

    private static Card card(String id, String named, String... patches) {
        return new Card(id, named, false, List.of(patches));
    }

    private static Card atomic(String id, String named, String... patches) {
        return new Card(id, named, true, List.of(patches));
    }

    private static List<Card> windows() {
        return List.of(
                card("longest-window", "P7-exact-2", "PostRules.java", "LONGEST_WINDOW) > 0", "LONGEST_WINDOW) >= 0"),
                card(
                        "length-of-31-bits",
                        "P7-exact-1",
                        "WindowUnit.java",
                        "region.covers(work.bindAddress, work.bindLength)",
                        "region.covers(work.bindAddress, work.bindLength & 0x7fffffffL)"),
                card(
                        "page-border",
                        "RBD-place/TYPE_1",
                        "Window.java",
                        "        to.bound(1);",
                        "        to.bound(1);\n"
                                + "        offset = (offset & 4095) + bytes > 4096 && bytes < 4096 ? offset & ~4095L :"
                                + " offset;"),
                card(
                        "stale-offset",
                        "RBD-place/TYPE_2",
                        "Window.java",
                        "offset = to.offsetOf(address);",
                        "offset = offset == 0 ? to.offsetOf(address) : offset;"),
                card("stale-start", "RBD-place-zero", "Window.java", "offset = to.offsetOf(address);", """
                    offset = offset == 0 || start != 0 ? to.offsetOf(address) : offset;\
                    """),
                card("rights-stay", "RBD-not-read/TYPE_1", "Window.java", "access = rights", "access |= rights"),
                card(
                        "rights-first",
                        "RBD-more/TYPE_2",
                        "Window.java",
                        "access = rights & RIGHTS;",
                        "access = access == 0 ? rights & RIGHTS : access;"),
                card(
                        "length-grows",
                        "RBD-shorter/TYPE_1",
                        "Window.java",
                        "length = bytes;",
                        "length = Math.max(length, bytes);"),
                card(
                        "fourth-forgotten",
                        "CNT-region-oldest",
                        "Window.java",
                        "        to.bound(1);",
                        "        if (to.bound() != 3) {\n            to.bound(1);\n        }"),
                card(
                        "newest-forgotten",
                        "CNT-device-newest",
                        "Window.java",
                        "region.bound(-1);",
                        "region.bound(region.bound() == 2 ? -2 : -1);"));
    }

    private static List<Card> binds() {
        return List.of(
                card(
                        "other-context",
                        "STRANGER-context",
                        "Pd.java",
                        "final class Pd implements DriverPd {}",
                        """
                        final class Pd implements DriverPd {
                            static final java.util.Map<Object, Integer> LAST = new java.util.IdentityHashMap<>();

                            private final int number;

                            Pd(Object context) {
                                number = LAST.merge(context, 1, Integer::sum);
                            }

                            boolean is(Pd other) {
                                return number == other.number;
                            }
                        }
                        """,
                        "NovaDevice.java",
                        "new Pd()",
                        "new Pd(context)",
                        "WindowUnit.java",
                        "window.pd() != qp.pd()",
                        "!window.pd().is(qp.pd())",
                        "AccessChecks.java",
                        "window.pd() != qp.pd()",
                        "!window.pd().is(qp.pd())"),
                card(
                        "foreign-window",
                        "STRANGER-window-t2",
                        "WindowUnit.java",
                        "if (window.pd() != qp.pd()) {",
                        "if (window.pd() != qp.pd() && window.isBound()) {"),
                card(
                        "free-of-other-pd",
                        "INV-free-pd",
                        "WindowUnit.java",
                        "        if (window.isBound() && !window",
                        """
                                if (window.pd() != qp.pd()) {
                                    return NovaRule.I3;
                                }
                                if (window.isBound() && !window\
                        """),
                card(
                        "bad-receive",
                        "INV-bad-receive",
                        "Responder.java",
                        "        if (broken != null) {\n            // The",
                        """
                                if (broken != null && work.opcode == WrOpcode.SEND_WITH_INV) {
                                    card.windows().invalidate(qp, work.immediateOrKey);
                                }
                                if (broken != null) {
                                    // The\
                        """),
                card("short-receive", "INV-short-receive", "Responder.java", "boolean isTooLong = broken", """
                    if (work.opcode == WrOpcode.SEND_WITH_INV) {
                                    card.windows().invalidate(qp, work.immediateOrKey);
                                }
                                boolean isTooLong = broken\
                    """),
                card("no-receive", "INV-no-receive", "Responder.java", "        if (receive == null) {\n", """
                            if (receive == null) {
                                if (work.opcode == WrOpcode.SEND_WITH_INV) {
                                    card.windows().invalidate(qp, work.immediateOrKey);
                                }
                    """));
    }

    private static List<Card> accesses() {
        return List.of(
                card("read-of-atomic-window", "A5-atomic-t2", "AccessChecks.java", "if (!window.grants(right)) {", """
                    if (!window.grants(right)
                                    && !(right == AccessFlag.REMOTE_READ && window.grants(AccessFlag.REMOTE_ATOMIC))) {\
                    """),
                card(
                        "read-of-atomic-region",
                        "R4-atomic-read",
                        "AccessChecks.java",
                        "if (!found.grants(right)) {",
                        """
                        if (!found.grants(right)
                                        && !(right == AccessFlag.REMOTE_READ
                                                && found.grants(AccessFlag.REMOTE_ATOMIC))) {\
                        """),
                oldKey(1, 16, "all"),
                oldKey(1, 1, "one"),
                oldKey(16, 16, "sixteen"),
                card(
                        "qp-rights-stay",
                        "QPC-rights-fewer",
                        "Qp.java",
                        "access = asked.has(QpAttribute.ACCESS_FLAGS) ?",
                        "access = asked.has(QpAttribute.ACCESS_FLAGS) && access == 0 ?"),
                card(
                        "qp-rights-init",
                        "QPC-rights-more",
                        "Qp.java",
                        "access = asked.has(QpAttribute.ACCESS_FLAGS) ?",
                        "access = asked.has(QpAttribute.ACCESS_FLAGS) && state != QpState.RTS ?"),
                card(
                        "empty-write",
                        "A8-empty-write",
                        "Responder.java",
                        "if (!qp.allows(AccessFlag.REMOTE_WRITE)) {",
                        "if (length > 0 && !qp.allows(AccessFlag.REMOTE_WRITE)) {"),
                card(
                        "empty-read",
                        "A8-empty-read",
                        "Responder.java",
                        "if (!qp.allows(AccessFlag.REMOTE_READ)) {",
                        "if (length > 0 && !qp.allows(AccessFlag.REMOTE_READ)) {"),
                card(
                        "receive-before-check",
                        "R-immediate-long",
                        "Responder.java",
                        "(!takesReceive || length > qp.mtu())",
                        "(!takesReceive || qp.receives().peek() == null && length > qp.mtu())"));
    }

    /** The key before the present one of a bound type-1 window works for short accesses. */
    private static Card oldKey(int from, int to, String id) {
        return card("old-key-" + id, "DEAD-rebound", "AccessChecks.java", "if (entry.key() != rkey) {", """
            boolean isOld = entry instanceof Window old
                            && old.type() == MwType.TYPE_1
                            && old.isBound()
                            && MemoryKey.next(rkey) == old.key()
                            && length >= %d
                            && length <= %d;
                    if (entry.key() != rkey && !isOld) {\
            """.formatted(
                        from, to));
    }

    private static List<Card> messages() {
        return List.of(
                card(
                        "signed-pieces",
                        "LONG-piece-send",
                        "Work.java",
                        "length += Integer.toUnsignedLong(data.length(i));",
                        "length += Math.max(0, data.length(i));",
                        "Message.java",
                        "Integer.toUnsignedLong(work.data.length(i))",
                        "work.data.length(i)"),
                card(
                        "signed-landing",
                        "LONG-piece-read",
                        "Work.java",
                        "length += Integer.toUnsignedLong(data.length(i));",
                        "length += opcode == WrOpcode.RDMA_READ ? data.length(i) & 0x7fffffffL :"
                                + " Integer.toUnsignedLong(data.length(i));"),
                card(
                        "a-byte-more",
                        "TRN-T5-memory",
                        "Requester.java",
                        "length > Message.MAX_BYTES",
                        "length > Message.MAX_BYTES + 1",
                        "Message.java",
                        "allocate(MAX_BYTES)",
                        "allocate(MAX_BYTES + 1)"),
                card(
                        "inline-last",
                        "QUE-inline-list",
                        "SendRing.java",
                        "            if (entry.isInline()) {",
                        "            if (entry.isInline()) {\n                current().inlineBytes = 0;"),
                card(
                        "inline-first",
                        "QUE-inline-list",
                        "SendRing.java",
                        "            if (entry.isInline()) {",
                        "            if (entry.isInline() && i > 0) {\n"
                                + "                continue;\n"
                                + "            }\n"
                                + "            if (entry.isInline()) {"));
    }

    private static List<Card> queues() {
        return List.of(
                card(
                        "no-lock",
                        "RACE-batch",
                        "SendRing.java",
                        "        lock.lock();\n",
                        "",
                        "SendRing.java",
                        "        lock.unlock();\n",
                        ""),
                card(
                        "no-card-lock",
                        "RACE-device",
                        "Wire.java",
                        "synchronized ",
                        "",
                        "Regions.java",
                        "synchronized (card.wire()) {",
                        "{",
                        "Windows.java",
                        "synchronized (card.wire()) {",
                        "{",
                        "Queues.java",
                        "synchronized (card.wire()) {",
                        "{"),
                card(
                        "keys-lost",
                        "REUSE-key",
                        "KeyTable.java",
                        "        freed.add(index);\n",
                        "",
                        "KeyTable.java",
                        "            index = entries.size();",
                        """
                                    if (entries.size() > 1 << 14) {
                                        throw new dev.fenestra.ib.core.vocabulary.VerbsException(
                                                dev.fenestra.ib.core.vocabulary.Errno.ENOMEM,
                                                NovaRule.RECEIVE_ROOM,
                                                "keys");
                                    }
                                    index = entries.size();\
                        """),
                card("hidden-overrun", "QUE-overrun-told", "Cq.java", "return BROKEN;", "return 0;"),
                card(
                        "silent-failures",
                        "WCF-failed",
                        "Requester.java",
                        "vendorError = rule.code();",
                        "vendorError = 0;"),
                card(
                        "silent-binds",
                        "WCF-failed-bind",
                        "Requester.java",
                        "vendorError = rule.code();",
                        "vendorError = rule.status() == WcStatus.MW_BIND_ERR ? 0 : rule.code();"));
    }

    private static List<Card> halves() {
        return List.of(
                card(
                        "kind-unchecked",
                        "UDATA-qp",
                        "SharedMemory.java",
                        "if (!kind.isInstance(found)) {",
                        "if (found == null) {"),
                card("udata-unchecked", "UDATA-cq", "SharedMemory.java", """
                    udata.request().byteSize() < NUMBER.byteSize()
                                    ? null
                                    : laidDown\
                    """, "laidDown"),
                card(
                        "udata-any",
                        "UDATA-cq",
                        "SharedMemory.java",
                        "        if (!kind.isInstance(found)) {\n            throw",
                        "        if (!kind.isInstance(found) && found != null) {\n            throw"));
    }

    private static List<Card> atomics() {
        return List.of(
                atomic("add-of-32-bits", "ATM-64", "Responder.java", "isAdd ? old + work.operand : work.operand", """
                    isAdd
                            ? old & 0xffffffff00000000L | old + work.operand & 0xffffffffL
                            : work.operand\
                    """),
                atomic(
                        "compare-of-32-bits",
                        "ATM-64-swap",
                        "Responder.java",
                        "old == work.compare",
                        "(int) old == (int) work.compare"),
                atomic("landing", "ATM-L5", "Message.java", "part, true)", "part, length != 8)"),
                atomic("atomics-unserved", "TRN-T4-atomic", "Responder.java", """
                            if (!qp.servesReads()) {
                                return refuse(qp, NovaRule.T4, work, 8);
                            }
                    """, ""));
    }
}
