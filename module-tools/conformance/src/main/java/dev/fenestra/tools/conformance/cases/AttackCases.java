package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.Errno.EPERM;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_1;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_2;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_PROT_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.MW_BIND_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.SUCCESS;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.List;
import java.util.Set;

/** Attacks on keys and PDs by a peer with a QP of its own: stolen keys, guessed keys, foreign objects. */
final class AttackCases {
    /** After so many QPs a card that reuses QP numbers has probably reused one. */
    private static final int HEIRS = 64;

    private static final int TAGS = 256;
    private static final int USES = 20;

    private AttackCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                attack("A2", "guessing the tag of a known index costs a QP for each miss", AttackCases::guessTag, "R2"),
                attack(
                                "A4-2A",
                                "a stolen key opens regions and type 1 in its PD, 2A never",
                                b -> stolen(b, "A3"),
                                "R3",
                                "A2",
                                "A3")
                        .needing(Requirement.TYPE_2A),
                attack(
                                "A4-2B",
                                "a stolen key opens regions and type 1 in its PD, 2B never",
                                b -> stolen(b, "A2"),
                                "R3",
                                "A2",
                                "A3")
                        .needing(Requirement.TYPE_2B),
                attack("A5-access", "no key of one PD is of use in another", AttackCases::foreignKeys, "R3", "A2"),
                attack("A5-local", "no L_Key of one PD is of use in another", AttackCases::foreignLkeys, "L4"),
                attack("A5-bind", "no bind mixes PDs", AttackCases::mixedBinds, "P3", "B5", "B8"),
                attack("A8", "a QP with an old number inherits no window", AttackCases::recycledNumber, "A3")
                        .needing(Requirement.TYPE_2B),
                attack("A9", "no other QP invalidates a window", AttackCases::foreignInvalidate, "I3"));
    }

    static ConformanceCase attack(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of("ATTACK-" + id, title, body).breaking(rules).needing(Requirement.WINDOWS);
    }

    /** Tags are tried in order. The present tag hits; each try before it has cost a pair of QPs. */
    private static void guessTag(CaseBench b) {
        MemoryRegion region = b.bob().register(LOCAL_WRITE, REMOTE_WRITE);
        for (int i = 0; i < USES; i++) {
            region.close();
            region = b.bob().register(LOCAL_WRITE, REMOTE_WRITE);
        }
        int hits = 0;
        int burnt = 0;
        for (int tag = 0; tag < TAGS; tag++) {
            int key = MemoryKey.of(MemoryKey.index(region.rkey()), tag);
            WcStatus status = b.atAlice()
                    .write(new RemoteBuffer(region.address(), 8, key))
                    .status();
            if (status == SUCCESS) {
                b.expect().same("the hit is the present tag", MemoryKey.tag(region.rkey()), tag);
                b.expect().same("QPs burnt before it", tag, burnt);
                hits++;
            } else {
                b.expect().holds("a miss is REM_ACCESS_ERR", status == WcStatus.REM_ACCESS_ERR);
                burnt++;
                b.connection().reconnect();
            }
        }
        b.expect().same("hits", 1, hits);
        b.expect()
                .same(
                        "refusals at bob",
                        TAGS - 1L,
                        b.bob().machine().kernel().refusals().total());
        b.expect().broke("R2");
    }

    /** Rows: region, type 1, type 2. Columns: the owner's QP, another QP of the PD, a QP of another PD. */
    private static void stolen(CaseBench b, String type2ByOtherPd) {
        CaseWindow one = b.boundWindow(TYPE_1, 0, 64, REMOTE_WRITE);
        CaseWindow two = b.boundWindow(TYPE_2, 64, 64, REMOTE_WRITE);
        row(b, "region", b.bob().openRegion().remote().slice(0, 64), "", "R3");
        row(b, "type 1", one.remote(), "", "A2");
        row(b, "type 2", two.remote(), "A3", type2ByOtherPd);
    }

    private static void row(CaseBench b, String what, RemoteBuffer target, String otherQp, String otherPd) {
        b.expect().succeeds(what + ", own QP", b.atAlice().write(target));
        cell(b, what + ", other QP", otherQp, b.newConnection(), target);
        cell(b, what + ", QP of another PD", otherPd, b.foreignConnection(), target);
        b.foreignConnection().reconnect();
    }

    private static void cell(CaseBench b, String what, String rule, QpConnection connection, RemoteBuffer target) {
        if (rule.isEmpty()) {
            b.expect().succeeds(what, connection.alice().write(target));
        } else {
            b.expect().refusedByPeer(what, rule, () -> connection.alice().write(target));
        }
    }

    private static void foreignKeys(CaseBench b) {
        CaseWindow one = b.boundWindow(TYPE_1, 0, 64, REMOTE_WRITE, REMOTE_READ);
        for (Access access : List.of(Access.WRITE, Access.READ)) {
            RemoteBuffer region = b.bob().openRegion().remote().slice(0, 8);
            b.expect()
                    .refusedByPeer(
                            access.text() + ", region",
                            "R3",
                            () -> access.by(b.foreignConnection().alice(), region));
            b.foreignConnection().reconnect();
            b.expect()
                    .refusedByPeer(
                            access.text() + ", type 1",
                            "A2",
                            () -> access.by(b.foreignConnection().alice(), one.at(0, 8)));
            b.foreignConnection().reconnect();
        }
    }

    private static void foreignLkeys(CaseBench b) {
        MemoryRegion foreign = b.alice().otherPd().regMr(b.alice().memory(), LOCAL_WRITE);
        RemoteBuffer target = b.bob().openRegion().remote().slice(0, 64);
        long address = foreign.address();
        b.expect().refused("send", "L4", LOC_PROT_ERR, () -> b.atAlice().sendFrom(foreign.lkey(), address, 64));
        b.connection().reconnect();
        b.expect()
                .refused("write", "L4", LOC_PROT_ERR, () -> b.atAlice().writeFrom(foreign.lkey(), address, 64, target));
        b.connection().reconnect();
        b.expect().refused("read", "L4", LOC_PROT_ERR, () -> b.atAlice().readInto(foreign.lkey(), address, 64, target));
    }

    /** All ways to choose one of two PDs for QP, window and region, except those where all three are the same. */
    private static void mixedBinds(CaseBench b) {
        MemoryRegion foreign = b.bob().otherPd().regMr(b.bob().memory(), LOCAL_WRITE, AccessFlag.MW_BIND);
        for (boolean foreignQp : new boolean[] {false, true}) {
            for (boolean foreignMw : new boolean[] {false, true}) {
                for (boolean foreignMr : new boolean[] {false, true}) {
                    QpConnection connection = foreignQp ? b.foreignConnection() : b.connection();
                    MemoryRegion region = foreignMr ? foreign : b.bob().region();
                    if (foreignQp != foreignMw || foreignMw != foreignMr) {
                        mixed(b, connection, foreignQp == foreignMw, foreignMw == foreignMr, region, foreignMw);
                    }
                }
            }
        }
    }

    private static void mixed(
            CaseBench b,
            QpConnection connection,
            boolean windowOfQp,
            boolean regionOfWindow,
            MemoryRegion region,
            boolean foreignMw) {
        CaseWindow one = b.window(foreignMw ? b.bob().otherPd() : b.bob().pd(), TYPE_1);
        CaseWindow two = b.window(foreignMw ? b.bob().otherPd() : b.bob().pd(), TYPE_2);
        if (regionOfWindow) {
            b.expect()
                    .refused(
                            "type 1",
                            "B5",
                            MW_BIND_ERR,
                            () -> one.bind(connection.bob(), region.slice(0, 64), REMOTE_WRITE));
            connection.reconnect();
        } else {
            b.expect()
                    .refusedPost(
                            "type 1",
                            "P3",
                            Set.of(EPERM),
                            () -> one.bind(connection.bob(), region.slice(0, 64), REMOTE_WRITE));
        }
        String rule = windowOfQp ? "B8" : "B5";
        b.expect()
                .refused(
                        "type 2",
                        rule,
                        MW_BIND_ERR,
                        () -> two.bind(connection.bob(), region.slice(0, 64), REMOTE_WRITE));
        connection.reconnect();
    }

    private static void recycledNumber(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        int number = b.atBob().qp().number();
        b.expect().works("destroy_qp", () -> b.atBob().qp().close());
        QpConnection heir = b.connectionTo(b.bob().createQpNumbered(number, HEIRS));
        b.expect().note("the number is given again", heir.bob().qp().number() == number);
        b.expect().refusedByPeer("write", "A3", () -> heir.alice().write(window.remote()));
    }

    private static void foreignInvalidate(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        for (QpConnection other : List.of(b.secondConnection(), b.foreignConnection())) {
            b.expect().refused("LOCAL_INV", "I3", MW_BIND_ERR, () -> other.bob().invalidate(window.key()));
            other.reconnect();
            ClassJ.refused(b, other, window.key(), "I3");
            b.expect().succeeds("write by its owner", b.atAlice().write(window.remote()));
        }
    }
}
