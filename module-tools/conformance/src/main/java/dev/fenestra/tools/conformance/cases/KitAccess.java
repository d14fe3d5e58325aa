package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_ATOMIC;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_PROT_ERR;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.Send;
import java.util.List;
import java.util.stream.Stream;

/** The cases of the kit's access_test: rights of either side. */
final class KitAccess {
    private KitAccess() {}

    static List<ConformanceCase> all() {
        return Stream.of(messaging(), rdma(), atomics()).flatMap(s -> s).toList();
    }

    private static Stream<ConformanceCase> messaging() {
        return Stream.of(
                ConformanceCase.of(
                        "MessagingAccessTest.AllAccess",
                        "a SEND with all rights on both sides arrives",
                        b -> send(b, b.alice().openRegion(), b.bob().openRegion())),
                ConformanceCase.of(
                        "MessagingAccessTest.MissingSrcLocalWrite",
                        "a SEND only reads its source",
                        b -> send(b, b.alice().register(REMOTE_READ), b.bob().openRegion())),
                ConformanceCase.of(
                        "MessagingAccessTest.MissingDstRemoteWrite",
                        "a receive needs no remote right",
                        b -> send(b, b.alice().openRegion(), b.bob().register(LOCAL_WRITE))));
    }

    private static Stream<ConformanceCase> rdma() {
        return Stream.of(
                        KeyKind.each(
                                "RdmaAccessTest.AllAccess",
                                "a key with all rights grants READ and WRITE",
                                KitAccess::granted,
                                _ -> List.of()),
                        KeyKind.each(
                                "RdmaAccessTest.MissingSrcLocalWrite",
                                "a READ lands in LOCAL_WRITE memory only",
                                KitAccess::readOnlySource,
                                _ -> List.of("L5")),
                        KeyKind.each(
                                "RdmaAccessTest.MissingDstRemoteWrite",
                                "a WRITE needs REMOTE_WRITE",
                                KitAccess::noRemoteWrite,
                                kind -> List.of(kind.rightRule())),
                        KeyKind.each(
                                "RdmaAccessTest.MissingDstRemoteAtomic",
                                "READ and WRITE need no REMOTE_ATOMIC",
                                KitAccess::noRemoteAtomic,
                                _ -> List.of()))
                .flatMap(s -> s);
    }

    private static Stream<ConformanceCase> atomics() {
        return Stream.of(
                        atomic("AllAccess", "an atomic needs a key with all rights at most", Access.ALL),
                        atomic("MissingDstRemoteWrite", "an atomic needs no REMOTE_WRITE", REMOTE_READ, REMOTE_ATOMIC),
                        atomic("MissingDstRemoteRead", "an atomic needs no REMOTE_READ", REMOTE_WRITE, REMOTE_ATOMIC))
                .flatMap(s -> s);
    }

    private static Stream<ConformanceCase> atomic(String id, String title, AccessFlag... rights) {
        return KeyKind.each(
                        "AtomicAccessTest." + id, title, (b, kind) -> atomics(b, kind.open(b, rights)), _ -> List.of())
                .map(one -> one.needing(Requirement.ATOMICS));
    }

    private static void send(CaseBench b, MemoryRegion from, MemoryRegion to) {
        long receive = b.atBob().receive(to.slice(0, 64));
        b.expect().succeeds("sender", b.atAlice().attempt(Send.of(b.wrId(), from.slice(0, 64))));
        b.expect().succeeds("receiver", b.atBob().await(receive));
        b.expect().landed(0, 64);
    }

    private static void readAndWrite(CaseBench b, RemoteBuffer target) {
        b.expect().succeeds("read", b.atAlice().read(target));
        b.expect().fetched((int) target.length());
        b.alice().memory().fill(b.alice().fill());
        b.expect().succeeds("write", b.atAlice().write(target));
        b.expect().landed(KeyKind.OFFSET, target.length());
    }

    private static void granted(CaseBench b, KeyKind kind) {
        readAndWrite(b, kind.open(b, Access.ALL));
    }

    private static void noRemoteAtomic(CaseBench b, KeyKind kind) {
        readAndWrite(b, kind.open(b, REMOTE_WRITE, REMOTE_READ));
    }

    private static void readOnlySource(CaseBench b, KeyKind kind) {
        RemoteBuffer target = kind.open(b, Access.ALL).slice(0, 64);
        MemoryRegion readOnly = b.alice().register(REMOTE_READ);
        b.expect().succeeds("write", b.atAlice().writeFrom(readOnly.lkey(), readOnly.address(), 64, target));
        b.expect()
                .refused(
                        "read",
                        "L5",
                        LOC_PROT_ERR,
                        () -> b.atAlice().readInto(readOnly.lkey(), readOnly.address(), 64, target));
    }

    private static void noRemoteWrite(CaseBench b, KeyKind kind) {
        RemoteBuffer target = kind.open(b, REMOTE_READ, REMOTE_ATOMIC);
        b.expect().succeeds("read", b.atAlice().read(target));
        b.expect().refusedByPeer("write", kind.rightRule(), () -> b.atAlice().write(target));
    }

    private static void atomics(CaseBench b, RemoteBuffer target) {
        b.bob().memory().putLong(KeyKind.OFFSET, 2);
        b.expect().succeeds("fetch-add", b.atAlice().add(target.slice(0, 8)));
        b.expect().same("there now", 3L, b.bob().memory().getLong(KeyKind.OFFSET));
        b.expect().succeeds("compare-swap", b.atAlice().swap(target.slice(0, 8), 3, 5));
        b.expect().same("there now", 5L, b.bob().memory().getLong(KeyKind.OFFSET));
    }
}
