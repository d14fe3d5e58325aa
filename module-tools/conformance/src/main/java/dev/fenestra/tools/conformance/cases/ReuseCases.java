package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;

import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Limit;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import java.util.ArrayList;
import java.util.List;

/**
 * A destroyed object leaves nothing behind. More objects than the device announces can be made one after another, and
 * destroying an object does not change its neighbours.
 */
final class ReuseCases {
    /** A test cannot use up a device that announces more. */
    private static final long MOST = 1100;

    /** As {@code ibv_mw_type}. */
    private static final int TYPE_1 = 1;

    private static final long MOST_KEYS = 1 << 15;
    private static final int FEWEST_QPS = 12;
    private static final int MOST_QPS = 40;
    private static final int CONNECTIONS = 100;

    private ReuseCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                reuse("PD", "PDs come and go without end", Limit.PDS, ReuseCases::pd),
                reuse("MR", "so do regions", Limit.REGIONS, ReuseCases::region),
                reuse("MW", "and windows", Limit.WINDOWS, ReuseCases::window).needing(Requirement.WINDOWS),
                reuse("CQ", "and CQs", Limit.CQS, host -> host.createCq(1).close()),
                reuse(
                        "QP",
                        "and QPs",
                        Limit.QPS,
                        host -> host.createQp(host.pd()).close()),
                reuse("SRQ", "and SRQs", Limit.SRQS, host -> host.createSrq(1).close())
                        .needing(Requirement.SRQ),
                ConformanceCase.of(
                                "REUSE-key", "their keys come back: more windows than there are keys", ReuseCases::keys)
                        .needing(Requirement.WINDOWS),
                ConformanceCase.of("REUSE-connected", "and QPs that had a connection", ReuseCases::connected),
                ConformanceCase.of(
                        "REUSE-neighbours", "QPs that go leave the others their queues", ReuseCases::neighbours));
    }

    private static ConformanceCase reuse(String kind, String title, Limit limit, Visit visit) {
        return ConformanceCase.of("REUSE-" + kind, title, b -> cycle(b, limit, visit));
    }

    private static void pd(CaseHost host) {
        host.context().allocPd().close();
    }

    private static void region(CaseHost host) {
        host.register(LOCAL_WRITE).close();
    }

    private static void window(CaseHost host) {
        host.pd().allocMw(MwType.TYPE_1).close();
    }

    /** Makes an object and destroys it. */
    @FunctionalInterface
    private interface Visit {
        void by(CaseHost host);
    }

    private static void cycle(CaseBench b, Limit limit, Visit visit) {
        long announced = limit.of(b.bob().context().deviceAttributes(), MOST);
        for (long i = 0; i <= announced; i++) {
            visit.by(b.bob());
        }
        b.expect().note("made and closed", announced + 1);
        b.expect()
                .succeeds(
                        "write", b.atAlice().write(b.bob().openRegion().remote().slice(0, 8)));
    }

    /** So many that the system calls alone are made, on the kernel's side of the user API. */
    private static void keys(CaseBench b) {
        DeviceAttributes device = b.bob().context().deviceAttributes();
        long most = Math.max(Limit.REGIONS.of(device, MOST_KEYS), Limit.WINDOWS.of(device, MOST_KEYS));
        KernelContext kernel = b.bob().systemCalls();
        int pd = kernel.pds().allocate(Udata.none());
        for (long i = 0; i <= most; i++) {
            kernel.mws().deallocate(kernel.mws().allocate(pd, TYPE_1).handle());
        }
        region(b.bob());
        b.expect().note("made and closed", most + 1);
        b.expect()
                .succeeds(
                        "write", b.atAlice().write(b.bob().openRegion().remote().slice(0, 8)));
    }

    private static void connected(CaseBench b) {
        for (int i = 0; i < CONNECTIONS; i++) {
            QpConnection connection = b.newConnection();
            long receive = connection.bob().receive(b.bob().slice(0, 8));
            b.expect().succeeds("send", connection.alice().send(8));
            b.expect().succeeds("receive", connection.bob().await(receive));
            connection.alice().qp().close();
            connection.bob().qp().close();
        }
        b.expect().landed(0, 8);
    }

    /**
     * Each QP has CQs of its own. Every second QP is destroyed; the others and new ones work. Where the device has so
     * many, the QPs and CQs have more doorbell records than fit one page.
     */
    private static void neighbours(CaseBench b) {
        b.bob().needs(Limit.QPS, FEWEST_QPS + 1L);
        b.bob().needs(Limit.CQS, 2L * FEWEST_QPS + 1);
        long qps = Math.min(b.bob().most(Limit.QPS, MOST_QPS + 1L), b.bob().most(Limit.CQS, 2L * MOST_QPS + 1) / 2) - 1;
        List<QpConnection> connections = new ArrayList<>();
        List<CompletionQueue> sends = new ArrayList<>();
        List<CompletionQueue> receives = new ArrayList<>();
        for (int i = 0; i < qps; i++) {
            sends.add(b.bob().createCq(4));
            receives.add(b.bob().createCq(4));
            connections.add(b.connectionTo(qp(b, sends.get(i), receives.get(i))));
        }
        for (int i = 0; i < qps; i += 2) {
            connections.get(i).bob().qp().close();
            sends.get(i).close();
            receives.get(i).close();
        }
        for (int i = 0; i < qps; i++) {
            if (i % 2 == 0) {
                sends.set(i, b.bob().createCq(4));
                receives.set(i, b.bob().createCq(4));
                connections.set(i, b.connectionTo(qp(b, sends.get(i), receives.get(i))));
            }
            exchange(b, connections.get(i), receives.get(i));
        }
        connections.forEach(connection -> exchange(b, connection, receives.get(connections.indexOf(connection))));
    }

    private static QueuePair qp(CaseBench b, CompletionQueue send, CompletionQueue receive) {
        ProtectionDomain pd = b.bob().pd();
        return b.bob().createQp(pd, QpSpec.rc(send, receive).maxSend(4).maxRecv(4));
    }

    private static void exchange(CaseBench b, QpConnection connection, CompletionQueue receives) {
        long receive = connection.bob().receive(b.bob().slice(0, 8));
        b.expect().succeeds("send", connection.alice().send(8));
        b.expect().succeeds("receive", receives.await(receive, b.patience()));
        b.expect().landed(0, 8);
    }
}
