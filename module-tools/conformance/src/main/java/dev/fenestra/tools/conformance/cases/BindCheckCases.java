package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_ATOMIC;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ZERO_BASED;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_1;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_2;
import static dev.fenestra.ib.core.vocabulary.WcStatus.MW_BIND_ERR;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.Compared;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** B1 to B12: why a bind is refused when it is executed. */
final class BindCheckCases {
    /** Other numbers in a refusal are unlikely to equal one of these. */
    private static final int OFFSET = 960;

    private static final int LENGTH = 448;

    private BindCheckCases() {}

    static List<ConformanceCase> all() {
        List<ConformanceCase> cases = new ArrayList<>();
        cases.add(check("B1", "a type-1 bind replaces the present key", BindCheckCases::staleKey, "B1"));
        cases.add(check("B4", "a type-2 window is free when it is bound", BindCheckCases::notFree, "B4"));
        cases.add(check("B6", "a bind of a type-2 window has at least one byte", BindCheckCases::zeroLength, "B6")
                .settling(27));
        cases.add(check(
                        "B6-1",
                        "length 0 unbinds a type-1 window, whatever else is given",
                        BindCheckCases::zeroLengthType1)
                .settling(27));
        cases.add(check("B8", "region and type-2 window are of one PD", BindCheckCases::regionOfOtherPd, "B8")
                .settling(19));
        cases.add(check("B9", "a zero-based region takes no type-2 window", BindCheckCases::zeroBasedRegion, "B9"));
        cases.add(check(
                        "B12-zero-based",
                        "the address of a zero-based window is checked too",
                        BindCheckCases::zeroBased,
                        "B12")
                .needing(Requirement.ZERO_BASED_WINDOWS)
                .settling(4));
        for (MwType type : MwType.values()) {
            addBoth(cases, type);
        }
        return cases;
    }

    private static void addBoth(List<ConformanceCase> cases, MwType type) {
        add(cases, type, "B5", "window and QP are of one PD", BindCheckCases::windowOfOtherPd, "B5", 17);
        add(cases, type, "B7", "the L_Key of the region is a live one", BindCheckCases::deadRegion, "B7", 0);
        add(cases, type, "B10", "the region allows windows", BindCheckCases::noMwBind, "B10", 0);
        add(cases, type, "B11-write", "a writable window needs LOCAL_WRITE", right(REMOTE_WRITE), "B11", 0);
        add(cases, type, "B11-atomic", "so does one for atomics", right(REMOTE_ATOMIC), "B11", 0);
        add(cases, type, "B12-before", "a window does not begin before its region", range(-1, LENGTH), "B12", 0);
        add(
                cases,
                type,
                "B12-end",
                "a window does not end after its region",
                range(1, CaseHost.MEMORY_BYTES),
                "B12",
                0);
        add(
                cases,
                type,
                "B12-behind",
                "a window does not begin after its region",
                range(CaseHost.MEMORY_BYTES, 1),
                "B12",
                0);
        add64(cases, type);
        cases.add(check(
                id("B11-read", type), title(type, "a readable window needs no LOCAL_WRITE"), b -> readable(b, type)));
        cases.add(check(
                id("B11-remote", type),
                title(type, "the region's own remote rights do not matter"),
                b -> ownRights(b, type)));
        cases.add(check(id("B12-exact", type), title(type, "a window may be all of its region"), b -> exact(b, type)));
        cases.add(check(
                id("B-error", type),
                title(type, "a failed bind stops the QP and changes nothing else"),
                b -> aftermath(b, type),
                "B10"));
    }

    /** The same for a device whose windows begin and end at multiples of 64. */
    private static void add64(List<ConformanceCase> cases, MwType type) {
        long end = CaseHost.MEMORY_BYTES;
        long[][] ranges = {{-64, LENGTH}, {64, end}, {end, 64}};
        String[] ids = {"before", "end", "behind"};
        for (int i = 0; i < ids.length; i++) {
            BiConsumer<CaseBench, MwType> body = range(ranges[i][0], ranges[i][1]);
            cases.add(check(
                    id("B12-" + ids[i] + "-64", type),
                    title(type, "a window lies in its region: 64 bytes, " + ids[i]),
                    b -> body.accept(b, type),
                    "B12"));
        }
    }

    private static void add(
            List<ConformanceCase> cases,
            MwType type,
            String id,
            String title,
            BiConsumer<CaseBench, MwType> body,
            String rule,
            int settles) {
        ConformanceCase aligned = check(id(id, type), title(type, title), b -> body.accept(b, type), rule);
        ConformanceCase one = rule.equals("B12") ? aligned.needing(Requirement.BYTE_WINDOWS) : aligned;
        cases.add(settles == 0 ? one : one.settling(settles));
    }

    private static String id(String id, MwType type) {
        return id + (type == TYPE_1 ? "-t1" : "-t2");
    }

    private static String title(MwType type, String title) {
        return (type == TYPE_1 ? "type 1: " : "type 2: ") + title;
    }

    private static ConformanceCase check(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules).needing(Requirement.WINDOWS);
    }

    private static void refused(CaseBench b, String rule, MwType type, MemorySlice range, AccessFlag... access) {
        CaseWindow window = b.window(type);
        int key = window.key();
        b.expect().refused("bind", rule, MW_BIND_ERR, () -> window.bind(b.atBob(), range, access));
        b.expect().told(b.bob(), rule, compared(key, rule, range));
        b.expect().sameKey("key", key, window.key());
    }

    /** A bind of length 0 names no region. */
    private static Compared compared(int key, String rule, MemorySlice range) {
        Compared window = Compared.key(key);
        if (range.length() == 0) {
            return window;
        }
        Compared bind = window.andKey(range.region().lkey()).at(range.address(), range.length());
        return rule.equals("B12") ? bind.within(all(range.region())) : bind;
    }

    private static RemoteBuffer all(MemoryRegion region) {
        return new RemoteBuffer(region.address(), region.length(), region.rkey());
    }

    private static void staleKey(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_1, 0, 64, REMOTE_WRITE);
        int present = window.key();
        window.mw().rkey(MemoryKey.next(present));
        b.expect()
                .refused(
                        "bind",
                        "B1",
                        MW_BIND_ERR,
                        () -> window.bind(b.atBob(), b.bob().slice(64, 64), REMOTE_WRITE));
        b.expect().told(b.bob(), "B1", Compared.key(MemoryKey.next(present)));
        window.mw().rkey(present);
        b.expect()
                .succeeds(
                        "write by the present key", b.secondConnection().alice().write(window.remote()));
    }

    private static void notFree(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        b.expect()
                .refused(
                        "bind",
                        "B4",
                        MW_BIND_ERR,
                        () -> window.bind(b.atBob(), b.bob().slice(64, 64), REMOTE_WRITE));
    }

    private static void zeroLength(CaseBench b) {
        refused(b, "B6", TYPE_2, b.bob().slice(0, 0), REMOTE_WRITE);
    }

    private static void zeroLengthType1(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_1, 0, 64, REMOTE_WRITE);
        b.expect()
                .succeeds(
                        "bind of length 0 at an address",
                        window.bind(b.atBob(), b.bob().slice(128, 0)));
        b.expect().works("dereg_mr", b.bob().region()::close);
    }

    private static void windowOfOtherPd(CaseBench b, MwType type) {
        CaseWindow window = b.window(type);
        b.expect()
                .refused(
                        "bind",
                        "B5",
                        MW_BIND_ERR,
                        () -> window.bind(b.foreignConnection().bob(), b.bob().slice(0, 64), REMOTE_WRITE));
        b.expect()
                .succeeds(
                        "bind on a QP of its PD", window.bind(b.atBob(), b.bob().slice(0, 64), REMOTE_WRITE));
    }

    private static void regionOfOtherPd(CaseBench b) {
        MemoryRegion foreign = b.bob().otherPd().regMr(b.bob().memory(), LOCAL_WRITE, MW_BIND);
        refused(b, "B8", TYPE_2, foreign.slice(OFFSET, LENGTH), REMOTE_WRITE);
    }

    private static void deadRegion(CaseBench b, MwType type) {
        MemoryRegion region = b.bob().register(LOCAL_WRITE, MW_BIND);
        region.close();
        refused(b, "B7", type, region.slice(OFFSET, LENGTH), REMOTE_WRITE);
    }

    private static void noMwBind(CaseBench b, MwType type) {
        MemoryRegion region = b.bob().register(LOCAL_WRITE, REMOTE_WRITE);
        refused(b, "B10", type, region.slice(OFFSET, LENGTH), REMOTE_WRITE);
    }

    private static BiConsumer<CaseBench, MwType> right(AccessFlag right) {
        return (b, type) -> {
            MemoryRegion region = b.bob().register(REMOTE_READ, MW_BIND);
            refused(b, "B11", type, region.slice(OFFSET, LENGTH), right);
        };
    }

    private static BiConsumer<CaseBench, MwType> range(long offset, long length) {
        return (b, type) -> {
            MemoryRegion region = b.bob().region();
            refused(b, "B12", type, new MemorySlice(region, region.address() + offset, length), REMOTE_WRITE);
        };
    }

    private static void zeroBased(CaseBench b) {
        MemoryRegion region = b.bob().region();
        refused(b, "B12", TYPE_2, new MemorySlice(region, region.address() - 64, 64), REMOTE_WRITE, ZERO_BASED);
    }

    private static void zeroBasedRegion(CaseBench b) {
        MemoryRegion region = b.bob().register(LOCAL_WRITE, MW_BIND, ZERO_BASED);
        refused(b, "B9", TYPE_2, region.slice(OFFSET, LENGTH), REMOTE_WRITE);
    }

    private static void readable(CaseBench b, MwType type) {
        MemoryRegion region = b.bob().register(MW_BIND);
        CaseWindow window = b.window(type);
        b.expect().succeeds("bind", window.bind(b.atBob(), region.slice(0, 64), REMOTE_READ));
        b.expect().succeeds("read", b.atAlice().read(window.remote()));
        b.expect().fetched(64);
    }

    private static void ownRights(CaseBench b, MwType type) {
        CaseWindow window = b.boundWindow(type, 0, 64, REMOTE_WRITE, REMOTE_READ);
        b.expect().succeeds("write", b.atAlice().write(window.remote()));
        b.expect().landed(0, 64);
        b.expect().succeeds("read", b.atAlice().read(window.remote()));
    }

    private static void exact(CaseBench b, MwType type) {
        CaseWindow window = b.boundWindow(type, 0, CaseHost.MEMORY_BYTES, REMOTE_WRITE);
        b.expect().succeeds("write", b.atAlice().writeAll(window.remote()));
        b.expect().landed(0, CaseHost.MEMORY_BYTES);
    }

    private static void aftermath(CaseBench b, MwType type) {
        noMwBind(b, type);
        b.expect().same("QP of the bind", QpState.ERR, b.atBob().state());
        b.expect().flushed("the next request", b.atBob().send(8));
        b.expect().same("peer's QP", QpState.RTS, b.atAlice().state());
    }
}
