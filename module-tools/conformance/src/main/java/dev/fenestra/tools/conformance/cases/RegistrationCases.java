package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.FLUSH_GLOBAL;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.FLUSH_PERSISTENT;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.HUGETLB;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ON_DEMAND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.RELAXED_ORDERING;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_ATOMIC;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ZERO_BASED;
import static dev.fenestra.ib.core.vocabulary.Errno.EFAULT;
import static dev.fenestra.ib.core.vocabulary.Errno.EINVAL;
import static dev.fenestra.ib.core.vocabulary.Errno.EOPNOTSUPP;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.List;

/** Registration: which flags and ranges are accepted, and what the region then allows. */
final class RegistrationCases {
    private static final long IOVA = 0x7000_0000_0000L;

    private RegistrationCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                ConformanceCase.of("REG-A1", "REMOTE_WRITE needs LOCAL_WRITE", b -> refused(b, REMOTE_WRITE))
                        .breaking("REG-2"),
                ConformanceCase.of("REG-A2", "REMOTE_ATOMIC needs LOCAL_WRITE", b -> refused(b, REMOTE_ATOMIC))
                        .breaking("REG-2"),
                ConformanceCase.of("REG-A3", "REMOTE_READ and MW_BIND need nothing else", RegistrationCases::readOnly),
                notOffered("REG-A4", ON_DEMAND).needing(Requirement.NO_ODP),
                notOffered("REG-A5", FLUSH_GLOBAL).needing(Requirement.NO_FLUSH),
                notOffered("REG-A6", FLUSH_PERSISTENT).needing(Requirement.NO_FLUSH),
                notOffered("REG-A7", HUGETLB).needing(Requirement.NO_ODP),
                ConformanceCase.of("REG-A8", "RELAXED_ORDERING changes no visible result", RegistrationCases::relaxed),
                ConformanceCase.of("REG-B1", "a region has at least one page", RegistrationCases::noBytes)
                        .breaking("MEM-4")
                        .settling(24),
                ConformanceCase.of("REG-B2", "a region is at most max_mr_size", b -> range(b, -1, EINVAL, "REG-5"))
                        .breaking("REG-5"),
                ConformanceCase.of("REG-B3", "all of the range is mapped", b -> range(b, 1L << 30, EFAULT, "MEM-6"))
                        .breaking("MEM-6"),
                ConformanceCase.of("REG-C1", "address and iova agree in the page offset", RegistrationCases::pageOffset)
                        .breaking("REG-1"),
                ConformanceCase.of("REG-C2", "the page offset is checked before the flags", RegistrationCases::order)
                        .breaking("REG-1"),
                ConformanceCase.of("REG-C3", "a region is named by its iova alone", RegistrationCases::iova)
                        .breaking("R6"),
                ConformanceCase.of("REG-C4", "a zero-based region is one of iova 0", RegistrationCases::zeroBased)
                        .breaking("R6"),
                ConformanceCase.of(
                                "REG-D1", "memory registered twice has keys and rights twice", RegistrationCases::twice)
                        .breaking("R4"),
                ConformanceCase.of(
                        "REG-D2", "registration pins pages and deregistration lets go", RegistrationCases::pins));
    }

    private static ConformanceCase notOffered(String id, AccessFlag flag) {
        return ConformanceCase.of(
                        id,
                        flag + " is refused by a device without it",
                        b -> b.expect()
                                .refusedCall(
                                        "reg_mr",
                                        "REG-4",
                                        EOPNOTSUPP,
                                        () -> b.bob().register(LOCAL_WRITE, flag)))
                .breaking("REG-4")
                .settling(15);
    }

    private static void refused(CaseBench b, AccessFlag flag) {
        b.expect().refusedCall("reg_mr", "REG-2", EINVAL, () -> b.bob().register(flag));
    }

    private static void readOnly(CaseBench b) {
        MemoryRegion region = b.bob().register(REMOTE_READ, MW_BIND);
        b.expect().succeeds("read", b.atAlice().read(region.remote().slice(0, 64)));
        b.expect().fetched(64);
    }

    private static void relaxed(CaseBench b) {
        MemoryRegion region = b.bob().register(LOCAL_WRITE, REMOTE_WRITE, RELAXED_ORDERING);
        b.expect().succeeds("write", b.atAlice().write(region.remote().slice(100, 5000)));
        b.expect().landed(100, 5000);
    }

    private static void noBytes(CaseBench b) {
        CaseHost bob = b.bob();
        b.expect().refusedCall("reg_mr", "MEM-4", EINVAL, () -> bob.pd().regMr(bob.memory(), 0, 0, LOCAL_WRITE));
        MemoryRegion inside = bob.pd().regMr(bob.memory(), 8, 0, LOCAL_WRITE, REMOTE_WRITE);
        b.expect().same("length", 0L, inside.length());
        b.expect()
                .refusedByPeer(
                        "write of a byte",
                        "R6",
                        () -> b.atAlice().write(new RemoteBuffer(inside.address(), 1, inside.rkey())));
    }

    private static void range(CaseBench b, long length, Errno errno, String rule) {
        CaseHost bob = b.bob();
        b.expect().refusedCall("reg_mr", rule, errno, () -> bob.pd().regMr(bob.memory(), 8, length, LOCAL_WRITE));
    }

    private static void pageOffset(CaseBench b) {
        CaseHost bob = b.bob();
        b.expect()
                .refusedCall(
                        "reg_mr_iova",
                        "REG-1",
                        EINVAL,
                        () -> bob.pd().regMrIova(bob.memory(), 8, 64, IOVA, LOCAL_WRITE));
        b.expect().works("same offset", () -> bob.pd().regMrIova(bob.memory(), 8, 64, IOVA + 8, LOCAL_WRITE));
    }

    private static void order(CaseBench b) {
        CaseHost bob = b.bob();
        b.expect()
                .refusedCall(
                        "reg_mr_iova",
                        "REG-1",
                        EINVAL,
                        () -> bob.pd().regMrIova(bob.memory(), 8, 64, IOVA, REMOTE_WRITE));
    }

    private static void iova(CaseBench b) {
        CaseHost bob = b.bob();
        MemoryRegion region = bob.pd().regMrIova(bob.memory(), 8, 4096, IOVA + 8, LOCAL_WRITE, REMOTE_WRITE);
        b.expect().succeeds("write at the iova", b.atAlice().write(new RemoteBuffer(IOVA + 8, 64, region.rkey())));
        b.expect().landed(8, 64);
        RemoteBuffer virtual = new RemoteBuffer(bob.memory().address() + 8, 64, region.rkey());
        b.expect()
                .refusedByPeer(
                        "write at the virtual address", "R6", () -> b.atAlice().write(virtual));
    }

    private static void zeroBased(CaseBench b) {
        MemoryRegion region = b.bob().register(LOCAL_WRITE, REMOTE_WRITE, ZERO_BASED);
        b.expect().same("address", 0L, region.address());
        b.expect().succeeds("write at 100", b.atAlice().write(new RemoteBuffer(100, 64, region.rkey())));
        b.expect().landed(100, 64);
        RemoteBuffer virtual = new RemoteBuffer(b.bob().memory().address(), 64, region.rkey());
        b.expect()
                .refusedByPeer(
                        "write at the virtual address", "R6", () -> b.atAlice().write(virtual));
    }

    private static void twice(CaseBench b) {
        MemoryRegion writable = b.bob().register(LOCAL_WRITE, REMOTE_WRITE);
        MemoryRegion readable = b.bob().register(REMOTE_READ);
        b.expect().holds("two keys", writable.rkey() != readable.rkey());
        b.expect()
                .succeeds(
                        "write by the first",
                        b.atAlice().write(writable.remote().slice(0, 64)));
        b.expect()
                .succeeds(
                        "read by the second", b.atAlice().read(readable.remote().slice(0, 64)));
        b.expect()
                .refusedByPeer(
                        "write by the second",
                        "R4",
                        () -> b.atAlice().write(readable.remote().slice(0, 64)));
    }

    private static void pins(CaseBench b) {
        long before = b.bob().machine().process().memory().pinnedPages();
        MemoryRegion region = b.bob().register(LOCAL_WRITE);
        b.expect()
                .same(
                        "pages pinned",
                        before + 4,
                        b.bob().machine().process().memory().pinnedPages());
        region.close();
        b.expect()
                .same(
                        "pages pinned after",
                        before,
                        b.bob().machine().process().memory().pinnedPages());
    }
}
