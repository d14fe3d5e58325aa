package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.Errno.EINVAL;
import static dev.fenestra.ib.core.vocabulary.Errno.EOPNOTSUPP;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.Buf;
import dev.fenestra.uverbs.memory.DmaBuf;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MrInitAttributes;
import java.util.List;

/** Hosts with encrypted memory: their PDs, queues and regions use memory that they share with their devices. */
final class GuestCases {
    private static final AccessFlag[] OPEN = {LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ};

    private GuestCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                line("CC-use", "a peer writes and reads a buffer that a guest shares", GuestCases::use),
                line("CC-two", "two regions of one buffer are two", BufCases::two),
                line("CC-range", "a region lies inside of the buffer", BufCases::range, "BUF-3"),
                line("CC-pd", "a buffer is registered in its own PD", BufCases::otherPd, "BUF-2"),
                line("CC-iova", "a region of a dma-buf is at the buffer's address", GuestCases::iova, "BUF-4"),
                line("CC-export", "the buffer's dma-buf is exported and imported", GuestCases::export),
                line("CC-address", "private memory is not registered", GuestCases::byAddress, "CC-1"),
                line("CC-queue", "queues do not lie in private memory", GuestCases::queue, "CC-2"),
                line("CC-import", "a private dma-buf is not imported", GuestCases::importPrivate, "CC-3"));
    }

    private static ConformanceCase line(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules).needing(Requirement.CONFIDENTIAL);
    }

    private static void use(CaseBench b) {
        CaseHost bob = b.bob();
        b.expect()
                .holds(
                        "CC_DMA_BOUNCE is announced",
                        bob.context().deviceAttributes().can(DeviceCapability.CC_DMA_BOUNCE));
        Buf buf = bob.pd().allocBuf(CaseSteps.PAGE + 1);
        MemoryRegion region = bob.pd().regBufMr(buf, OPEN);
        BufCases.writeAndRead(b, buf, region, 0);
        b.expect().works("dereg_mr", region::close);
        b.expect().works("free_buf", buf::close);
    }

    private static void iova(CaseBench b) {
        Buf buf = b.bob().pd().allocBuf(CaseSteps.PAGE);
        MrInitAttributes asked = MrInitAttributes.of(CaseSteps.PAGE, OPEN)
                .withBuf(buf)
                .withAddress(buf.address())
                .withIova(0);
        b.expect().refusedCall("reg_mr_ex", "BUF-4", EINVAL, () -> b.bob().pd().regMrEx(asked));
    }

    private static void export(CaseBench b) {
        Buf buf = b.bob().pd().allocBuf(CaseSteps.PAGE);
        DmaBuf file = buf.exportDmaBuf();
        MemoryRegion region = b.bob().pd().regDmaBufMr(file, 0, CaseSteps.PAGE, 0, OPEN);
        BufCases.writeAndRead(b, buf, region, 0);
        b.expect().works("free_buf", buf::close);
        b.expect().succeeds("write", b.atAlice().write(region.remote().slice(0, 64)));
        b.expect().same("the dma-buf's first byte", b.alice().fill(), file.get(0, 1)[0]);
    }

    private static void byAddress(CaseBench b) {
        Memory memory = b.bob().context().allocate(CaseSteps.PAGE);
        b.expect().refusedCall("reg_mr", "CC-1", EOPNOTSUPP, () -> b.bob().pd().regMr(memory, LOCAL_WRITE));
        b.expect()
                .refusedCall(
                        "shared",
                        "CC-1",
                        EOPNOTSUPP,
                        () -> b.bob().pd().regMr(b.bob().memory(), LOCAL_WRITE));
    }

    private static void queue(CaseBench b) {
        b.expect().refusedCall("create_cq", "CC-2", EOPNOTSUPP, () -> b.bob().createCq(8));
    }

    private static void importPrivate(CaseBench b) {
        DmaBuf file = b.bob().context().process().exportDmaBuf(CaseSteps.PAGE);
        b.expect()
                .refusedCall(
                        "reg_dmabuf_mr",
                        "CC-3",
                        EOPNOTSUPP,
                        () -> b.bob().pd().regDmaBufMr(file, 0, CaseSteps.PAGE, 0, OPEN));
    }
}
