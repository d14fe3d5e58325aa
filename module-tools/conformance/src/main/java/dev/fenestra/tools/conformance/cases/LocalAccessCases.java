package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_LEN_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_PROT_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.REM_INV_REQ_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.REM_OP_ERR;

import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.Compared;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.End;
import dev.fenestra.tools.conformance.Limit;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.Send;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** L1 to L6: every local key fault, in a SEND, a WRITE, the landing of a READ, and a receive. */
final class LocalAccessCases {
    /** Other numbers in a refusal are unlikely to equal this one. */
    private static final int LENGTH = 488;

    private static final int UNKNOWN = 0x7fffff00;

    /** The fields of a scatter/gather element. */
    private record Sge(int lkey, long address, int length) {}

    private LocalAccessCases() {}

    static List<ConformanceCase> all() {
        List<ConformanceCase> cases = new ArrayList<>();
        fault(cases, "L1", "an unknown L_Key", host -> sge(host, UNKNOWN, 0));
        fault(
                cases,
                "L2",
                "a stale L_Key",
                host -> sge(host, MemoryKey.next(host.region().lkey()), 0));
        fault(cases, "L4", "an L_Key of another PD", LocalAccessCases::ofOtherPd);
        fault(
                cases,
                "L6",
                "a range before its region",
                host -> sge(host, host.region().lkey(), -1));
        fault(
                cases,
                "L6-end",
                "a range behind its region",
                host -> sge(host, host.region().lkey(), CaseHost.MEMORY_BYTES - LENGTH + 1));
        fault(
                cases,
                "L6-wrap",
                "a range that wraps",
                host -> sge(host, host.region().lkey(), -8 - host.region().address()));
        Function<CaseHost, Sge> readOnly =
                host -> sge(host, host.register(REMOTE_READ).lkey(), 0);
        cases.add(line("L5-read", "a READ lands in LOCAL_WRITE memory only", b -> read(b, "L5", readOnly), "L5"));
        cases.add(line("L5-receive", "a receive needs LOCAL_WRITE memory", b -> receive(b, "L5", readOnly), "L5"));
        cases.add(line("L5-send", "a SEND needs no LOCAL_WRITE", b -> sendReadOnly(b, readOnly)));
        cases.add(line("L0-send", "an empty element is not checked", LocalAccessCases::emptySend));
        cases.add(line("L0-read", "nor is an empty landing buffer", LocalAccessCases::emptyRead));
        cases.add(line("L0-inline", "inline data needs no L_Key", LocalAccessCases::inline));
        cases.add(line("L-short", "a receive that is too short", LocalAccessCases::tooShort, "T3")
                .settling(12));
        cases.add(line("L-partly", "of a receive only what is touched is checked", LocalAccessCases::partly));
        return cases;
    }

    private static void fault(List<ConformanceCase> cases, String id, String title, Function<CaseHost, Sge> sge) {
        String rule = id.substring(0, 2);
        cases.add(line(id + "-in-send", title + " in a SEND", b -> send(b, rule, sge), rule)
                .settling(11));
        cases.add(line(id + "-in-write", title + " in a WRITE", b -> write(b, rule, sge), rule)
                .settling(11));
        cases.add(line(id + "-in-read", title + " under a READ", b -> read(b, rule, sge), rule)
                .settling(11));
        cases.add(line(id + "-in-receive", title + " in a receive", b -> receive(b, rule, sge), rule)
                .settling(11));
    }

    private static ConformanceCase line(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules);
    }

    private static Sge sge(CaseHost host, int lkey, long offset) {
        return new Sge(lkey, host.region().address() + offset, LENGTH);
    }

    private static Sge ofOtherPd(CaseHost host) {
        return sge(host, host.otherPd().regMr(host.memory(), LOCAL_WRITE).lkey(), 0);
    }

    private static RemoteBuffer target(CaseBench b) {
        return b.bob().openRegion().remote().slice(0, LENGTH);
    }

    private static void isAlone(CaseBench b) {
        b.expect().same("own QP", QpState.ERR, b.atAlice().state());
        b.expect().same("peer's QP", QpState.RTS, b.atBob().state());
    }

    private static void told(CaseBench b, CaseHost host, String rule, Sge sge) {
        b.expect().told(host, rule, Compared.key(sge.lkey()).at(sge.address(), sge.length()));
    }

    private static void send(CaseBench b, String rule, Function<CaseHost, Sge> bad) {
        b.atBob().receive(b.bob().slice(0, LENGTH));
        Sge sge = bad.apply(b.alice());
        End alice = b.atAlice();
        b.expect().refused("send", rule, LOC_PROT_ERR, () -> alice.sendFrom(sge.lkey(), sge.address(), sge.length()));
        told(b, b.alice(), rule, sge);
        isAlone(b);
    }

    private static void write(CaseBench b, String rule, Function<CaseHost, Sge> bad) {
        RemoteBuffer target = target(b);
        Sge sge = bad.apply(b.alice());
        End alice = b.atAlice();
        b.expect()
                .refused(
                        "write",
                        rule,
                        LOC_PROT_ERR,
                        () -> alice.writeFrom(sge.lkey(), sge.address(), sge.length(), target));
        told(b, b.alice(), rule, sge);
        isAlone(b);
    }

    private static void read(CaseBench b, String rule, Function<CaseHost, Sge> bad) {
        RemoteBuffer source = target(b);
        Sge sge = bad.apply(b.alice());
        End alice = b.atAlice();
        b.expect()
                .refused(
                        "read",
                        rule,
                        LOC_PROT_ERR,
                        () -> alice.readInto(sge.lkey(), sge.address(), sge.length(), source));
        told(b, b.alice(), rule, sge);
        isAlone(b);
    }

    private static void receive(CaseBench b, String rule, Function<CaseHost, Sge> bad) {
        Sge sge = bad.apply(b.bob());
        long receive = b.atBob().receiveInto(sge.lkey(), sge.address(), sge.length());
        b.expect().refusedByPeer("sender", rule, REM_OP_ERR, () -> b.atAlice().send(LENGTH));
        told(b, b.bob(), rule, sge);
        b.expect().same("receiver", LOC_PROT_ERR, b.atBob().await(receive).status());
        b.expect().same("receiver's QP", QpState.ERR, b.atBob().state());
    }

    private static void sendReadOnly(CaseBench b, Function<CaseHost, Sge> readOnly) {
        b.atBob().receive(b.bob().slice(0, LENGTH));
        Sge sge = readOnly.apply(b.alice());
        b.expect().succeeds("send", b.atAlice().sendFrom(sge.lkey(), sge.address(), sge.length()));
        b.expect().landed(0, LENGTH);
    }

    private static void emptySend(CaseBench b) {
        long receive = b.atBob().receiveInto(UNKNOWN, 1, 0);
        b.expect().succeeds("send", b.atAlice().sendFrom(UNKNOWN, 1, 0));
        b.expect().succeeds("receive", b.atBob().await(receive));
    }

    private static void emptyRead(CaseBench b) {
        b.expect().succeeds("read", b.atAlice().readInto(UNKNOWN, 1, 0, target(b)));
    }

    private static void inline(CaseBench b) {
        b.alice().needs(Limit.INLINE, 1);
        long length = b.alice().most(Limit.INLINE, 32);
        long receive = b.atBob().receive(b.bob().slice(0, 64));
        MemoryRegion closed = b.alice().openRegion();
        closed.close();
        b.expect()
                .succeeds(
                        "send",
                        b.atAlice()
                                .attempt(Send.of(b.wrId(), closed.slice(0, length))
                                        .inlined()));
        b.expect().succeeds("receive", b.atBob().await(receive));
        b.expect().landed(0, length);
    }

    private static void tooShort(CaseBench b) {
        long receive = b.atBob().receive(b.bob().slice(0, 63));
        b.expect().same("sender", REM_INV_REQ_ERR, b.atAlice().send(64).status());
        b.expect().broke("T3");
        b.expect().same("receiver", LOC_LEN_ERR, b.atBob().await(receive).status());
        b.expect().same("receiver's QP", QpState.ERR, b.atBob().state());
        b.expect().same("sender's QP", QpState.ERR, b.atAlice().state());
    }

    private static void partly(CaseBench b) {
        MemoryRegion region = b.bob().region();
        long last = region.address() + region.length() - 64;
        long receive = b.atBob().receiveInto(region.lkey(), last, 96);
        b.expect().succeeds("send", b.atAlice().send(64));
        Completion received = b.atBob().await(receive);
        b.expect().succeeds("receive", received);
        b.expect().landed(CaseHost.MEMORY_BYTES - 64, 64);
    }
}
