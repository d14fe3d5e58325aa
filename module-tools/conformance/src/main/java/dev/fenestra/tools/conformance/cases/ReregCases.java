package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.Errno.EBUSY;
import static dev.fenestra.ib.core.vocabulary.Errno.EINVAL;
import static dev.fenestra.ib.core.vocabulary.ReregFlag.CHANGE_ACCESS;
import static dev.fenestra.ib.core.vocabulary.ReregFlag.CHANGE_PD;
import static dev.fenestra.ib.core.vocabulary.ReregFlag.CHANGE_TRANSLATION;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_PROT_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.REM_OP_ERR;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.memory.ReregError;
import dev.fenestra.uverbs.memory.ReregException;
import dev.fenestra.uverbs.request.RdmaRead;
import java.util.List;
import java.util.stream.Stream;

/** Reregistration: PD, rights and translation, each alone and together, all or nothing. */
final class ReregCases {
    private static final int RW = AccessFlag.mask(LOCAL_WRITE, REMOTE_WRITE);

    private ReregCases() {}

    static List<ConformanceCase> all() {
        return Stream.of(changes(), reads()).flatMap(List::stream).toList();
    }

    private static List<ConformanceCase> changes() {
        return List.of(
                rereg("RRG-access", "new rights hold at once and keep the keys", ReregCases::access, "R4"),
                rereg("RRG-pd", "a new PD holds at once and keeps the keys", ReregCases::pd, "R3"),
                rereg("RRG-translation", "a new translation leads to the new memory", ReregCases::translation),
                rereg("RRG-all", "PD, rights and translation change together", ReregCases::together),
                rereg("RRG-bad-access", "refused rights change nothing", ReregCases::badAccess, "REG-2")
                        .settling(7),
                rereg("RRG-half", "a refused right leaves the PD as it was", ReregCases::notHalf, "REG-2")
                        .settling(32),
                rereg("RRG-none", "a rereg changes something", b -> badCall(b, 0, 0), "RRG-1"),
                rereg("RRG-unknown", "an unknown flag is bad input", b -> badInput(b, 8, 0, "RRG-5"), "RRG-5")
                        .settling(7),
                rereg(
                                "RRG-no-memory",
                                "a translation needs memory",
                                b -> badInput(b, CHANGE_TRANSLATION, 0, "RRG-6"),
                                "RRG-6")
                        .settling(7),
                rereg(
                                "RRG-lone-access",
                                "rights come with CHANGE_ACCESS",
                                b -> badInput(b, CHANGE_PD, RW, "RRG-7"),
                                "RRG-7")
                        .settling(7),
                rereg("RRG-dereg", "after a refusal dereg works", ReregCases::deregAfter, "REG-2"),
                rereg(
                        "RRG-receive",
                        "a posted receive meets the region as it then is",
                        ReregCases::postedReceive,
                        "L6"),
                bound("RRG-bound-pd", "its PD", ReregCases::newPd),
                bound("RRG-bound-translation", "its translation", ReregCases::newMemory),
                bound("RRG-bound-bind", "MW_BIND", b -> b.bob().region().changeAccess(LOCAL_WRITE)),
                bound("RRG-bound-write", "LOCAL_WRITE", b -> b.bob().region().changeAccess(MW_BIND)),
                rereg("RRG-bound-more", "a region with bound windows may get more rights", ReregCases::moreRights)
                        .needing(Requirement.WINDOWS));
    }

    private static List<ConformanceCase> reads() {
        return List.of(
                rereg("RRG-read", "a READ that runs ends when its region changes", ReregCases::runningRead, "R7")
                        .settling(35)
                        .needing(Requirement.SIMULATED),
                rereg(
                        "RRG-read-either",
                        "a READ beside a change that still grants it succeeds, or is refused: both are legal",
                        ReregCases::readBesideChange));
    }

    private static ConformanceCase rereg(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules).needing(Requirement.REREG);
    }

    private static ConformanceCase bound(String id, String what, CaseBody change) {
        return rereg(
                        id,
                        "a region with bound windows keeps " + what,
                        b -> {
                            CaseWindow window = b.boundWindow(MwType.TYPE_2, 0, 64, REMOTE_WRITE);
                            b.expect().refusedCall("rereg_mr", "RRG-3", EBUSY, () -> change.run(b));
                            b.expect()
                                    .succeeds(
                                            "write through the window",
                                            b.atAlice().write(window.remote()));
                            b.expect().landed(0, 64);
                        },
                        "RRG-3")
                .needing(Requirement.WINDOWS);
    }

    private static MemoryRegion region(CaseBench b) {
        return b.bob().register(LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ);
    }

    static void newPd(CaseBench b) {
        b.bob().region().changePd(b.bob().otherPd());
    }

    static void newMemory(CaseBench b) {
        b.bob().region().changeTranslation(b.bob().context().allocate(4096), 0, 4096);
    }

    private static void access(CaseBench b) {
        MemoryRegion region = region(b);
        RemoteBuffer target = region.remote().slice(0, 64);
        b.expect().works("rereg_mr", () -> region.changeAccess(LOCAL_WRITE, REMOTE_READ));
        b.expect().sameKey("rkey", target.rkey(), region.rkey());
        b.expect().succeeds("read", b.atAlice().read(target));
        b.expect().refusedByPeer("write", "R4", () -> b.atAlice().write(target));
    }

    private static void pd(CaseBench b) {
        MemoryRegion region = region(b);
        RemoteBuffer target = region.remote().slice(0, 64);
        b.expect().works("rereg_mr", () -> region.changePd(b.bob().otherPd()));
        b.expect().sameKey("rkey", target.rkey(), region.rkey());
        b.expect()
                .succeeds(
                        "write by a QP of the new PD",
                        b.foreignConnection().alice().write(target));
        b.expect()
                .refusedByPeer(
                        "write by a QP of the old PD", "R3", () -> b.atAlice().write(target));
    }

    private static void translation(CaseBench b) {
        MemoryRegion region = region(b);
        Memory other = b.bob().context().allocate(8192);
        b.expect().works("rereg_mr", () -> region.changeTranslation(other, 0, 8192));
        b.expect().same("address", other.address(), region.address());
        b.expect().same("length", 8192L, region.length());
        b.expect().succeeds("write", b.atAlice().write(region.remote().slice(0, 64)));
        b.expect().same("first byte of the new memory", b.alice().fill(), other.get(0, 1)[0]);
        b.expect().landed(0, 0);
    }

    private static void together(CaseBench b) {
        MemoryRegion region = b.bob().register(REMOTE_READ);
        Memory other = b.bob().context().allocate(4096);
        int all = CHANGE_PD | CHANGE_ACCESS | CHANGE_TRANSLATION;
        b.expect().works("rereg_mr", () -> region.rereg(all, b.bob().otherPd(), other, 0, 4096, RW));
        b.expect()
                .succeeds(
                        "write",
                        b.foreignConnection().alice().write(region.remote().slice(0, 64)));
        b.expect().same("first byte of the new memory", b.alice().fill(), other.get(0, 1)[0]);
    }

    private static void refused(CaseBench b, String rule, Errno errno, ReregError error, Runnable call) {
        ReregError[] seen = new ReregError[1];
        b.expect().refusedCall("rereg_mr", rule, errno, () -> {
            try {
                call.run();
            } catch (ReregException refused) {
                seen[0] = refused.error();
                throw refused;
            }
        });
        b.expect().same("code", error, seen[0]);
    }

    private static void badAccess(CaseBench b) {
        MemoryRegion region = region(b);
        refused(b, "REG-2", EINVAL, ReregError.ERR_CMD, () -> region.changeAccess(REMOTE_WRITE));
        b.expect().succeeds("write", b.atAlice().write(region.remote().slice(0, 64)));
    }

    private static void notHalf(CaseBench b) {
        MemoryRegion region = region(b);
        int bad = AccessFlag.mask(REMOTE_WRITE);
        refused(
                b,
                "REG-2",
                EINVAL,
                ReregError.ERR_CMD,
                () -> region.rereg(CHANGE_PD | CHANGE_ACCESS, b.bob().otherPd(), null, 0, 0, bad));
        b.expect()
                .succeeds(
                        "write by a QP of the old PD",
                        b.atAlice().write(region.remote().slice(0, 64)));
    }

    private static void badCall(CaseBench b, int flags, int access) {
        MemoryRegion region = region(b);
        refused(b, "RRG-1", EINVAL, ReregError.ERR_CMD, () -> region.rereg(flags, null, null, 0, 0, access));
    }

    private static void badInput(CaseBench b, int flags, int access, String rule) {
        MemoryRegion region = region(b);
        refused(
                b,
                rule,
                EINVAL,
                ReregError.ERR_INPUT,
                () -> region.rereg(flags, b.bob().otherPd(), null, 0, 0, access));
        b.expect().succeeds("write", b.atAlice().write(region.remote().slice(0, 64)));
    }

    private static void deregAfter(CaseBench b) {
        MemoryRegion region = region(b);
        refused(b, "REG-2", EINVAL, ReregError.ERR_CMD, () -> region.changeAccess(REMOTE_WRITE));
        b.expect().works("dereg_mr", region::close);
    }

    private static void postedReceive(CaseBench b) {
        MemoryRegion region = region(b);
        long receive = b.atBob().receive(region.slice(0, 64));
        Memory other = b.bob().context().allocate(4096);
        b.expect().works("rereg_mr", () -> region.changeTranslation(other, 0, 4096));
        b.expect().refusedByPeer("sender", "L6", REM_OP_ERR, () -> b.atAlice().send(64));
        b.expect().same("receiver", LOC_PROT_ERR, b.atBob().await(receive).status());
    }

    private static void moreRights(CaseBench b) {
        CaseWindow window = b.boundWindow(MwType.TYPE_2, 0, 64, REMOTE_WRITE);
        b.expect().works("rereg_mr", () -> b.bob().region().changeAccess(LOCAL_WRITE, MW_BIND, REMOTE_READ));
        b.expect().succeeds("write through the window", b.atAlice().write(window.remote()));
        b.expect()
                .succeeds(
                        "read by the region",
                        b.atAlice().read(b.bob().region().remote().slice(0, 64)));
    }

    /** A device may complete the READ before the change, after it, or with an error because of it. */
    private static void readBesideChange(CaseBench b) {
        MemoryRegion source = region(b);
        RdmaRead read =
                RdmaRead.of(b.wrId(), source.remote().slice(0, 64), b.alice().slice(0, 64));
        b.atAlice().post(read);
        source.changeAccess(LOCAL_WRITE, REMOTE_READ);
        WcStatus status = b.atAlice().await(read.wrId()).status();
        b.expect().holds("done or refused: " + status, status == WcStatus.SUCCESS || status == WcStatus.REM_ACCESS_ERR);
        if (status == WcStatus.SUCCESS) {
            b.expect().fetched(64);
        } else {
            b.connection().reconnect();
        }
        b.expect().succeeds("read after it", b.atAlice().read(new RemoteBuffer(source.address(), 64, source.rkey())));
    }

    /** Bob's device accepts the READ, then executes the command, and only then sends the data. */
    private static void runningRead(CaseBench b) {
        MemoryRegion source = region(b);
        RdmaRead read =
                RdmaRead.of(b.wrId(), source.remote(), b.alice().region().all());
        b.expect().refusedByPeer("read", "R7", () -> {
            b.atAlice().post(read);
            source.changeAccess(LOCAL_WRITE, REMOTE_READ);
            return b.atAlice().await(read.wrId());
        });
    }
}
