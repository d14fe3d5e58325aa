package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;

import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Lane;
import dev.fenestra.tools.conformance.Limit;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.CompletionQueue;
import dev.fenestra.uverbs.ProtectionDomain;
import dev.fenestra.uverbs.QpSpec;
import dev.fenestra.uverbs.QueuePair;
import java.util.ArrayList;
import java.util.List;

/**
 * What an object leaves behind when it goes: nothing. More objects than the device announces can be had one after
 * another, and the neighbours of one that is gone do not notice.
 */
final class ReuseCases {
    /** A device that announces more cannot be used up by a test. */
    private static final long MOST = 1100;

    private static final int QPS = 12;
    private static final int CONNECTIONS = 100;

    private ReuseCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                ConformanceCase.of(
                        "REUSE-PD",
                        "PDs come and go without end",
                        b -> cycle(
                                b, Limit.PDS, host -> host.context().allocPd().close())),
                ConformanceCase.of(
                        "REUSE-MR",
                        "so do regions",
                        b -> cycle(
                                b,
                                Limit.REGIONS,
                                host -> host.register(LOCAL_WRITE).close())),
                ConformanceCase.of(
                                "REUSE-MW",
                                "and windows",
                                b -> cycle(
                                        b,
                                        Limit.WINDOWS,
                                        host -> host.pd().allocMw(MwType.TYPE_1).close()))
                        .needing(Requirement.WINDOWS),
                ConformanceCase.of(
                        "REUSE-CQ",
                        "and CQs",
                        b -> cycle(b, Limit.CQS, host -> host.createCq(1).close())),
                ConformanceCase.of(
                        "REUSE-QP",
                        "and QPs",
                        b -> cycle(
                                b, Limit.QPS, host -> host.createQp(host.pd()).close())),
                ConformanceCase.of(
                                "REUSE-SRQ",
                                "and SRQs",
                                b -> cycle(
                                        b, Limit.SRQS, host -> host.createSrq(1).close()))
                        .needing(Requirement.SRQ),
                ConformanceCase.of("REUSE-connected", "and QPs that had a connection", ReuseCases::connected),
                ConformanceCase.of(
                        "REUSE-neighbours", "QPs that go leave the others their queues", ReuseCases::neighbours));
    }

    /** Makes one and lets it go. */
    @FunctionalInterface
    private interface Visit {
        void by(CaseHost host);
    }

    private static void cycle(CaseBench b, Limit limit, Visit visit) {
        long announced = b.bob().announced(limit, MOST);
        for (long i = 0; i <= announced; i++) {
            visit.by(b.bob());
        }
        b.note("made and closed", announced + 1);
        b.succeeds("write", b.lane().alice().write(b.bob().openRegion().remote().slice(0, 8)));
    }

    private static void connected(CaseBench b) {
        for (int i = 0; i < CONNECTIONS; i++) {
            Lane lane = b.newLane();
            long receive = lane.bob().receive(b.bob().slice(0, 8));
            b.succeeds("send", lane.alice().send(8));
            b.succeeds("receive", lane.bob().await(receive));
            lane.alice().qp().close();
            lane.bob().qp().close();
        }
        b.landed(0, 8);
    }

    /** Each QP has CQs of its own. Every second one goes; the rest and new ones work. */
    private static void neighbours(CaseBench b) {
        b.bob().needs(Limit.QPS, QPS + 1L);
        b.bob().needs(Limit.CQS, 2L * QPS + 1);
        List<Lane> lanes = new ArrayList<>();
        List<CompletionQueue> sends = new ArrayList<>();
        List<CompletionQueue> receives = new ArrayList<>();
        for (int i = 0; i < QPS; i++) {
            sends.add(b.bob().createCq(4));
            receives.add(b.bob().createCq(4));
            lanes.add(b.laneTo(qp(b, sends.get(i), receives.get(i))));
        }
        for (int i = 0; i < QPS; i += 2) {
            lanes.get(i).bob().qp().close();
            sends.get(i).close();
            receives.get(i).close();
        }
        for (int i = 0; i < QPS; i++) {
            if (i % 2 == 0) {
                sends.set(i, b.bob().createCq(4));
                receives.set(i, b.bob().createCq(4));
                lanes.set(i, b.laneTo(qp(b, sends.get(i), receives.get(i))));
            }
            exchange(b, lanes.get(i), receives.get(i));
        }
        lanes.forEach(lane -> exchange(b, lane, receives.get(lanes.indexOf(lane))));
    }

    private static QueuePair qp(CaseBench b, CompletionQueue send, CompletionQueue receive) {
        ProtectionDomain pd = b.bob().pd();
        return b.bob().createQp(pd, QpSpec.rc(send, receive).maxSend(4).maxRecv(4));
    }

    private static void exchange(CaseBench b, Lane lane, CompletionQueue receives) {
        long receive = lane.bob().receive(b.bob().slice(0, 8));
        b.succeeds("send", lane.alice().send(8));
        b.succeeds("receive", receives.await(receive, b.patience()));
        b.landed(0, 8);
    }
}
