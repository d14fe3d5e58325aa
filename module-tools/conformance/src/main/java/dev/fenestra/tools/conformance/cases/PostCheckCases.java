package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ZERO_BASED;
import static dev.fenestra.ib.core.vocabulary.Errno.EINVAL;
import static dev.fenestra.ib.core.vocabulary.Errno.ENOMEM;
import static dev.fenestra.ib.core.vocabulary.Errno.EOPNOTSUPP;
import static dev.fenestra.ib.core.vocabulary.Errno.EPERM;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_1;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_2;
import static dev.fenestra.ib.core.vocabulary.WcStatus.MW_BIND_ERR;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.Compared;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.BindMw;
import dev.fenestra.uverbs.request.LocalInvalidate;
import dev.fenestra.uverbs.request.PostException;
import java.util.List;
import java.util.Set;

/** P1 to P11, B2 and B13: why a bind is refused when it is posted. */
final class PostCheckCases {
    /** Too long for a window; half of 64 bits of one are a good length. */
    private static final long[] TOO_LONG = {(1L << 31) + 1, 1L << 32, (1L << 32) + 64, -64};

    private PostCheckCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                post("P1", "ibv_bind_mw takes a type-1 window", PostCheckCases::typeOfVerb, "P1"),
                post("P2-address", "a bind without a region has address 0", b -> noRegion(b, 8, 0), "P2"),
                post("P2-length", "a bind without a region has length 0", b -> noRegion(b, 0, 8), "P2"),
                post("P3", "window and region of a type-1 bind are of one PD", PostCheckCases::regionOfOtherPd, "P3")
                        .settling(19),
                post("P4", "a type-1 window is not zero-based", PostCheckCases::zeroBased, "P4")
                        .settling(18),
                post("P6", "a zero-based region takes no type-1 window", PostCheckCases::zeroBasedRegion, "P6"),
                post("P7-1", "a type-1 window has at most 2^31 bytes", b -> tooLong(b, TYPE_1), "P7"),
                post("P7-2", "a type-2 window has at most 2^31 bytes", b -> tooLong(b, TYPE_2), "P7"),
                post("P7-exact-1", "and no fewer", b -> longest(b, TYPE_1), "B12"),
                post("P7-exact-2", "nor has one of type 2", b -> longest(b, TYPE_2), "B12"),
                post("P8", "a BIND_MW request takes a type-2 window", PostCheckCases::typeOfRequest, "P8"),
                post("P9", "a UD QP binds nothing", PostCheckCases::datagrams, "P9")
                        .needing(Requirement.WINDOWS, Requirement.UD),
                post("P10-reset", "nothing is posted in RESET", b -> state(b, QpState.RESET), "P10"),
                post("P10-init", "nothing is posted in INIT", b -> state(b, QpState.INIT), "P10"),
                post("P11", "a full send queue takes nothing more", PostCheckCases::queueFull, "P11"),
                post("B2-1", "a type-1 window has only remote rights", b -> rights(b, TYPE_1), "B2")
                        .settling(26),
                post("B2-2", "a type-2 window has only remote rights", b -> rights(b, TYPE_2), "B2")
                        .settling(26),
                post("B2-LW", "LOCAL_WRITE among the rights of a window is ignored", PostCheckCases::localWrite)
                        .settling(26),
                post("B13", "the new key of a type-2 window keeps its index", PostCheckCases::otherIndex, "B13"),
                post("P-list", "a list stops at its first refused request", PostCheckCases::list, "P8"));
    }

    private static ConformanceCase post(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules).needing(Requirement.WINDOWS);
    }

    private static void refused(
            CaseBench b, String rule, Errno errno, MwType type, MemorySlice range, AccessFlag... access) {
        CaseWindow window = b.window(type);
        int key = window.key();
        b.expect().refusedPost("bind", rule, Set.of(errno), () -> window.bind(b.atBob(), range, access));
        b.expect().sameKey("key", key, window.key());
        b.expect()
                .succeeds("a good bind after it", window.bind(b.atBob(), b.bob().slice(0, 64), REMOTE_WRITE));
    }

    private static void typeOfVerb(CaseBench b) {
        MemoryWindow window = b.window(TYPE_2).mw();
        b.expect()
                .refusedPost(
                        "bind",
                        "P1",
                        Set.of(EINVAL),
                        () -> b.atBob().qp().bindMw(b.wrId(), window, b.bob().slice(0, 64), REMOTE_WRITE));
    }

    private static void noRegion(CaseBench b, long address, long length) {
        QueuePair qp = b.atBob().qp();
        MemoryWindow window = b.window(TYPE_1).mw();
        b.expect().same("bind", EINVAL.code(), qp.bindMw(b.wrId(), 0, window, null, address, length, 0));
        b.expect().broke("P2");
    }

    private static void regionOfOtherPd(CaseBench b) {
        MemoryRegion foreign = b.bob().otherPd().regMr(b.bob().memory(), LOCAL_WRITE, MW_BIND);
        refused(b, "P3", EPERM, TYPE_1, foreign.slice(0, 64), REMOTE_WRITE);
    }

    private static void zeroBased(CaseBench b) {
        refused(b, "P4", EINVAL, TYPE_1, b.bob().slice(0, 64), REMOTE_WRITE, ZERO_BASED);
    }

    private static void zeroBasedRegion(CaseBench b) {
        MemoryRegion region = b.bob().register(LOCAL_WRITE, MW_BIND, ZERO_BASED);
        refused(b, "P6", EINVAL, TYPE_1, region.slice(0, 64), REMOTE_WRITE);
    }

    private static void tooLong(CaseBench b, MwType type) {
        MemoryRegion region = b.bob().region();
        for (long length : TOO_LONG) {
            refused(b, "P7", EOPNOTSUPP, type, new MemorySlice(region, region.address(), length), REMOTE_WRITE);
        }
    }

    /** The post takes it; the device refuses it, since the region is shorter. */
    private static void longest(CaseBench b, MwType type) {
        MemorySlice range = new MemorySlice(b.bob().region(), b.bob().region().address(), 1L << 31);
        CaseWindow window = b.window(type);
        b.expect().refused("bind", "B12", MW_BIND_ERR, () -> window.bind(b.atBob(), range, REMOTE_WRITE));
        b.expect().told(b.bob(), "B12", Compared.key(window.key()).at(range.address(), range.length()));
    }

    private static void typeOfRequest(CaseBench b) {
        MemoryWindow window = b.window(TYPE_1).mw();
        BindMw bind = BindMw.of(b.wrId(), window, window.nextKey(), b.bob().slice(0, 64), REMOTE_WRITE);
        b.expect().refusedPost("BIND_MW", "P8", Set.of(EINVAL), () -> b.atBob().post(bind));
    }

    private static void datagrams(CaseBench b) {
        MemoryWindow window = b.window(TYPE_2).mw();
        BindMw bind = BindMw.of(b.wrId(), window, window.nextKey(), b.bob().slice(0, 64), REMOTE_WRITE);
        QueuePair qp = b.bob().createUdQp();
        b.expect().refusedPost("bind", "P9", Set.of(EINVAL), () -> qp.post(bind));
    }

    /** EINVAL by the text; a provider may say ENOMEM, as the queue of a QP that is not ready has no room. */
    private static void state(CaseBench b, QpState state) {
        CaseWindow window = b.window(TYPE_2);
        QueuePair qp = b.bob().createQp(b.bob().pd());
        if (state == QpState.INIT) {
            qp.modify(QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).access(0));
        }
        BindMw bind =
                BindMw.of(b.wrId(), window.mw(), window.mw().nextKey(), b.bob().slice(0, 64), REMOTE_WRITE);
        b.expect().refusedPost("BIND_MW in " + state, "P10", Set.of(EINVAL, ENOMEM), () -> qp.post(bind));
    }

    private static void queueFull(CaseBench b) {
        CaseWindow window = b.window(TYPE_2);
        QueuePair qp = b.atBob().qp();
        LocalInvalidate request = LocalInvalidate.of(b.wrId(), window.key()).unsignaled();
        for (int i = 0; i < qp.capacity().maxSendWr(); i++) {
            qp.post(request);
        }
        b.expect().refusedPost("one more", "P11", Set.of(ENOMEM), () -> qp.post(request));
    }

    private static void rights(CaseBench b, MwType type) {
        refused(b, "B2", EINVAL, type, b.bob().slice(0, 64), REMOTE_WRITE, MW_BIND);
    }

    private static void localWrite(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, LOCAL_WRITE, REMOTE_WRITE);
        b.expect().succeeds("write", b.atAlice().write(window.remote()));
        b.expect().landed(0, 64);
    }

    private static void otherIndex(CaseBench b) {
        CaseWindow window = b.window(TYPE_2);
        int key = MemoryKey.of(MemoryKey.index(window.key()) + 1, 5);
        b.expect()
                .refusedPost(
                        "bind",
                        "B13",
                        Set.of(EINVAL),
                        () -> window.bind(b.atBob(), key, b.bob().slice(0, 64), REMOTE_WRITE));
    }

    private static void list(CaseBench b) {
        CaseWindow good = b.window(TYPE_2);
        MemoryWindow bad = b.window(TYPE_1).mw();
        MemorySlice range = b.bob().slice(0, 64);
        BindMw first = BindMw.of(b.wrId(), good.mw(), good.mw().nextKey(), range, REMOTE_WRITE);
        BindMw second = BindMw.of(b.wrId(), bad, bad.nextKey(), range, REMOTE_WRITE);
        LocalInvalidate third = LocalInvalidate.of(b.wrId(), first.newKey());
        try {
            b.atBob().post(first, second, third);
            b.expect().same("post", EINVAL, Errno.OK);
        } catch (PostException refused) {
            b.expect().same("bad_wr", 1, refused.badIndex());
            b.expect().broke("P8");
        }
        b.expect().succeeds("the first", b.atBob().await(first.wrId()));
        RemoteBuffer opened = new RemoteBuffer(range.address(), 64, first.newKey());
        b.expect().succeeds("write: the third was not posted", b.atAlice().write(opened));
    }
}
