package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ZERO_BASED;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_1;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_2;

import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Limit;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.List;

/** Zero-based windows, windows that overlap, windows over regions with an address of their own. */
final class WindowShapeCases {
    private static final long IOVA = 0x7000_0000_0000L;

    private WindowShapeCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                shape("SHP-1", "a zero-based window counts from its own start", WindowShapeCases::zeroBased)
                        .needing(Requirement.ZERO_BASED_WINDOWS),
                shape("SHP-2", "a zero-based window does not wrap", WindowShapeCases::zeroBasedWrap, "A7")
                        .needing(Requirement.ZERO_BASED_WINDOWS),
                shape("SHP-3", "windows may overlap, each with its own rights", WindowShapeCases::overlap, "A5"),
                shape("SHP-4", "both types may be bound to one region", WindowShapeCases::bothTypes),
                shape("SHP-5", "a window over an iova region goes by the iova", WindowShapeCases::iova, "A7"),
                shape("SHP-6", "the key of the region works beside that of its window", WindowShapeCases::beside),
                shape("SHP-7", "a hundred windows of one region are all distinct", WindowShapeCases::hundred, "A7"),
                shape("SHP-8", "a window may cross pages that lie anywhere", WindowShapeCases::acrossPages)
                        .needing(Requirement.BYTE_WINDOWS),
                shape("SHP-9", "a bind costs no system call and no pin", WindowShapeCases::cost),
                shape("SHP-9-mtt", "a bind writes no translation entry", WindowShapeCases::translationCost)
                        .needing(Requirement.SIMULATED));
    }

    private static ConformanceCase shape(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules).needing(Requirement.WINDOWS);
    }

    private static void zeroBased(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 4992, 3008, REMOTE_WRITE, ZERO_BASED);
        b.expect().same("address", 0L, window.remote().address());
        b.expect().succeeds("write at 10", b.atAlice().write(window.at(10, 64)));
        b.expect().landed(5002, 64);
    }

    private static void zeroBasedWrap(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 4992, 3008, REMOTE_WRITE, ZERO_BASED);
        b.expect().refusedByPeer("write at -8", "A7", () -> b.atAlice().write(window.at(-8, 64)));
    }

    private static void overlap(CaseBench b) {
        CaseWindow writable = b.boundWindow(TYPE_2, 0, 128, REMOTE_WRITE);
        CaseWindow readable = b.boundWindow(TYPE_2, 64, 128, REMOTE_READ);
        b.expect().succeeds("write by the first", b.atAlice().write(writable.at(64, 64)));
        b.expect().succeeds("read by the second", b.atAlice().read(readable.at(0, 64)));
        b.expect().refusedByPeer("write by the second", "A5", () -> b.atAlice().write(readable.at(0, 64)));
    }

    private static void bothTypes(CaseBench b) {
        CaseWindow one = b.boundWindow(TYPE_1, 0, 64, REMOTE_WRITE);
        CaseWindow two = b.boundWindow(TYPE_2, 64, 64, REMOTE_WRITE);
        b.expect().succeeds("type 1", b.atAlice().write(one.remote()));
        b.expect().succeeds("type 2", b.atAlice().write(two.remote()));
        b.expect().landed(0, 128);
    }

    private static void iova(CaseBench b) {
        MemoryRegion region = b.bob().pd().regMrIova(b.bob().memory(), 0, 8192, IOVA, LOCAL_WRITE, MW_BIND);
        CaseWindow window = b.window(TYPE_2);
        b.expect().succeeds("bind", window.bind(b.atBob(), region.slice(4096, 64), REMOTE_WRITE));
        b.expect().same("address", IOVA + 4096, window.remote().address());
        b.expect().succeeds("write", b.atAlice().write(window.remote()));
        b.expect().landed(4096, 64);
        RemoteBuffer virtual = new RemoteBuffer(b.bob().memory().address() + 4096, 64, window.key());
        b.expect()
                .refusedByPeer(
                        "write at the virtual address", "A7", () -> b.atAlice().write(virtual));
    }

    private static void beside(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_1, 0, 64, REMOTE_WRITE);
        b.expect().succeeds("write by the window", b.atAlice().write(window.remote()));
        RemoteBuffer region = b.bob().openRegion().remote();
        b.expect().succeeds("write by the region", b.atAlice().write(region.slice(64, 64)));
        b.expect().landed(0, 128);
    }

    private static void hundred(CaseBench b) {
        CaseWindow last = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        int count = (int) b.bob().most(Limit.WINDOWS, 100);
        for (int i = 1; i < count; i++) {
            last = b.boundWindow(TYPE_2, i * 64L, 64, REMOTE_WRITE);
            b.expect().succeeds("write", b.atAlice().write(last.remote()));
        }
        b.expect().landed(64, (count - 1) * 64L);
        RemoteBuffer past = last.at(64, 1);
        b.expect().refusedByPeer("write past the last", "A7", () -> b.atAlice().write(past));
    }

    private static void acrossPages(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_1, 1, 4 * 4096 - 2, REMOTE_WRITE);
        b.expect().succeeds("write", b.atAlice().writeAll(window.remote()));
        b.expect().landed(1, 4 * 4096 - 2);
    }

    private static void cost(CaseBench b) {
        CaseWindow window = b.window(TYPE_2);
        b.connection();
        long calls = b.bob().machine().process().transitions().total();
        long pinned = b.bob().machine().process().memory().pinnedPages();
        bindOften(b, window);
        b.expect()
                .same(
                        "system calls",
                        0L,
                        b.bob().machine().process().transitions().total() - calls);
        b.expect().same("pages pinned", 0L, b.bob().machine().process().memory().pinnedPages() - pinned);
    }

    private static void translationCost(CaseBench b) {
        CaseWindow window = b.window(TYPE_2);
        long entries = b.bob().machine().counters().mttWritten;
        bindOften(b, window);
        b.expect().same("translation entries", 0L, b.bob().machine().counters().mttWritten - entries);
    }

    private static void bindOften(CaseBench b, CaseWindow window) {
        for (int i = 0; i < 10; i++) {
            b.expect().succeeds("bind", window.bind(b.atBob(), b.bob().slice(0, 8192), REMOTE_WRITE));
            b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(window.key()));
        }
    }
}
