package dev.fenestra.tools.conformance.cases;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.SrqAttributes;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.memory.MemoryRegion;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Resizing a shared receive queue in use ({@code ibv_modify_srq} with {@code IBV_SRQ_MAX_WR}). */
final class SrqResizeCases {
    private static final int ROOM = 32;
    private static final int MORE = 100;
    private static final int BYTES = 16;
    private static final int PLACES = 32;

    private SrqResizeCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                line("SRQ-resize-keep", "receives outlive a resize, in their order", SrqResizeCases::keep),
                line("SRQ-resize-room", "the new size is available, and no more", SrqResizeCases::room),
                line("SRQ-resize-small", "an SRQ keeps room for what is posted", SrqResizeCases::tooSmall),
                line("SRQ-resize-most", "a new room is within the limits", SrqResizeCases::most, "SRQ-2"),
                line("SRQ-resize-limit", "its limit is within a new room", SrqResizeCases::limit, "SRQ-3", "SRQ-5"),
                ConformanceCase.of(
                                "SRQ-resize-none",
                                "an SRQ keeps its size where the device announces no resize",
                                SrqResizeCases::none)
                        .needing(Requirement.SRQ, Requirement.NO_SRQ_RESIZE));
    }

    private static ConformanceCase line(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules).needing(Requirement.SRQ, Requirement.SRQ_RESIZE);
    }

    private static SharedReceiveQueue srq(CaseBench b) {
        return b.bob().createSrq(ROOM);
    }

    private static QpConnection connection(CaseBench b, SharedReceiveQueue srq) {
        return b.connectionTo(b.bob()
                .createQp(b.bob().pd(), QpSpec.rc(b.bob().cq(), b.bob().cq()).srq(srq)));
    }

    /** Posts a receive to one of {@value #PLACES} places; its work request. */
    private static long post(CaseBench b, SharedReceiveQueue srq, int place) {
        long wrId = b.wrId();
        srq.post(wrId, b.bob().slice((long) place % PLACES * BYTES, BYTES));
        return wrId;
    }

    private static List<Long> fill(CaseBench b, SharedReceiveQueue srq, int receives) {
        List<Long> posted = new ArrayList<>();
        for (int i = 0; i < receives; i++) {
            posted.add(post(b, srq, i));
        }
        return posted;
    }

    private static void arrive(CaseBench b, QpConnection connection, List<Long> receives) {
        for (long receive : receives) {
            b.expect().succeeds("send", connection.alice().send(BYTES));
            Completion done = b.bob().await(receive);
            b.expect().succeeds("receive", done);
        }
        b.expect().landed(0, (long) Math.min(receives.size(), PLACES) * BYTES);
    }

    private static void keep(CaseBench b) {
        SharedReceiveQueue srq = srq(b);
        QpConnection connection = connection(b, srq);
        arrive(b, connection, fill(b, srq, 3));
        List<Long> posted = new ArrayList<>(fill(b, srq, PLACES - 1));
        srq.resize(MORE);
        posted.add(post(b, srq, PLACES - 1));
        srq.resize(PLACES);
        arrive(b, connection, posted);
    }

    private static void room(CaseBench b) {
        SharedReceiveQueue srq = srq(b);
        QpConnection connection = connection(b, srq);
        for (int asked : List.of(2, ROOM, MORE)) {
            srq.resize(asked);
            int room = srq.capacity().maxWr();
            b.expect().holds("at least as large as asked", room >= asked);
            b.expect().same("queried", srq.capacity(), srq.query().capacity());
            List<Long> posted = fill(b, srq, room);
            MemoryRegion region = b.bob().region();
            b.expect().same("one more", Errno.ENOMEM.code(), srq.post(0, region.lkey(), region.address(), BYTES));
            arrive(b, connection, posted);
        }
    }

    private static void tooSmall(CaseBench b) {
        SharedReceiveQueue srq = srq(b);
        QpConnection connection = connection(b, srq);
        SrqAttributes before = srq.query();
        List<Long> posted = fill(b, srq, before.capacity().maxWr());
        b.expect().same("modify_srq", Errno.EINVAL, errno(() -> srq.resize(1)));
        b.expect().same("attributes", before, srq.query());
        arrive(b, connection, posted);
        b.expect().works("modify_srq when nothing is posted", () -> srq.resize(1));
    }

    private static void most(CaseBench b) {
        SharedReceiveQueue srq = srq(b);
        SrqAttributes before = srq.query();
        int most = b.bob().context().deviceAttributes().srqs().maxWr();
        b.expect().refusedCall("modify_srq", "SRQ-2", Errno.EINVAL, () -> srq.resize(most + 1));
        b.expect().refusedCall("modify_srq", "SRQ-2", Errno.EINVAL, () -> srq.resize(0));
        b.expect().same("attributes", before, srq.query());
        srq.resize(most);
        b.expect().holds("it has the room", srq.capacity().maxWr() >= most);
    }

    private static void limit(CaseBench b) {
        SharedReceiveQueue srq = srq(b);
        int beyond = b.bob().context().deviceAttributes().srqs().maxWr() + 1;
        b.expect().refusedCall("modify_srq", "SRQ-5", Errno.EINVAL, () -> srq.resize(MORE, beyond));
        b.expect().same("limit", 0, srq.query().limit());
        srq.resize(MORE, MORE);
        SrqAttributes before = srq.query();
        b.expect().same("limit", MORE, before.limit());
        b.expect().refusedCall("modify_srq", "SRQ-3", Errno.EINVAL, () -> srq.resize(2));
        b.expect().same("attributes", before, srq.query());
        srq.resize(2, 1);
        b.expect().same("limit", 1, srq.query().limit());
    }

    private static void none(CaseBench b) {
        SharedReceiveQueue srq = srq(b);
        QpConnection connection = connection(b, srq);
        SrqAttributes before = srq.query();
        List<Long> posted = fill(b, srq, 3);
        Errno errno = errno(() -> srq.resize(MORE));
        b.expect()
                .holds(
                        "refused: " + errno,
                        Set.of(Errno.EINVAL, Errno.EOPNOTSUPP).contains(errno));
        b.expect().same("attributes", before, srq.query());
        arrive(b, connection, posted);
    }

    private static Errno errno(Runnable call) {
        try {
            call.run();
            return Errno.OK;
        } catch (VerbsException refused) {
            return refused.errno();
        }
    }
}
