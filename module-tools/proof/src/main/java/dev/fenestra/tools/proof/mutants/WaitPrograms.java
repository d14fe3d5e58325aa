package dev.fenestra.tools.proof.mutants;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.FabricWaits;
import dev.fenestra.hw.sim.roce.udp.UdpConfig;
import dev.fenestra.hw.sim.roce.udp.UdpStage;
import dev.fenestra.ib.core.kernel.inspection.Wait;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.waits.Waiting;
import dev.fenestra.uverbs.handles.CompletionChannel;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.CqSpec;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The programs of {@link WaitProgram}. Each returns when all has come that it waits for. */
final class WaitPrograms {
    /** A thread that has slept for so long has made its last look before. */
    private static final long SOUND_NANOS = 20_000_000;

    private static final String LOOPBACK = "127.83.7.";
    private static final int ROUNDS = 3;
    private static final int DEPTH = 16;
    private static final int MOST_TRIES = 200;

    private final TestBench bench;
    private final Fabric fabric;
    private volatile @Nullable AbiProgram abi;

    WaitPrograms(TestBench bench) {
        this.bench = bench;
        fabric = bench.fabric();
    }

    /** Events that a program of rdma-core should have got. */
    Stream<Waiting> waiting() {
        AbiProgram running = abi;
        return running == null ? Stream.of() : running.waiting();
    }

    void run(WaitProgram program) {
        switch (program) {
            case DOORBELL -> write(this::awaitSleep);
            case POLLED -> write(fabric::progress);
            case LATE_DOORBELL -> LateDoorbell.on(fabric).run(this::awaitSleep);
            case DEFER -> defer();
            case DATAGRAM -> datagram();
            case DRIVE -> write(() -> fabric.driving(() -> program));
            case DESTROY -> destroy();
            case ACKNOWLEDGE -> acknowledge();
            case EVENTS -> abi().readEvents();
            case CLOSE -> abi().closeWhileAnEventComes();
        }
    }

    private AbiProgram abi() {
        AbiProgram opened = AbiProgram.on(bench);
        abi = opened;
        return opened;
    }

    private void awaitSleep() {
        Patience.until(() -> FabricWaits.of(fabric).stream()
                .anyMatch(one ->
                        one.what().equals("for work of the devices") && System.nanoTime() - one.since() > SOUND_NANOS));
    }

    private void write(Runnable before) {
        try (QpPair pair =
                bench.pair(bench.host("alice").open(), bench.host("bob").open())) {
            RemoteBuffer window = pair.other().window(0, ROUNDS, AccessFlag.REMOTE_WRITE);
            for (int round = 0; round < ROUNDS; round++) {
                int at = round;
                pair.one().memory().put(at, new byte[] {1});
                before.run();
                pair.one()
                        .qp()
                        .post(RdmaWrite.of(
                                1 + at, window.slice(at, 1), pair.one().region().slice(at, 1)));
                Patience.until(() -> pair.other().memory().get(at, 1)[0] == 1);
            }
        }
    }

    private void defer() {
        for (int round = 0; round < ROUNDS; round++) {
            CountDownLatch done = new CountDownLatch(1);
            awaitSleep();
            fabric.defer(done::countDown);
            Patience.until(() -> done.getCount() == 0);
        }
    }

    private void datagram() {
        try (UdpStage _ = stage(1)) {
            defer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** At the first address from this one on that no other program has. */
    private UdpStage stage(int from) throws IOException {
        try {
            return UdpStage.open(fabric, UdpConfig.at(InetAddress.getByName(LOOPBACK + from)));
        } catch (BindException taken) {
            return stage(from + 1);
        }
    }

    /** A CQ with a channel, and a completion in it that it was armed for: a receive that was flushed. */
    private CompletionQueue completed(Context context, CompletionChannel channel) {
        CompletionQueue cq = context.createCq(CqSpec.of(DEPTH).channel(channel));
        cq.requestNotify(false);
        try (ProtectionDomain pd = context.allocPd();
                QueuePair qp = pd.createQp(QpSpec.rc(cq, cq));
                QueuePair peer = pd.createQp(QpSpec.rc(cq, cq))) {
            bench.connectPair(qp, peer);
            qp.modify(QpAttributes.to(QpState.ERR));
            qp.postRecv(1);
            Completions into = new Completions(DEPTH);
            Patience.until(() -> cq.poll(into) == 1);
        }
        return cq;
    }

    /** Takes the event of a completion; false when none comes although it should. */
    private static boolean takes(CompletionChannel channel) {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            if (channel.pollEvent().isPresent()) {
                return true;
            }
            Patience.pause();
        }
        return false;
    }

    private void destroy() {
        Context context = bench.host("alice").open();
        CompletionChannel channel = context.createCompletionChannel();
        CompletionQueue cq = completed(context, channel);
        if (takes(channel)) {
            cq.ackEvents(1);
        }
        cq.close();
    }

    private void acknowledge() {
        Context context = bench.host("alice").open();
        CompletionChannel channel = context.createCompletionChannel();
        CompletionQueue cq = completed(context, channel);
        CountDownLatch taken = new CountDownLatch(1);
        Thread closing = Thread.currentThread();
        Thread.ofPlatform().daemon().name("taker").start(() -> {
            takes(channel);
            taken.countDown();
            Patience.until(() -> Wait.all().stream().anyMatch(wait -> wait.thread() == closing));
            cq.ackEvents(1);
            Patience.until(() -> !closing.isAlive());
        });
        Patience.until(() -> taken.getCount() == 0);
        cq.close();
    }
}
