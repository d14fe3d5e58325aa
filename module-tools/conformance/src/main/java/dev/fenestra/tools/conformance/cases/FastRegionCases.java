package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_PROT_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.MW_BIND_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.REM_ACCESS_ERR;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.PageList;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.RegisterMr;
import dev.fenestra.uverbs.request.WorkRequest;
import java.util.List;
import java.util.function.Consumer;

/** Regions that get their pages by work request. */
final class FastRegionCases {
    private FastRegionCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                line("FAST-use", "a registration is used under its new key", FastRegionCases::use),
                line("FAST-order", "pages come in the order of the request", FastRegionCases::order),
                line("FAST-again", "an invalidated region is registered again", FastRegionCases::again, "R2"),
                line("FAST-free", "a region that is free gives no access", FastRegionCases::free, "R5"),
                line("FAST-free-local", "neither to a peer nor to its QP", FastRegionCases::freeLocal, "L3"),
                line(
                        "FAST-inv-pd",
                        "a region is invalidated from its own PD",
                        FastRegionCases::foreignInvalidate,
                        "I5"),
                line("FAST-inv-bound", "and while no window is bound to it", FastRegionCases::boundInvalidate, "I7")
                        .needing(Requirement.WINDOWS),
                line("FAST-twice", "a region is registered when it is free", FastRegionCases::twice, "F3"),
                line("FAST-pd", "region and QP belong to one PD", FastRegionCases::foreignRegion, "F2"),
                line("FAST-pages-pd", "page list and QP belong to one PD", FastRegionCases::foreignPages, "F8"),
                line("FAST-access", "remote writes need LOCAL_WRITE", FastRegionCases::access, "F6"),
                line("FAST-length", "each byte has a page", FastRegionCases::tooLong, "F5"),
                line("FAST-peer", "a peer invalidates what gives it a right", FastRegionCases::byPeer),
                line("FAST-peer-no", "and nothing else", FastRegionCases::notByPeer, "I8"),
                line("FAST-held", "the pages stay while a region has them", FastRegionCases::held, "LIFE-5"),
                line("FAST-gone", "the keys of a region that is gone are gone", FastRegionCases::gone),
                line("FAST-gone-local", "for its own host, too", FastRegionCases::goneLocal),
                line("FAST-most", "a region has at most the pages announced", FastRegionCases::most, "FRM-2"),
                ConformanceCase.of("FAST-none", "a device without them says so", FastRegionCases::none)
                        .needing(Requirement.NO_FAST_REGIONS));
    }

    private static ConformanceCase line(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules).needing(Requirement.FAST_REGIONS);
    }

    /** A page list of bob's memory, and a region that is large enough for it. */
    private record Fast(CaseBench b, PageList pages, MemoryRegion region) {

        static Fast of(CaseBench b) {
            PageList pages = b.bob().pd().listPages(b.bob().memory());
            return new Fast(b, pages, b.bob().pd().allocMr(pages.size()));
        }

        RegisterMr all(AccessFlag... access) {
            return RegisterMr.of(b.wrId(), region, MemoryKey.next(region.lkey()), pages, access);
        }

        Completion register(AccessFlag... access) {
            return does(b, all(access));
        }

        Completion write(RemoteBuffer to) {
            RdmaWrite write = RdmaWrite.of(b.wrId(), to, b.alice().slice(0, to.length()));
            b.atAlice().post(write);
            return b.alice().await(write.wrId());
        }
    }

    private static Completion does(CaseBench b, WorkRequest request) {
        b.atBob().post(request);
        return b.bob().await(request.wrId());
    }

    private static void use(CaseBench b) {
        Fast fast = Fast.of(b);
        Completion done = fast.register(LOCAL_WRITE, REMOTE_WRITE);
        b.expect().succeeds("REG_MR", done);
        b.expect().same("opcode", WcOpcode.REG_MR, done.orThrow().opcode());
        b.expect().succeeds("write", fast.write(fast.region().slice(100, 64).remote()));
        b.expect().landed(100, 64);
    }

    private static void order(CaseBench b) {
        Fast fast = Fast.of(b);
        RegisterMr swapped = RegisterMr.of(
                b.wrId(),
                fast.region(),
                MemoryKey.next(fast.region().lkey()),
                fast.pages(),
                List.of(1, 0),
                0x10_0000,
                2L * PageList.PAGE_BYTES,
                LOCAL_WRITE,
                REMOTE_WRITE);
        b.expect().succeeds("REG_MR", does(b, swapped));
        b.expect().succeeds("write", fast.write(fast.region().slice(8, 64).remote()));
        b.expect().landed(PageList.PAGE_BYTES + 8L, 64);
    }

    private static void again(CaseBench b) {
        Fast fast = Fast.of(b);
        b.expect().succeeds("REG_MR", fast.register(LOCAL_WRITE, REMOTE_WRITE));
        RemoteBuffer old = fast.region().slice(0, 64).remote();
        b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(fast.region().lkey()));
        b.expect().succeeds("REG_MR", fast.register(LOCAL_WRITE, REMOTE_WRITE));
        b.expect().refusedByPeer("write with the old key", "R2", () -> fast.write(old));
    }

    private static void free(CaseBench b) {
        Fast fast = Fast.of(b);
        b.expect().succeeds("REG_MR", fast.register(LOCAL_WRITE, REMOTE_WRITE));
        b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(fast.region().lkey()));
        b.expect()
                .refusedByPeer(
                        "write",
                        "R5",
                        () -> fast.write(fast.region().slice(0, 64).remote()));
    }

    private static void freeLocal(CaseBench b) {
        MemoryRegion region = Fast.of(b).region();
        b.expect().refused("send", "L3", LOC_PROT_ERR, () -> b.atBob().sendFrom(region.lkey(), 0, 8));
    }

    private static void gone(CaseBench b) {
        Fast fast = Fast.of(b);
        b.expect().succeeds("REG_MR", fast.register(LOCAL_WRITE, REMOTE_WRITE));
        RemoteBuffer target = fast.region().slice(0, 64).remote();
        fast.region().close();
        b.expect().same("write", REM_ACCESS_ERR, fast.write(target).status());
    }

    private static void goneLocal(CaseBench b) {
        Fast fast = Fast.of(b);
        b.expect().succeeds("REG_MR", fast.register(LOCAL_WRITE, REMOTE_WRITE));
        int lkey = fast.region().lkey();
        long address = fast.region().slice(0, 8).address();
        fast.region().close();
        b.expect()
                .same("send", LOC_PROT_ERR, b.atBob().sendFrom(lkey, address, 8).status());
    }

    private static void foreignInvalidate(CaseBench b) {
        Fast fast = Fast.of(b);
        b.expect().succeeds("REG_MR", fast.register(LOCAL_WRITE, REMOTE_WRITE));
        b.expect()
                .refused(
                        "LOCAL_INV",
                        "I5",
                        MW_BIND_ERR,
                        () -> b.foreignConnection()
                                .bob()
                                .invalidate(fast.region().rkey()));
        b.expect().succeeds("write", fast.write(fast.region().slice(0, 64).remote()));
    }

    private static void boundInvalidate(CaseBench b) {
        Fast fast = Fast.of(b);
        b.expect().succeeds("REG_MR", fast.register(LOCAL_WRITE, MW_BIND));
        CaseWindow window = b.window(MwType.TYPE_2);
        b.expect().succeeds("bind", window.bind(b.atBob(), fast.region().slice(0, 64), REMOTE_WRITE));
        b.expect()
                .refused(
                        "LOCAL_INV",
                        "I7",
                        MW_BIND_ERR,
                        () -> b.secondConnection()
                                .bob()
                                .invalidate(fast.region().rkey()));
        b.expect().succeeds("write", b.atAlice().write(window.remote()));
    }

    private static void twice(CaseBench b) {
        Fast fast = Fast.of(b);
        b.expect().succeeds("REG_MR", fast.register(LOCAL_WRITE));
        b.expect().refused("REG_MR", "F3", MW_BIND_ERR, () -> fast.register(LOCAL_WRITE));
    }

    private static void foreignRegion(CaseBench b) {
        Fast fast = new Fast(
                b, b.bob().pd().listPages(b.bob().memory()), b.bob().otherPd().allocMr(16));
        b.expect().refused("REG_MR", "F2", MW_BIND_ERR, () -> fast.register(LOCAL_WRITE));
    }

    private static void foreignPages(CaseBench b) {
        Fast fast = new Fast(
                b, b.bob().otherPd().listPages(b.bob().memory()), b.bob().pd().allocMr(16));
        b.expect().refused("REG_MR", "F8", MW_BIND_ERR, () -> fast.register(LOCAL_WRITE));
    }

    private static void access(CaseBench b) {
        Fast fast = Fast.of(b);
        b.expect().refused("REG_MR", "F6", MW_BIND_ERR, () -> fast.register(REMOTE_WRITE));
    }

    private static void tooLong(CaseBench b) {
        Fast fast = Fast.of(b);
        RegisterMr request = RegisterMr.of(
                b.wrId(),
                fast.region(),
                MemoryKey.next(fast.region().lkey()),
                fast.pages(),
                List.of(0),
                0,
                1L << 40,
                LOCAL_WRITE);
        b.expect().refused("REG_MR", "F5", MW_BIND_ERR, () -> does(b, request));
    }

    private static void byPeer(CaseBench b) {
        Fast fast = Fast.of(b);
        b.expect().succeeds("REG_MR", fast.register(LOCAL_WRITE, REMOTE_READ));
        long receive = b.atBob().receive(b.bob().slice(0, 64));
        b.expect()
                .succeeds(
                        "SEND_WITH_INV",
                        b.atAlice().sendWithInvalidate(fast.region().rkey()));
        b.expect().succeeds("receive", b.bob().await(receive));
        b.expect().works("dereg the page list", fast.pages()::close);
    }

    private static void notByPeer(CaseBench b) {
        Fast fast = Fast.of(b);
        b.expect().succeeds("REG_MR", fast.register(LOCAL_WRITE));
        ClassJ.refused(b, b.connection(), fast.region().rkey(), "I8");
    }

    private static void held(CaseBench b) {
        held(b, pages -> b.expect().refusedCall("dereg the page list", "LIFE-5", Errno.EBUSY, pages::close));
    }

    /** What happens to a page list while a region is registered over it. */
    static void held(CaseBench b, Consumer<PageList> isRefused) {
        Fast fast = Fast.of(b);
        b.expect().succeeds("REG_MR", fast.register(LOCAL_WRITE));
        isRefused.accept(fast.pages());
        b.expect().works("dereg the region", fast.region()::close);
        b.expect().works("dereg the page list", fast.pages()::close);
    }

    private static void most(CaseBench b) {
        int most = b.bob().context().deviceAttributes().memory().maxFastRegPages();
        b.expect().works("alloc_mr", () -> b.bob().pd().allocMr(most));
        b.expect()
                .refusedCall(
                        "alloc_mr", "FRM-2", Errno.EINVAL, () -> b.bob().pd().allocMr(most + 1));
        b.expect()
                .refusedCall(
                        "alloc_mr", "FRM-2", Errno.EINVAL, () -> b.bob().pd().allocMr(0));
    }

    private static void none(CaseBench b) {
        b.expect()
                .same("pages", 0, b.bob().context().deviceAttributes().memory().maxFastRegPages());
        try {
            b.bob().pd().allocMr(1);
            b.expect().same("alloc_mr", Errno.EOPNOTSUPP, Errno.OK);
        } catch (VerbsException refused) {
            b.expect().same("alloc_mr", Errno.EOPNOTSUPP, refused.errno());
        }
    }
}
