package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.HUGETLB;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ON_DEMAND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_ATOMIC;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.Errno.EINVAL;
import static dev.fenestra.ib.core.vocabulary.Errno.EOVERFLOW;
import static dev.fenestra.ib.core.vocabulary.MrAdvice.FLUSH;
import static dev.fenestra.ib.core.vocabulary.MrAdvice.PREFETCH;
import static dev.fenestra.ib.core.vocabulary.MrAdvice.PREFETCH_NO_FAULT;
import static dev.fenestra.ib.core.vocabulary.MrAdvice.PREFETCH_WRITE;

import dev.fenestra.ib.core.memory.ProcessMemory;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AdvisedRange;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MrAdvice;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.End;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.List;

/**
 * Regions without pins: a page that is paged out comes back when it is used, keys stay valid, and advice is accepted or
 * refused.
 */
final class PagingCases {
    private static final AccessFlag[] OPEN = {LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ, REMOTE_ATOMIC, MW_BIND, ON_DEMAND
    };

    private PagingCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                line("ODP-pin", "an on-demand region pins nothing", PagingCases::pinsNothing),
                line("ODP-write", "a WRITE brings the pages back that it needs", PagingCases::write),
                line("ODP-read", "so does a READ", PagingCases::read),
                line("ODP-send", "so do a SEND and the receive it goes to", PagingCases::send),
                line("ODP-atomic", "an atomic meets a missing page and is executed once", PagingCases::atomic)
                        .needing(Requirement.ATOMICS),
                line("ODP-swap", "keys stay valid while pages come and go", PagingCases::again),
                line("ODP-local", "what is not mapped fails the request that needs it", PagingCases::local, "O2"),
                line("ODP-remote", "and a peer's, which learns only that", PagingCases::remote, "O2"),
                line("ODP-window", "a window works over memory that is paged", PagingCases::window)
                        .needing(Requirement.WINDOWS),
                line("ODP-rereg", "a rereg makes a new region: its old key is dead", PagingCases::rereg)
                        .needing(Requirement.REREG),
                line("ODP-wrap", "a range that wraps is refused", PagingCases::wrap, "ODP-2"),
                implicit("ODP-implicit", "all of the address space under one key", PagingCases::whole),
                implicit("ODP-iova", "it has no addresses of its own", PagingCases::iova, "ODP-3"),
                implicit("ODP-huge", "and no huge pages", PagingCases::huge, "ODP-5"),
                line("ADV-fault", "advice brings pages in", PagingCases::prefetch),
                line("ADV-advice", "unknown advice", b -> advice(b, 9, FLUSH, Errno.EOPNOTSUPP, "ADV-2"), "ADV-2"),
                line("ADV-flags", "unknown flags", b -> advice(b, 0, 2, EINVAL, "ADV-3"), "ADV-3"),
                line("ADV-empty", "advice about nothing", PagingCases::nothing, "ADV-4"),
                line("ADV-key", "a key that does not exist", PagingCases::key, "ADV-5"),
                line("ADV-pinned", "a region that is pinned", PagingCases::pinned, "ADV-5")
                        .settling(28),
                line("ADV-window", "a window's key", PagingCases::windowKey, "ADV-6")
                        .needing(Requirement.WINDOWS),
                line("ADV-pd", "a region of another PD", PagingCases::otherPd, "ADV-7")
                        .settling(28),
                line("ADV-write", "to be written, without LOCAL_WRITE", PagingCases::readOnly, "ADV-8"),
                line("ADV-range", "a range outside of its region", PagingCases::outside, "ADV-9")
                        .settling(28),
                line("ADV-unmapped", "memory that is not mapped", PagingCases::unmapped));
    }

    private static ConformanceCase line(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules).needing(Requirement.ODP);
    }

    private static ConformanceCase implicit(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules).needing(Requirement.ODP_IMPLICIT);
    }

    private static ProcessMemory memory(CaseHost host) {
        return host.machine().process().memory();
    }

    private static void swapOut(CaseHost host) {
        memory(host).swapOut(host.memory().address(), CaseHost.MEMORY_BYTES, true);
    }

    private static void pinsNothing(CaseBench b) {
        long before = memory(b.bob()).pinnedPages();
        b.bob().register(OPEN);
        b.expect().same("pinned pages", before, memory(b.bob()).pinnedPages());
    }

    /** A region of bob over pages that no other region pins. */
    private static MemoryRegion fresh(CaseBench b) {
        b.bob().region().close();
        MemoryRegion region = b.bob().register(OPEN);
        swapOut(b.bob());
        return region;
    }

    private static void write(CaseBench b) {
        MemoryRegion region = fresh(b);
        b.expect().succeeds("write", b.atAlice().write(region.remote().slice(100, 2 * CaseSteps.PAGE)));
        b.expect().landed(100, 2 * CaseSteps.PAGE);
    }

    private static void read(CaseBench b) {
        MemoryRegion region = fresh(b);
        b.expect().succeeds("read", b.atAlice().read(region.remote().slice(0, 3 * CaseSteps.PAGE)));
        b.expect().fetched(3 * CaseSteps.PAGE);
    }

    private static void send(CaseBench b) {
        MemoryRegion region = fresh(b);
        long receive = b.atBob().receive(region.slice(8, 2 * CaseSteps.PAGE));
        b.expect().succeeds("send", b.atAlice().send(2 * CaseSteps.PAGE));
        b.expect().succeeds("receive", b.bob().await(receive));
        b.expect().landed(8, 2 * CaseSteps.PAGE);
    }

    private static void atomic(CaseBench b) {
        MemoryRegion region = fresh(b);
        b.bob().memory().putLong(CaseSteps.PAGE, 40);
        swapOut(b.bob());
        RemoteBuffer counter = region.remote().slice(CaseSteps.PAGE, Long.BYTES);
        b.expect().succeeds("add", b.atAlice().add(counter));
        long once = b.bob().memory().getLong(CaseSteps.PAGE) - 40;
        swapOut(b.bob());
        b.expect().succeeds("add again", b.atAlice().add(counter));
        b.expect().same("twice as much", 2 * once, b.bob().memory().getLong(CaseSteps.PAGE) - 40);
    }

    private static void again(CaseBench b) {
        MemoryRegion region = fresh(b);
        int key = region.rkey();
        for (int page = 0; page < 3; page++) {
            b.expect().succeeds("write", b.atAlice().write(region.remote().slice((long) page * CaseSteps.PAGE, 64)));
            swapOut(b.bob());
        }
        b.expect().sameKey("the key", key, region.rkey());
    }

    /** A region whose memory is gone. */
    private static MemoryRegion unmappedRegion(CaseBench b) {
        Memory gone = b.bob().context().allocate(CaseSteps.PAGE);
        MemoryRegion region = b.bob().pd().regMr(gone, OPEN);
        gone.free();
        return region;
    }

    private static void local(CaseBench b) {
        MemoryRegion region = unmappedRegion(b);
        End bob = b.atBob();
        b.expect()
                .refusedInSilence(
                        "send",
                        "O2",
                        "MEM-6",
                        WcStatus.LOC_PROT_ERR,
                        () -> bob.sendFrom(region.lkey(), region.address(), 64));
    }

    private static void remote(CaseBench b) {
        RemoteBuffer target = unmappedRegion(b).remote().slice(0, 64);
        b.expect()
                .refusedInSilence(
                        "write",
                        "O2",
                        "MEM-6",
                        WcStatus.REM_ACCESS_ERR,
                        () -> b.atAlice().write(target));
    }

    private static void window(CaseBench b) {
        MemoryRegion region = fresh(b);
        var window = b.window(MwType.TYPE_1);
        MemorySlice range = region.slice(CaseSteps.PAGE, CaseSteps.PAGE);
        b.expect().succeeds("bind", window.bind(b.atBob(), range, REMOTE_WRITE));
        swapOut(b.bob());
        b.expect().succeeds("write", b.atAlice().write(window.mw().remote(range.address(), 64)));
        b.expect().landed(CaseSteps.PAGE, 64);
    }

    private static void rereg(CaseBench b) {
        MemoryRegion region = b.bob().register(OPEN);
        RemoteBuffer old = region.remote().slice(0, 64);
        region.changeAccess(LOCAL_WRITE, REMOTE_WRITE, ON_DEMAND);
        b.expect().holds("a new key", region.rkey() != old.rkey());
        swapOut(b.bob());
        b.expect().succeeds("write", b.atAlice().write(region.remote().slice(0, 64)));
        b.expect().landed(0, 64);
    }

    private static void wrap(CaseBench b) {
        CaseHost bob = b.bob();
        long length = -bob.memory().address();
        b.expect()
                .refusedCall(
                        "reg_mr",
                        "ODP-2",
                        EOVERFLOW,
                        () -> bob.pd().regMr(bob.memory(), 0, length, LOCAL_WRITE, ON_DEMAND));
    }

    private static void whole(CaseBench b) {
        b.bob().region().close();
        MemoryRegion all = b.bob().pd().regImplicit(LOCAL_WRITE, REMOTE_WRITE);
        b.expect().same("iova", 0L, all.address());
        b.expect().same("length", -1L, all.length());
        RemoteBuffer target = all.remote().slice(b.bob().memory().address() + 100, 2 * CaseSteps.PAGE);
        b.expect().succeeds("write", b.atAlice().write(target));
        b.expect().landed(100, 2 * CaseSteps.PAGE);
    }

    private static void register(CaseBench b, String rule, long iova, AccessFlag... more) {
        int access = AccessFlag.mask(more) | LOCAL_WRITE.bit() | ON_DEMAND.bit();
        var calls = b.bob().systemCalls();
        int pd = calls.pds().allocate(Udata.none());
        b.expect().refusedCall("reg_mr", rule, EINVAL, () -> calls.mrs().register(pd, 0, -1, iova, access));
        calls.close();
    }

    private static void iova(CaseBench b) {
        register(b, "ODP-3", CaseSteps.PAGE);
    }

    private static void huge(CaseBench b) {
        register(b, "ODP-5", 0, HUGETLB);
    }

    private static void prefetch(CaseBench b) {
        MemoryRegion region = fresh(b);
        CaseHost bob = b.bob();
        long before = memory(bob).swappedPages();
        bob.pd().adviseMr(PREFETCH_NO_FAULT, region.slice(0, CaseSteps.PAGE));
        b.expect().same("pages in swap", before, memory(bob).swappedPages());
        bob.pd().adviseMr(PREFETCH_WRITE, region.slice(0, 2 * CaseSteps.PAGE));
        b.expect().same("pages in swap", before - 2, memory(bob).swappedPages());
        b.expect().succeeds("write", b.atAlice().write(region.remote().slice(0, 64)));
        b.expect().landed(0, 64);
    }

    private static void advice(CaseBench b, int advice, int flags, Errno errno, String rule) {
        MemoryRegion region = b.bob().register(OPEN);
        AdvisedRange range = new AdvisedRange(region.lkey(), region.address(), 64);
        b.expect().refusedCall("advise_mr", rule, errno, () -> b.bob().pd().adviseMr(advice, flags, List.of(range)));
    }

    private static void nothing(CaseBench b) {
        b.expect().refusedCall("advise_mr", "ADV-4", EINVAL, () -> b.bob().pd().adviseMr(PREFETCH));
    }

    private static void refused(CaseBench b, String rule, Errno errno, int lkey, long address, MrAdvice advice) {
        AdvisedRange range = new AdvisedRange(lkey, address, 64);
        b.expect()
                .refusedCall(
                        "advise_mr", rule, errno, () -> b.bob().pd().adviseMr(advice.code(), FLUSH, List.of(range)));
        boolean isChecked = errno != Errno.EFAULT;
        if (isChecked) {
            b.expect()
                    .refusedCall(
                            "without FLUSH",
                            rule,
                            errno,
                            () -> b.bob().pd().adviseMr(advice.code(), 0, List.of(range)));
        }
    }

    private static void key(CaseBench b) {
        MemoryRegion region = b.bob().register(OPEN);
        refused(b, "ADV-5", Errno.ENOENT, MemoryKey.next(region.lkey()), region.address(), PREFETCH);
    }

    private static void pinned(CaseBench b) {
        MemoryRegion region = b.bob().register(LOCAL_WRITE);
        refused(b, "ADV-5", Errno.ENOENT, region.lkey(), region.address(), PREFETCH);
    }

    private static void windowKey(CaseBench b) {
        refused(b, "ADV-6", EINVAL, b.window(MwType.TYPE_1).key(), 0, PREFETCH);
    }

    private static void otherPd(CaseBench b) {
        MemoryRegion region = b.bob().otherPd().regMr(b.bob().memory(), LOCAL_WRITE, ON_DEMAND);
        refused(b, "ADV-7", Errno.EPERM, region.lkey(), region.address(), PREFETCH);
    }

    private static void readOnly(CaseBench b) {
        MemoryRegion region = b.bob().register(REMOTE_READ, ON_DEMAND);
        refused(b, "ADV-8", Errno.EPERM, region.lkey(), region.address(), PREFETCH_WRITE);
        b.expect().works("PREFETCH", () -> b.bob().pd().adviseMr(PREFETCH, region.slice(0, 64)));
    }

    private static void outside(CaseBench b) {
        MemoryRegion region = b.bob().register(OPEN);
        refused(b, "ADV-9", Errno.EFAULT, region.lkey(), region.address() + region.length() - 63, PREFETCH);
    }

    private static void unmapped(CaseBench b) {
        MemorySlice piece = unmappedRegion(b).slice(0, 64);
        b.expect()
                .refusedCall(
                        "advise_mr", "MEM-6", Errno.EFAULT, () -> b.bob().pd().adviseMr(PREFETCH, piece));
        b.expect().works("NO_FAULT", () -> b.bob().pd().adviseMr(PREFETCH_NO_FAULT, piece));
    }
}
