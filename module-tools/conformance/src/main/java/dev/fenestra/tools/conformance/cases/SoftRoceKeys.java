package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.Errno.EINVAL;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_1;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_2;
import static dev.fenestra.ib.core.vocabulary.WcStatus.MW_BIND_ERR;

import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.BindMw;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Cases A, B and C of the list run on soft-RoCE: fresh windows, type-1 binds, type-2 keys. */
final class SoftRoceKeys {
    private static final int ROUNDS = 300;

    private SoftRoceKeys() {}

    static List<ConformanceCase> all() {
        return List.of(
                row("A01", "a fresh window has a key of its own", SoftRoceKeys::initialKeys),
                row("A02", "a window is of type 1 or 2", SoftRoceKeys::unknownType, "MW-2"),
                row("A03", "a window that was never bound opens nothing", SoftRoceKeys::neverBound, "A4"),
                row("B01", "a bound type-1 window opens what it grants", SoftRoceKeys::typeOne)
                        .needing(Requirement.TYPE_2B, Requirement.ATOMICS),
                row("B02", "a rebound type-1 window opens the new range only", SoftRoceKeys::rebind, "R2", "A7")
                        .settling(3),
                row("B03", "a type-1 bind of length 0 closes the window", SoftRoceKeys::unbind, "R2", "A4"),
                row("B05", "a type-1 window is not bound by BIND_MW", SoftRoceKeys::typeOneByRequest, "P8"),
                row("B06", "a type-2 window is not bound by ibv_bind_mw", SoftRoceKeys::typeTwoByVerb, "P1"),
                row("C01", "a bound type-2 window opens what it grants", SoftRoceKeys::typeTwo, "R2")
                        .needing(Requirement.TYPE_2B, Requirement.ATOMICS),
                row("C02", "a bound type-2 window is not bound again", SoftRoceKeys::bindTwice, "B4"),
                row("C03", "the new key may equal the old one", SoftRoceKeys::sameKey),
                row("C04", "a new key of another index is refused", SoftRoceKeys::otherIndex, "B13"),
                row(
                        "C05",
                        "after LOCAL_INV the key opens nothing until the next bind",
                        SoftRoceKeys::invalidate,
                        "A4",
                        "R2"),
                row("C06", "an invalidated key may be used again", SoftRoceKeys::reuse),
                row("C07", "300 binds wrap the tag and keep the index", SoftRoceKeys::wrap),
                row("C08", "a type-2 bind of length 0 is refused", SoftRoceKeys::zeroLength, "B6", "A4"));
    }

    static ConformanceCase row(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules).needing(Requirement.TYPE_2B);
    }

    private static void initialKeys(CaseBench b) {
        int one = b.window(TYPE_1).key();
        int two = b.window(TYPE_2).key();
        int region = b.bob().openRegion().rkey();
        b.expect().note("type 1", MemoryKey.text(one));
        b.expect().note("type 2", MemoryKey.text(two));
        b.expect().note("an MR", MemoryKey.text(region));
        b.expect()
                .same(
                        "indexes",
                        3L,
                        IntStream.of(one, two, region)
                                .map(MemoryKey::index)
                                .distinct()
                                .count());
    }

    private static void unknownType(CaseBench b) {
        KernelContext kernel = b.bob().systemCalls();
        int pd = kernel.pds().allocate(Udata.none());
        for (int type : new int[] {0, 3, 99}) {
            b.expect()
                    .refusedCall(
                            "type " + type, "MW-2", EINVAL, () -> kernel.mws().allocate(pd, type));
        }
    }

    private static void neverBound(CaseBench b) {
        RemoteBuffer one =
                new RemoteBuffer(b.bob().region().address(), 8, b.window(TYPE_1).key());
        RemoteBuffer two =
                new RemoteBuffer(b.bob().region().address(), 8, b.window(TYPE_2).key());
        b.expect().refusedByPeer("type 1", "A4", () -> b.atAlice().write(one));
        b.connection().reconnect();
        b.expect().refusedByPeer("type 2", "A4", () -> b.atAlice().write(two));
    }

    private static void typeOne(CaseBench b) {
        Access.allGranted(b, b.boundWindow(TYPE_1, 0, 64, Access.ALL));
    }

    private static void rebind(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_1, 0, 64, REMOTE_WRITE);
        RemoteBuffer old = window.remote();
        b.expect().succeeds("rebind", window.bind(b.atBob(), b.bob().slice(4096, 64), REMOTE_WRITE));
        b.expect().refusedByPeer("old key, old range", "R2", () -> b.atAlice().write(old));
        b.connection().reconnect();
        b.expect().succeeds("new key, new range", b.atAlice().write(window.remote()));
        b.expect().refusedByPeer("new key, old range", "A7", () -> b.atAlice().write(window.at(-4096, 64)));
    }

    private static void unbind(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_1, 0, 64, REMOTE_WRITE);
        RemoteBuffer old = window.remote();
        b.expect().succeeds("unbind", window.unbind(b.atBob()));
        RemoteBuffer present = new RemoteBuffer(old.address(), 64, window.key());
        b.expect().refusedByPeer("old key", "R2", () -> b.atAlice().write(old));
        b.connection().reconnect();
        b.expect().refusedByPeer("new key", "A4", () -> b.atAlice().write(present));
        b.expect().works("dereg_mr after it", b.bob().region()::close);
    }

    private static void typeOneByRequest(CaseBench b) {
        CaseWindow window = b.window(TYPE_1);
        BindMw request =
                BindMw.of(b.wrId(), window.mw(), window.mw().nextKey(), b.bob().slice(0, 64), REMOTE_WRITE);
        b.expect()
                .refusedPost("post_send", "P8", Set.of(EINVAL), () -> b.atBob().post(request));
    }

    private static void typeTwoByVerb(CaseBench b) {
        CaseWindow window = b.window(TYPE_2);
        MemorySlice range = b.bob().slice(0, 64);
        b.expect()
                .refusedPost(
                        "ibv_bind_mw",
                        "P1",
                        Set.of(EINVAL),
                        () -> b.atBob().qp().bindMw(b.wrId(), window.mw(), range, REMOTE_WRITE));
    }

    private static void typeTwo(CaseBench b) {
        CaseWindow window = b.window(TYPE_2);
        int old = window.key();
        b.expect().succeeds("bind", window.bind(b.atBob(), b.bob().slice(0, 64), Access.ALL));
        b.expect().same("tag moved by", 1, window.key() - old);
        Access.allGranted(b, window);
        RemoteBuffer stale = new RemoteBuffer(window.remote().address(), 64, old);
        b.expect().refusedByPeer("old key", "R2", () -> b.atAlice().write(stale));
    }

    private static void bindTwice(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        b.expect()
                .refused(
                        "second bind",
                        "B4",
                        MW_BIND_ERR,
                        () -> window.bind(b.atBob(), b.bob().slice(64, 64), REMOTE_WRITE));
        b.connection().reconnect();
        b.expect().succeeds("write by the first", b.atAlice().write(window.remote()));
    }

    private static void sameKey(CaseBench b) {
        CaseWindow window = b.window(TYPE_2);
        b.expect().succeeds("bind", window.bind(b.atBob(), window.key(), b.bob().slice(0, 64), REMOTE_WRITE));
        b.expect().succeeds("write", b.atAlice().write(window.remote()));
    }

    private static void otherIndex(CaseBench b) {
        CaseWindow window = b.window(TYPE_2);
        int other = MemoryKey.of(MemoryKey.index(window.key()) + 1, 7);
        b.expect()
                .refusedPost(
                        "post_send",
                        "B13",
                        Set.of(EINVAL),
                        () -> window.bind(b.atBob(), other, b.bob().slice(0, 64), REMOTE_WRITE));
    }

    private static void invalidate(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        RemoteBuffer old = window.remote();
        b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(window.key()));
        b.expect().refusedByPeer("write", "A4", () -> b.atAlice().write(old));
        b.connection().reconnect();
        b.expect().succeeds("rebind", window.bind(b.atBob(), b.bob().slice(0, 64), REMOTE_WRITE));
        b.expect().succeeds("write", b.atAlice().write(window.remote()));
        b.expect().refusedByPeer("old key", "R2", () -> b.atAlice().write(old));
    }

    private static void reuse(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_READ);
        b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(window.key()));
        b.expect()
                .succeeds("rebind", window.bind(b.atBob(), window.key(), b.bob().slice(0, 64), REMOTE_READ));
        b.expect().succeeds("read", b.atAlice().read(window.remote()));
    }

    private static void wrap(CaseBench b) {
        CaseWindow window = b.window(TYPE_2);
        int first = window.key();
        for (int i = 0; i < ROUNDS; i++) {
            window.bind(b.atBob(), b.bob().slice(0, 64), REMOTE_WRITE).orThrow();
            b.atBob().invalidate(window.key()).orThrow();
        }
        b.expect().same("index", MemoryKey.index(first), MemoryKey.index(window.key()));
        b.expect().same("tag moved by", ROUNDS & 0xff, window.key() - first & 0xff);
        b.expect().sameKey("next of 0x123456ff", 0x12345600, MemoryKey.next(0x123456ff));
    }

    private static void zeroLength(CaseBench b) {
        CaseWindow window = b.window(TYPE_2);
        RemoteBuffer target = new RemoteBuffer(b.bob().region().address(), 64, window.key());
        b.expect()
                .refused(
                        "bind",
                        "B6",
                        MW_BIND_ERR,
                        () -> window.bind(b.atBob(), b.bob().slice(0, 0), REMOTE_WRITE));
        b.connection().reconnect();
        b.expect().succeeds("write of 0 bytes", b.atAlice().write(target.slice(0, 0)));
        b.expect().refusedByPeer("write of 64 bytes", "A4", () -> b.atAlice().write(target));
    }
}
