package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.Errno.ENOENT;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_PROT_ERR;

import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Limit;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.memory.ReregError;
import dev.fenestra.uverbs.memory.ReregException;
import dev.fenestra.uverbs.request.RdmaRead;
import java.util.ArrayList;
import java.util.List;

/** The cases of the kit's mr_test. */
final class KitRegions {
    private static final int STALE = 9999;
    private static final int READS = 32;

    private KitRegions() {}

    static List<ConformanceCase> all() {
        return List.of(
                region("MrTest.RegisterMemory", "a region is what was asked for", KitRegions::register),
                region("MrTest.DeregInvalidMr", "a stale handle is refused", KitRegions::staleHandle, "HND-2"),
                region(
                                "MrTest.ReregMrChangeAddress",
                                "a new translation is seen in address and length",
                                KitRegions::newAddress)
                        .needing(Requirement.REREG),
                region("MrTest.ReregMrInvalidPermission", "refused rights are ERR_CMD", KitRegions::badRights, "REG-2")
                        .needing(Requirement.REREG),
                region("MrTest.ReregMrInvalidBuffer", "length 0 is ERR_INPUT", KitRegions::noBuffer, "RRG-6")
                        .needing(Requirement.REREG),
                region(
                        "MrLoopbackTest.OutstandingRead",
                        "a landing buffer may be deregistered under READs",
                        KitRegions::outstanding,
                        "L1"));
    }

    private static ConformanceCase region(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules);
    }

    private static void register(CaseBench b) {
        MemoryRegion region = b.bob().pd().regMr(b.bob().memory(), 64, 128, LOCAL_WRITE);
        b.expect().same("pd", b.bob().pd(), region.pd());
        b.expect().same("address", b.bob().memory().address() + 64, region.address());
        b.expect().same("length", 128L, region.length());
        b.expect().works("dereg_mr", region::close);
    }

    private static void staleHandle(CaseBench b) {
        KernelContext kernel = b.bob().systemCalls();
        b.expect().refusedCall("dereg_mr", "HND-2", ENOENT, () -> kernel.mrs().deregister(STALE));
    }

    private static void newAddress(CaseBench b) {
        MemoryRegion region = b.bob().openRegion();
        Memory other = b.bob().context().allocate(8192);
        b.expect().works("rereg_mr", () -> region.changeTranslation(other, 0, 8192));
        b.expect().same("address", other.address(), region.address());
        b.expect().same("length", other.length(), region.length());
    }

    private static void badRights(CaseBench b) {
        MemoryRegion region = b.bob().openRegion();
        b.expect().same("rereg_mr", ReregError.ERR_CMD, error(() -> region.changeAccess(REMOTE_WRITE)));
        b.expect().broke("REG-2");
    }

    private static void noBuffer(CaseBench b) {
        MemoryRegion region = b.bob().openRegion();
        b.expect()
                .same(
                        "rereg_mr",
                        ReregError.ERR_INPUT,
                        error(() -> region.changeTranslation(b.bob().memory(), 0, 0)));
        b.expect().broke("RRG-6");
    }

    private static Object error(Runnable rereg) {
        try {
            rereg.run();
            return "success";
        } catch (ReregException refused) {
            return refused.error();
        }
    }

    /**
     * Alice's device executes the requests and the command in turn: the first READs are complete when the region is
     * deregistered.
     */
    private static void outstanding(CaseBench b) {
        RemoteBuffer source = b.bob().register(REMOTE_READ).remote().slice(0, 4096);
        MemoryRegion landing = b.alice().openRegion();
        b.expect()
                .succeeds("a READ before", b.atAlice().attempt(RdmaRead.of(b.wrId(), source, landing.slice(0, 4096))));
        List<RdmaRead> reads = new ArrayList<>();
        for (int i = 0; i < b.alice().most(Limit.REQUESTS, READS); i++) {
            reads.add(RdmaRead.of(b.wrId(), source, landing.slice(0, 4096)));
        }
        b.atAlice().post(reads.toArray(RdmaRead[]::new));
        b.expect().works("dereg_mr", landing::close);
        List<WcStatus> statuses = reads.stream()
                .map(read -> b.atAlice().await(read.wrId()).status())
                .filter(status -> status != WcStatus.SUCCESS)
                .distinct()
                .toList();
        b.expect().same("READs after", List.of(LOC_PROT_ERR, WcStatus.WR_FLUSH_ERR), statuses);
        b.expect().broke("L1");
    }
}
