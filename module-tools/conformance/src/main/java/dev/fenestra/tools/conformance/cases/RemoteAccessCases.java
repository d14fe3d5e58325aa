package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_ATOMIC;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_ACCESS_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_PROT_ERR;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.RdmaWriteWithImmediate;
import dev.fenestra.uverbs.request.WorkRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** R1 to R6 and A8: why an access by the R_Key of a region is refused, and the consequence of a refusal. */
final class RemoteAccessCases {
    private static final int UNKNOWN = 0x7fffff00;
    private static final int REGION = 4096;

    private RemoteAccessCases() {}

    static List<ConformanceCase> all() {
        List<ConformanceCase> cases = new ArrayList<>();
        cases.add(refused("R1", "an unknown R_Key", b -> key(b, UNKNOWN)));
        cases.add(refused(
                "R2", "a stale R_Key", b -> key(b, MemoryKey.next(region(b).rkey()))));
        cases.add(refused("R3", "an R_Key of another PD", RemoteAccessCases::ofOtherPd)
                .settling(31));
        cases.add(refused("R4-none", "a region without remote rights", b -> right(b))
                .settling(33));
        cases.add(refused("R4-other", "a region with the wrong right", b -> right(b, REMOTE_READ))
                .settling(33));
        cases.add(line("R4-read", "a READ of a region for writing", RemoteAccessCases::readWriteOnly, "R4")
                .settling(33));
        cases.add(refused("R4-atomic", "a WRITE of a region for atomics", b -> right(b, LOCAL_WRITE, REMOTE_ATOMIC)));
        cases.add(line("R4-atomic-read", "a READ of a region for atomics", RemoteAccessCases::readAtomicOnly, "R4"));
        for (Range range : ranges()) {
            cases.add(refused("R6-" + range.name, "a range that " + range.title, b -> range.of(region(b)))
                    .settling(20));
        }
        cases.add(line("R6-exact", "all of a region is inside", RemoteAccessCases::exact));
        empty(cases);
        aftermath(cases);
        return cases;
    }

    private static void empty(List<ConformanceCase> cases) {
        cases.add(line(
                "R0-write", "a WRITE of no bytes names no key", b -> b.expect().succeeds("write", empty(b, true))));
        cases.add(line(
                "R0-read", "a READ of no bytes names no key", b -> b.expect().succeeds("read", empty(b, false))));
        cases.add(line("A8-write-mr", "the QP must allow WRITEs", b -> qpRight(b, REMOTE_READ), "A8")
                .settling(23));
        cases.add(line("A8-read-mr", "the QP must allow READs", b -> qpRight(b, REMOTE_WRITE), "A8")
                .settling(23));
        for (RemoteOperation operation :
                List.of(RemoteOperation.WRITE, RemoteOperation.WRITE_WITH_IMM, RemoteOperation.READ)) {
            cases.add(line(
                    "A8-empty-" + operation.text(),
                    "the QP must allow an empty " + operation.text() + " too",
                    b -> emptyWithoutRight(b, operation),
                    "A8"));
        }
    }

    private static void aftermath(List<ConformanceCase> cases) {
        cases.add(line("R-error", "a refusal stops both QPs and flushes the rest", RemoteAccessCases::aftermath, "R1"));
        cases.add(line("R-recover", "both QPs work again after RESET", RemoteAccessCases::recovery, "R1"));
        cases.add(line("R-before", "requests before the refused one are done", RemoteAccessCases::earlier, "R1"));
        cases.add(line("R-partial", "a long WRITE with a bad range writes nothing", RemoteAccessCases::partial, "R6"));
        cases.add(line(
                        "R-immediate",
                        "a refused WRITE_WITH_IMM fails the receive it took",
                        RemoteAccessCases::immediate,
                        "R1")
                .needing(Requirement.LATE_IMMEDIATE));
        cases.add(line(
                "R-immediate-long",
                "a refused WRITE_WITH_IMM of several packets takes no receive",
                RemoteAccessCases::longImmediate,
                "R1"));
        cases.add(line("R-local-first", "a WRITE checks the L_Key first", RemoteAccessCases::localFirst, "L1"));
        cases.add(line("R-remote-first", "a READ checks the R_Key first", RemoteAccessCases::remoteFirst, "R1"));
    }

    /** A range relative to a region of {@value #REGION} bytes. */
    private record Range(String name, String title, long offset, int length, boolean absolute) {
        RemoteBuffer of(MemoryRegion region) {
            return new RemoteBuffer(absolute ? offset : region.address() + offset, length, region.rkey());
        }
    }

    private static List<Range> ranges() {
        return List.of(
                new Range("before", "begins before the region", -1, 64, false),
                new Range("end", "ends behind the region", REGION - 63, 64, false),
                new Range("behind", "begins behind the region", REGION, 1, false),
                new Range("wrap", "ends at address 0", -8, 8, true),
                new Range("wrap-past", "wraps past address 0", -8, 64, true),
                new Range("far", "lies half the address space away", 1L << 63, 8, true));
    }

    private static ConformanceCase line(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules);
    }

    private interface Target {
        RemoteBuffer in(CaseBench b);
    }

    private static ConformanceCase refused(String id, String title, Target target) {
        String rule = id.substring(0, 2);
        return line(
                id,
                title + " is refused",
                b -> {
                    RemoteBuffer remote = target.in(b);
                    b.expect().refusedByPeer("write", rule, () -> b.atAlice().write(remote));
                    b.expect().same("responder's QP", QpState.ERR, b.atBob().state());
                },
                rule);
    }

    private static MemoryRegion region(CaseBench b) {
        CaseHost bob = b.bob();
        return bob.pd().regMr(bob.memory(), 4096, REGION, LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ, REMOTE_ATOMIC);
    }

    private static RemoteBuffer key(CaseBench b, int rkey) {
        return new RemoteBuffer(b.bob().region().address(), 64, rkey);
    }

    private static RemoteBuffer right(CaseBench b, AccessFlag... rights) {
        return b.bob().register(rights).remote().slice(0, 64);
    }

    private static RemoteBuffer ofOtherPd(CaseBench b) {
        MemoryRegion foreign = b.bob().otherPd().regMr(b.bob().memory(), LOCAL_WRITE, REMOTE_WRITE);
        return foreign.remote().slice(0, 64);
    }

    private static void readWriteOnly(CaseBench b) {
        RemoteBuffer source = right(b, LOCAL_WRITE, REMOTE_WRITE, REMOTE_ATOMIC);
        b.expect().refusedByPeer("read", "R4", () -> b.atAlice().read(source));
    }

    private static void readAtomicOnly(CaseBench b) {
        RemoteBuffer source = right(b, LOCAL_WRITE, REMOTE_ATOMIC);
        b.expect().refusedByPeer("read", "R4", () -> b.atAlice().read(source));
    }

    private static void exact(CaseBench b) {
        b.expect().succeeds("write", b.atAlice().write(region(b).remote()));
        b.expect().landed(4096, REGION);
    }

    private static Completion empty(CaseBench b, boolean isWrite) {
        RemoteBuffer nowhere = new RemoteBuffer(1, 0, UNKNOWN);
        return b.atAlice().attempt(isWrite ? RdmaWrite.of(b.wrId(), nowhere) : RdmaRead.of(b.wrId(), nowhere));
    }

    private static void qpRight(CaseBench b, AccessFlag only) {
        QpConnection connection = b.newConnection(ConnectOptions.DEFAULT, ConnectOptions.DEFAULT.withAccess(only));
        RemoteBuffer target = region(b).remote().slice(0, 64);
        if (only == REMOTE_READ) {
            b.expect().succeeds("read", connection.alice().read(target));
            b.expect().refusedByPeer("write", "A8", () -> connection.alice().write(target));
        } else {
            b.expect().succeeds("write", connection.alice().write(target));
            b.expect().refusedByPeer("read", "A8", () -> connection.alice().read(target));
        }
    }

    private static void emptyWithoutRight(CaseBench b, RemoteOperation operation) {
        AccessFlag[] others = Stream.of(REMOTE_WRITE, REMOTE_READ)
                .filter(right -> right != operation.right())
                .toArray(AccessFlag[]::new);
        QpConnection connection = b.newConnection(ConnectOptions.DEFAULT, ConnectOptions.DEFAULT.withAccess(others));
        connection.bob().receive();
        RemoteBuffer nothing = region(b).remote().slice(0, 0);
        WorkRequest request = operation.request(b.wrId(), nothing, b.alice().slice(0, 0));
        b.expect()
                .refusedByPeer(operation.text(), "A8", () -> connection.alice().attempt(request));
    }

    private static void aftermath(CaseBench b) {
        long receive = b.atBob().receive(b.bob().slice(0, 64));
        b.expect().refusedByPeer("write", "R1", () -> b.atAlice().write(key(b, UNKNOWN)));
        b.expect().same("requester's QP", QpState.ERR, b.atAlice().state());
        b.expect().same("responder's QP", QpState.ERR, b.atBob().state());
        b.expect().flushed("responder's receive", b.atBob().await(receive));
        b.expect().flushed("requester's next request", b.atAlice().send(8));
    }

    private static void recovery(CaseBench b) {
        b.expect().refusedByPeer("write", "R1", () -> b.atAlice().write(key(b, UNKNOWN)));
        b.connection().reconnect();
        b.expect().succeeds("write", b.atAlice().write(region(b).remote()));
    }

    private static void earlier(CaseBench b) {
        RdmaWrite good = RdmaWrite.of(b.wrId(), region(b).remote(), b.alice().slice(0, REGION));
        RdmaWrite bad = RdmaWrite.of(b.wrId(), key(b, UNKNOWN), b.alice().slice(0, 64));
        b.atAlice().post(good, bad);
        b.expect().succeeds("the first", b.atAlice().await(good.wrId()));
        b.expect()
                .same(
                        "the second",
                        "REM_ACCESS_ERR",
                        b.atAlice().await(bad.wrId()).status().name());
        b.expect().landed(4096, REGION);
        b.expect().broke("R1");
    }

    private static void partial(CaseBench b) {
        MemoryRegion region = region(b);
        RemoteBuffer target = new RemoteBuffer(region.address(), REGION + 1, region.rkey());
        b.expect().refusedByPeer("write", "R6", () -> b.atAlice().write(target));
    }

    private static void immediate(CaseBench b) {
        long receive = b.atBob().receive(b.bob().slice(0, 64));
        RdmaWriteWithImmediate write = RdmaWriteWithImmediate.of(
                b.wrId(), key(b, UNKNOWN), 7, b.alice().slice(0, 64));
        b.expect().refusedByPeer("write", "R1", () -> b.atAlice().attempt(write));
        b.expect().same("receive", LOC_ACCESS_ERR, b.atBob().await(receive).status());
    }

    private static void longImmediate(CaseBench b) {
        ConnectOptions small = ConnectOptions.DEFAULT.withMtu(Mtu.MTU_256);
        QpConnection connection = b.newConnection(small, small);
        long receive = connection.bob().receive(b.bob().slice(0, 64));
        RemoteBuffer target = new RemoteBuffer(b.bob().region().address(), 512, UNKNOWN);
        RdmaWriteWithImmediate write =
                RdmaWriteWithImmediate.of(b.wrId(), target, 7, b.alice().slice(0, 512));
        b.expect().refusedByPeer("write", "R1", () -> connection.alice().attempt(write));
        b.expect().flushed("receive", connection.bob().await(receive));
    }

    private static void localFirst(CaseBench b) {
        long address = b.alice().region().address();
        b.expect()
                .refused(
                        "write",
                        "L1",
                        LOC_PROT_ERR,
                        () -> b.atAlice().writeFrom(UNKNOWN, address, 64, key(b, UNKNOWN)));
        b.expect().same("peer's QP", QpState.RTS, b.atBob().state());
    }

    private static void remoteFirst(CaseBench b) {
        long address = b.alice().region().address();
        b.expect().refusedByPeer("read", "R1", () -> b.atAlice().readInto(UNKNOWN, address, 64, key(b, UNKNOWN)));
    }
}
