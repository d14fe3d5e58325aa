package dev.fenestra.tools.attacks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.limits.HcaLimits;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.handles.AsyncEvent;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.handles.SrqSpec;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A24, A25, A26: one client takes what others need too, and how far the damage goes. */
class TenantsTest {
    /** At most 128 of each kind; some numbers are the device's own. */
    private static final HcaLimits FEW = HcaLimits.DEFAULT
            .withLogMaxMkey(6)
            .withLogMaxQp(7)
            .withLogMaxCq(8)
            .withLogMaxPd(6)
            .withLogMaxSrq(6);

    private static final int MORE_THAN_THERE_ARE = 200;

    /** What is used up. */
    enum Kind {
        PD,
        CQ,
        QP,
        MR,
        MW,
        SRQ
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseAtTheLimitAndLoseNothing(Kind kind) {
        try (TestBench bench =
                TestBench.builder().hcaConfig(hca -> hca.withLimits(FEW)).build()) {
            Client alice = new Client(bench.host("alice"));
            Client bob = new Client(bench.host("bob"));
            MemoryRegion open = Client.open(bob.pd, bob.context.allocate(64));
            alice.connect(bench, bob.qp);
            Supplier<VerbsObject> create = creating(kind, bob);
            List<VerbsObject> taken = new ArrayList<>();

            VerbsException full = assertThrows(VerbsException.class, () -> {
                for (int i = 0; i < MORE_THAN_THERE_ARE; i++) {
                    taken.add(create.get());
                }
            });

            assertEquals(Errno.ENOMEM, full.errno(), full.toString());
            assertTrue(taken.size() >= 8, kind + "s taken: " + taken.size());
            // A process that already has its objects works on. There is no quota, so later processes get none.
            assertEquals(
                    WcStatus.SUCCESS,
                    alice.attempt(RdmaWrite.of(1, open.remote().slice(0, 8), alice.region.slice(0, 8)))
                            .status());
            assertThrows(VerbsException.class, create::get);
            taken.removeLast().close();
            taken.add(create.get());
            assertThrows(VerbsException.class, create::get);
        }
    }

    private static Supplier<VerbsObject> creating(Kind kind, Client by) {
        return switch (kind) {
            case PD -> by.context::allocPd;
            case CQ -> () -> by.context.createCq(1);
            case QP -> () -> by.pd.createQp(QpSpec.rc(by.cq, by.cq).maxSend(1).maxRecv(1));
            case MR -> () -> by.pd.regMr(by.memory, AccessFlag.LOCAL_WRITE);
            case MW -> () -> by.pd.allocMw(MwType.TYPE_1);
            case SRQ -> () -> by.pd.createSrq(SrqSpec.of(1));
        };
    }

    /** A flooder and another client send to bob, who does not poll his completions. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLoseToAFloodOnlyTheQpsOfTheCqThatOverran(boolean shared) {
        try (TestBench bench = TestBench.twoHosts()) {
            Client flooder = new Client(bench.host("alice"));
            Client innocent = new Client(bench.host("alice"));
            Context bob = bench.host("bob").open();
            ProtectionDomain pd = bob.allocPd();
            MemoryRegion into = pd.regMr(bob.allocate(64), AccessFlag.LOCAL_WRITE);
            CompletionQueue first = bob.createCq(4);
            CompletionQueue second = shared ? first : bob.createCq(4);
            CompletionQueue sends = bob.createCq(4);
            QueuePair flooded = pd.createQp(QpSpec.rc(sends, first));
            QueuePair other = pd.createQp(QpSpec.rc(sends, second));
            flooder.connect(bench, flooded);
            innocent.connect(bench, other);

            for (int i = 0; i < first.capacity() + 2; i++) {
                flooded.postRecv(i, into.all());
                flooder.qp.post(Send.of(i, flooder.region.slice(0, 8)));
            }
            for (int i = 0; i < 1000; i++) {
                bench.fabric().progress();
            }

            assertEquals(QpState.ERR, flooded.state());
            assertEquals(shared ? QpState.ERR : QpState.RTS, other.state(), "blast radius: " + (shared ? 2 : 1));
        }
    }

    @Test
    void shouldStarveOthersOfASharedReceiveQueueAndWarnOnce() {
        try (TestBench bench = TestBench.twoHosts()) {
            Client flooder = new Client(bench.host("alice"));
            Client innocent = new Client(bench.host("alice"));
            Context bob = bench.host("bob").open();
            ProtectionDomain pd = bob.allocPd();
            MemoryRegion into = pd.regMr(bob.allocate(64), AccessFlag.LOCAL_WRITE);
            CompletionQueue cq = bob.createCq(64);
            SharedReceiveQueue srq = pd.createSrq(SrqSpec.of(15));
            ConnectOptions impatient = ConnectOptions.DEFAULT.withRetries(7, 3);
            QueuePair flooded = pd.createQp(QpSpec.rc(cq, cq).srq(srq));
            QueuePair other = pd.createQp(QpSpec.rc(cq, cq).srq(srq));
            flooder.connect(flooded, impatient);
            innocent.connect(other, impatient);
            for (int i = 0; i < 8; i++) {
                srq.post(i, into.all());
            }
            srq.limit(4);

            for (int i = 0; i < 8; i++) {
                flooder.attempt(Send.of(i, flooder.region.slice(0, 8))).orThrow();
            }
            WcStatus starved =
                    innocent.attempt(Send.of(1, innocent.region.slice(0, 8))).status();

            assertEquals(WcStatus.RNR_RETRY_EXC_ERR, starved);
            assertEquals(4, bench.host("bob").hca().counters().rnrNaksSent, "the request and three more tries");
            assertEquals(1, limitEvents(bob));
        }
    }

    private static int limitEvents(Context context) {
        int limits = 0;
        for (Optional<AsyncEvent> event = context.pollAsyncEvent();
                event.isPresent();
                event = context.pollAsyncEvent()) {
            limits += event.get().type() == AsyncEventType.SRQ_LIMIT_REACHED ? 1 : 0;
            event.get().ack();
        }
        return limits;
    }
}
