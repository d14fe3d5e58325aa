package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.Errno.EBADF;
import static dev.fenestra.ib.core.vocabulary.Errno.EINVAL;
import static dev.fenestra.ib.core.vocabulary.Errno.EOPNOTSUPP;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.DmaBuf;
import dev.fenestra.uverbs.memory.MemoryRegion;
import java.util.List;

/** Regions of buffers whose pages an exporter may move. */
final class DmaBufCases {
    private static final int BYTES = 4 * CaseSteps.PAGE;
    private static final AccessFlag[] OPEN = {LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ};

    private DmaBufCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                line("DMB-use", "a peer writes and reads it", DmaBufCases::use),
                line("DMB-move", "it does so wherever the exporter has moved the pages", DmaBufCases::move),
                line("DMB-held", "and when the exporter has closed it", DmaBufCases::held),
                line("DMB-offset", "offset and iova agree in the page offset", DmaBufCases::offset, "DMB-2"),
                line("DMB-access", "it has local and remote rights only", DmaBufCases::access, "DMB-3"),
                line("DMB-range", "a region lies inside of the buffer", DmaBufCases::range, "DMB-4"),
                line("DMB-closed", "a closed descriptor names nothing", DmaBufCases::closed, "FD-1"),
                ConformanceCase.of("DMB-none", "a device that imports none says so", DmaBufCases::none)
                        .breaking("DMB-5")
                        .needing(Requirement.NO_DMA_BUFS));
    }

    private static ConformanceCase line(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules).needing(Requirement.DMA_BUFS);
    }

    private static DmaBuf buffer(CaseBench b) {
        return b.bob().context().process().exportDmaBuf(BYTES);
    }

    private static MemoryRegion region(CaseBench b, DmaBuf buffer) {
        return b.bob().pd().regDmaBufMr(buffer, 0, BYTES, 0, OPEN);
    }

    private static void writeAndRead(CaseBench b, DmaBuf buffer, MemoryRegion region, long offset) {
        b.expect().succeeds("write", b.atAlice().write(region.remote().slice(offset, 64)));
        b.expect().same("the buffer's first byte", b.alice().fill(), buffer.get(offset, 1)[0]);
        buffer.put(offset, new byte[] {77});
        b.expect().succeeds("read", b.atAlice().read(region.remote().slice(offset, 64)));
        b.expect().same("the peer's first byte", (byte) 77, b.alice().memory().get(0, 1)[0]);
        b.alice().memory().put(0, new byte[] {b.alice().fill()});
    }

    private static void use(CaseBench b) {
        DmaBuf buffer = buffer(b);
        writeAndRead(b, buffer, region(b, buffer), CaseSteps.PAGE - 32);
    }

    private static void move(CaseBench b) {
        DmaBuf buffer = buffer(b);
        MemoryRegion region = region(b, buffer);
        int key = region.rkey();
        for (int page = 0; page < 3; page++) {
            writeAndRead(b, buffer, region, (long) page * CaseSteps.PAGE);
            buffer.move();
        }
        b.expect().sameKey("the key", key, region.rkey());
        b.expect().same("what was there before", (byte) 77, buffer.get(0, 1)[0]);
    }

    private static void held(CaseBench b) {
        DmaBuf buffer = buffer(b);
        MemoryRegion region = region(b, buffer);
        buffer.close();
        writeAndRead(b, buffer, region, 0);
        b.expect().works("dereg_mr", region::close);
    }

    private static void offset(CaseBench b) {
        DmaBuf buffer = buffer(b);
        b.expect()
                .refusedCall(
                        "reg_dmabuf_mr",
                        "DMB-2",
                        EINVAL,
                        () -> b.bob().pd().regDmaBufMr(buffer, 8, CaseSteps.PAGE, 0, OPEN));
        b.expect()
                .works(
                        "the same offset",
                        () -> b.bob().pd().regDmaBufMr(buffer, 8, CaseSteps.PAGE, CaseSteps.PAGE + 8, OPEN));
    }

    private static void access(CaseBench b) {
        DmaBuf buffer = buffer(b);
        b.expect()
                .refusedCall(
                        "reg_dmabuf_mr",
                        "DMB-3",
                        EINVAL,
                        () -> b.bob().pd().regDmaBufMr(buffer, 0, CaseSteps.PAGE, 0, LOCAL_WRITE, MW_BIND));
    }

    private static void range(CaseBench b) {
        DmaBuf buffer = buffer(b);
        b.expect()
                .refusedCall(
                        "reg_dmabuf_mr",
                        "DMB-4",
                        EINVAL,
                        () -> b.bob().pd().regDmaBufMr(buffer, CaseSteps.PAGE, BYTES, 0, OPEN));
        b.expect()
                .refusedCall(
                        "reg_dmabuf_mr", "DMB-4", EINVAL, () -> b.bob().pd().regDmaBufMr(buffer, 0, 0, 0, OPEN));
    }

    private static void closed(CaseBench b) {
        DmaBuf buffer = buffer(b);
        buffer.close();
        b.expect()
                .refusedCall("reg_dmabuf_mr", "FD-1", EBADF, () -> b.bob().pd().regDmaBufMr(buffer, 0, BYTES, 0, OPEN));
    }

    private static void none(CaseBench b) {
        DmaBuf buffer = buffer(b);
        b.expect()
                .refusedCall(
                        "reg_dmabuf_mr",
                        "DMB-5",
                        EOPNOTSUPP,
                        () -> b.bob().pd().regDmaBufMr(buffer, 0, BYTES, 0, OPEN));
    }
}
