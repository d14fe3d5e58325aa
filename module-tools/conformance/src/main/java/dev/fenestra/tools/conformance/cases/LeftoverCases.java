package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ON_DEMAND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ZERO_BASED;

import dev.fenestra.ib.core.kernel.host.Process;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.handles.SrqSpec;
import dev.fenestra.uverbs.handles.XrcDomain;
import dev.fenestra.uverbs.memory.DeviceMemory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.PageList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What an object took of its host is there again when the object is gone: memory of the kernel and of the process, and
 * pins. A provider may keep memory for the next object. So a case makes and destroys the same object many times, and
 * the host's use must not go on growing.
 */
final class LeftoverCases {
    /** A mailbox of 64 bytes that is lost each time takes four pages more. */
    private static final int ROUNDS = 256;

    private static final int WARM_UP = 64;
    private static final Gid GROUP = Gid.ofIpv4(0xe100_0001);

    private LeftoverCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                left(
                        "LEFT-pd",
                        "a PD leaves nothing behind",
                        b -> b.bob().context().allocPd().close()),
                left("LEFT-ah", "an address handle neither", LeftoverCases::pathTo)
                        .needing(Requirement.UD),
                left(
                        "LEFT-mr",
                        "nor a region",
                        b -> b.bob().register(LOCAL_WRITE).close()),
                left("LEFT-rereg", "nor a region that changes", LeftoverCases::changed)
                        .needing(Requirement.REREG),
                left("LEFT-odp", "nor a region that is paged", LeftoverCases::paged)
                        .needing(Requirement.ODP),
                left("LEFT-fast", "nor a region with its list of pages", LeftoverCases::fast)
                        .needing(Requirement.FAST_REGIONS),
                left("LEFT-dm", "nor memory of the device", LeftoverCases::deviceMemory)
                        .needing(Requirement.DEVICE_MEMORY),
                left("LEFT-mw", "nor a window that was bound", LeftoverCases::window)
                        .needing(Requirement.WINDOWS),
                left("LEFT-cq", "nor a CQ", b -> b.bob().createCq(16).close()),
                left("LEFT-cq-resize", "nor a CQ of another size", LeftoverCases::resizedCq)
                        .needing(Requirement.RESIZE_CQ),
                left("LEFT-qp", "nor a QP", b -> b.bob().createQp(b.bob().pd()).close()),
                left("LEFT-qp-used", "nor a QP that was connected", LeftoverCases::used),
                left("LEFT-qp-refused", "nor one that is refused", LeftoverCases::refusedQp),
                left("LEFT-ud", "nor a UD QP of a group", LeftoverCases::member)
                        .needing(Requirement.UD, Requirement.MULTICAST),
                left("LEFT-srq", "nor an SRQ", b -> b.bob().createSrq(16).close())
                        .needing(Requirement.SRQ),
                left("LEFT-srq-resize", "nor an SRQ of another size", LeftoverCases::resizedSrq)
                        .needing(Requirement.SRQ, Requirement.SRQ_RESIZE),
                left("LEFT-srq-refused", "nor one that is refused", LeftoverCases::refusedSrq)
                        .needing(Requirement.SRQ),
                left("LEFT-xrc", "nor an XRC domain with its SRQ and its target", LeftoverCases::xrc)
                        .needing(Requirement.XRC),
                left("LEFT-process", "nor a process that ends with all that it had", LeftoverCases::process));
    }

    private static ConformanceCase left(String id, String title, Consumer<CaseBench> visit) {
        return ConformanceCase.of(id, title, b -> stays(b, visit));
    }

    /** What the objects of a host take of it. */
    private record Use(long frames, long pins) {
        static Use of(CaseBench b) {
            return new Use(
                    b.bob().machine().kernel().memory().usedFrames(),
                    b.bob().machine().process().memory().pinnedPages());
        }
    }

    private static void stays(CaseBench b, Consumer<CaseBench> visit) {
        repeat(WARM_UP, b, visit);
        Use before = Use.of(b);
        repeat(ROUNDS, b, visit);
        Use between = Use.of(b);
        repeat(ROUNDS, b, visit);
        Use after = Use.of(b);
        b.expect().note("made and closed", WARM_UP + 2 * ROUNDS);
        b.expect().same("pages pinned", before.pins(), after.pins());
        boolean grows = before.frames() < between.frames() && between.frames() < after.frames();
        b.expect()
                .same("pages of the host that were not given back", 0L, grows ? after.frames() - before.frames() : 0L);
    }

    private static void repeat(int times, CaseBench b, Consumer<CaseBench> visit) {
        for (int i = 0; i < times; i++) {
            visit.accept(b);
        }
    }

    private static void pathTo(CaseBench b) {
        b.bob().pd().createAh(b.alice().context().gid(0)).close();
    }

    private static void changed(CaseBench b) {
        MemoryRegion region = b.bob().register(LOCAL_WRITE);
        region.changeAccess(LOCAL_WRITE, REMOTE_WRITE);
        region.changeTranslation(b.bob().memory(), 0, 4096);
        region.close();
    }

    private static void paged(CaseBench b) {
        MemoryRegion region = b.bob().register(LOCAL_WRITE, REMOTE_WRITE, ON_DEMAND);
        b.expect().succeeds("write", b.atAlice().write(region.remote().slice(0, 8)));
        region.close();
    }

    private static void fast(CaseBench b) {
        PageList pages = b.bob().pd().listPages(b.bob().memory());
        b.bob().pd().allocMr(pages.size()).close();
        pages.close();
    }

    private static void deviceMemory(CaseBench b) {
        long most = b.bob().context().deviceAttributes().memory().maxDmSize();
        DeviceMemory memory = b.bob().context().allocDm(most);
        b.bob().pd().regDmMr(memory, 0, 64, ZERO_BASED, LOCAL_WRITE).close();
        memory.close();
    }

    private static void window(CaseBench b) {
        CaseWindow window = b.window(MwType.TYPE_1);
        b.expect().succeeds("bind", window.bind(b.atBob(), b.bob().slice(0, 64), REMOTE_WRITE));
        window.mw().close();
    }

    private static void resizedCq(CaseBench b) {
        CompletionQueue cq = b.bob().createCq(8);
        cq.resize(16);
        cq.resize(4);
        cq.close();
    }

    private static void used(CaseBench b) {
        QueuePair qp = b.bob().createQp(b.bob().pd());
        qp.connect(b.atAlice().qp().endpoint());
        qp.postRecv(b.wrId(), b.bob().slice(0, 8));
        qp.query();
        qp.close();
    }

    private static void refusedQp(CaseBench b) {
        CaseHost bob = b.bob();
        QpSpec tooMuch = QpSpec.rc(bob.cq(), bob.cq())
                .maxSge(bob.context().deviceAttributes().maxSge() + 1);
        isRefused(() -> bob.pd().createQp(tooMuch));
    }

    private static void member(CaseBench b) {
        QueuePair qp = b.bob().createUdQp();
        qp.attachMulticast(GROUP);
        qp.detachMulticast(GROUP);
        qp.close();
    }

    private static void resizedSrq(CaseBench b) {
        SharedReceiveQueue srq = b.bob().createSrq(8);
        srq.resize(16);
        int tooMany = b.bob().context().deviceAttributes().srqs().maxWr() + 1;
        isRefused(() -> srq.resize(tooMany));
        srq.query();
        srq.close();
    }

    private static void refusedSrq(CaseBench b) {
        int tooMany = b.bob().context().deviceAttributes().srqs().maxSge() + 1;
        isRefused(() -> b.bob().pd().createSrq(SrqSpec.of(1).maxSge(tooMany)));
    }

    private static void xrc(CaseBench b) {
        XrcDomain domain = b.bob().context().openXrcDomain();
        SharedReceiveQueue srq = b.bob().pd().createXrcSrq(domain, b.bob().cq(), SrqSpec.of(8));
        domain.createTarget().close();
        srq.close();
        domain.close();
    }

    /** The kernel destroys what the process leaves. */
    private static void process(CaseBench b) {
        Process process = b.bob().machine().kernel().createProcess("short-lived");
        Context context = Context.open(process, b.bob().context().device());
        ProtectionDomain pd = context.allocPd();
        CompletionQueue cq = context.createCq(4);
        pd.regMr(context.allocate(4096), LOCAL_WRITE);
        pd.createQp(QpSpec.rc(cq, cq).maxSend(4).maxRecv(4).maxSge(1).maxInline(0));
        process.close();
    }

    private static void isRefused(Runnable call) {
        try {
            call.run();
        } catch (VerbsException expected) {
            return;
        }
        throw new IllegalStateException("the call was not refused");
    }
}
