package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.Errno.EBUSY;
import static dev.fenestra.ib.core.vocabulary.Errno.EINVAL;
import static dev.fenestra.ib.core.vocabulary.Errno.ENODATA;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.memory.Buf;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MrInitAttributes;
import java.util.List;

/** Buffers that the library allocates for a PD. */
final class BufCases {
    private static final int BYTES = 2 * CaseSteps.PAGE;
    private static final AccessFlag[] OPEN = {LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ};

    private BufCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                ConformanceCase.of("BUF-use", "a peer writes and reads a buffer of the library", BufCases::use),
                ConformanceCase.of("BUF-two", "two regions of one buffer are two", BufCases::two),
                ConformanceCase.of("BUF-length", "a buffer has bytes", BufCases::length)
                        .breaking("BUF-1"),
                ConformanceCase.of("BUF-pd", "it is registered in its own PD", BufCases::otherPd)
                        .breaking("BUF-2"),
                ConformanceCase.of("BUF-range", "a region lies inside of it", BufCases::range)
                        .breaking("BUF-3"),
                ConformanceCase.of("BUF-source", "a mask names its address and no file", BufCases::source)
                        .breaking("BUF-4"),
                ConformanceCase.of("BUF-export", "ordinary memory is not exported", BufCases::export)
                        .breaking("BUF-5"),
                ConformanceCase.of("BUF-held", "it stays while a region is over it, and its PD with it", BufCases::held)
                        .breaking("BUF-6", "BUF-7"));
    }

    /** Of the buffer at bob. */
    static void writeAndRead(CaseBench b, Buf buf, MemoryRegion region, long offset) {
        b.expect().succeeds("write", b.atAlice().write(region.remote().slice(0, 64)));
        b.expect().same("the buffer's byte", b.alice().fill(), buf.get(offset, 1)[0]);
        buf.put(offset, new byte[] {77});
        b.expect().succeeds("read", b.atAlice().read(region.remote().slice(0, 64)));
        b.expect().same("the peer's first byte", (byte) 77, b.alice().memory().get(0, 1)[0]);
        b.alice().memory().put(0, new byte[] {b.alice().fill()});
    }

    private static void use(CaseBench b) {
        Buf buf = b.bob().pd().allocBuf(BYTES);
        b.expect().same("its first byte", (byte) 0, buf.get(0, 1)[0]);
        MemoryRegion region = b.bob().pd().regBufMr(buf, OPEN);
        b.expect().same("the region's address", buf.address(), region.address());
        writeAndRead(b, buf, region, 0);
        b.expect().works("dereg_mr", region::close);
        b.expect().works("free_buf", buf::close);
    }

    static void two(CaseBench b) {
        Buf buf = b.bob().pd().allocBuf(BYTES);
        MemoryRegion first = b.bob().pd().regBufMr(buf, 0, CaseSteps.PAGE, OPEN);
        MemoryRegion second = b.bob().pd().regBufMr(buf, CaseSteps.PAGE, CaseSteps.PAGE, OPEN);
        b.expect().holds("the L_Keys differ", first.lkey() != second.lkey());
        b.expect().same("the second address", buf.address() + CaseSteps.PAGE, second.address());
        writeAndRead(b, buf, second, CaseSteps.PAGE);
        b.expect().same("the first region's last byte", (byte) 0, buf.get(CaseSteps.PAGE - 1, 1)[0]);
        writeAndRead(b, buf, first, 0);
        b.expect().same("the second region's first byte", (byte) 77, buf.get(CaseSteps.PAGE, 1)[0]);
    }

    private static void length(CaseBench b) {
        b.expect().refusedCall("alloc_buf", "BUF-1", EINVAL, () -> b.bob().pd().allocBuf(0));
    }

    static void otherPd(CaseBench b) {
        Buf buf = b.bob().pd().allocBuf(BYTES);
        b.expect()
                .refusedCall(
                        "reg_buf_mr", "BUF-2", EINVAL, () -> b.bob().otherPd().regBufMr(buf, OPEN));
    }

    static void range(CaseBench b) {
        ProtectionDomain pd = b.bob().pd();
        Buf buf = pd.allocBuf(CaseSteps.PAGE);
        b.expect().refusedCall("too long", "BUF-3", EINVAL, () -> pd.regBufMr(buf, 0, BYTES, OPEN));
        b.expect().refusedCall("beyond", "BUF-3", EINVAL, () -> pd.regBufMr(buf, CaseSteps.PAGE, CaseSteps.PAGE, OPEN));
        b.expect().refusedCall("before", "BUF-3", EINVAL, () -> pd.regBufMr(buf, -1, 1, OPEN));
        b.expect().refusedCall("wrapping", "BUF-3", EINVAL, () -> pd.regBufMr(buf, 1, -1, OPEN));
    }

    private static void source(CaseBench b) {
        ProtectionDomain pd = b.bob().pd();
        Buf buf = pd.allocBuf(CaseSteps.PAGE);
        MrInitAttributes asked = MrInitAttributes.of(CaseSteps.PAGE, OPEN).withBuf(buf);
        b.expect().refusedCall("no address", "BUF-4", EINVAL, () -> pd.regMrEx(asked));
        b.expect()
                .refusedCall(
                        "a file",
                        "BUF-4",
                        EINVAL,
                        () -> pd.regMrEx(asked.withAddress(buf.address()).withDescriptor(3)));
    }

    private static void export(CaseBench b) {
        Buf buf = b.bob().pd().allocBuf(CaseSteps.PAGE);
        b.expect().refusedCall("export_buf_dmabuf_fd", "BUF-5", ENODATA, buf::exportDmaBuf);
    }

    private static void held(CaseBench b) {
        ProtectionDomain pd = b.bob().context().allocPd();
        Buf buf = pd.allocBuf(CaseSteps.PAGE);
        MemoryRegion region = pd.regBufMr(buf, OPEN);
        b.expect().refusedCall("free_buf", "BUF-6", EBUSY, buf::close);
        b.expect().works("dereg_mr", region::close);
        b.expect().refusedCall("dealloc_pd", "BUF-7", EBUSY, pd::close);
        b.expect().works("free_buf", buf::close);
        b.expect().works("dealloc_pd", pd::close);
    }
}
