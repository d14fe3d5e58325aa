package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;

import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Limit;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.SendBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

/**
 * Two threads use one queue, or one device, at the same time (ibv_open_device(3)): nothing is lost, and nothing happens
 * twice. The first two cases show a missing lock whenever the threads run; the others give it many chances.
 */
final class RaceCases {
    private static final int THREADS = 2;
    private static final int ROUNDS = 4;
    /** Requests of a thread in a round. */
    private static final int EACH = 32;
    /** Requests of a thread on a QP of its own. */
    private static final int EXCHANGES = 100;

    private static final int UNKNOWN = 0x7fffff00;
    private static final int BYTES = 64;
    /** How long a thread gets to do what it must not do before another has ended. */
    private static final long HEAD_START_MILLIS = 20;

    private RaceCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                ConformanceCase.of(
                        "RACE-batch", "a post of another thread does not come into a batch", RaceCases::batch),
                ConformanceCase.of(
                                "RACE-device", "a device executes a request once, whoever drives it", RaceCases::once)
                        .breaking("L1"),
                ConformanceCase.of("RACE-send", "two threads post to one send queue", RaceCases::sends),
                ConformanceCase.of("RACE-receive", "and to one receive queue", RaceCases::receives),
                ConformanceCase.of("RACE-poll", "and poll one CQ", RaceCases::polls),
                ConformanceCase.of("RACE-card", "each thread drives QPs of its own on one device", RaceCases::cards),
                ConformanceCase.of("RACE-keys", "no two threads get one key", RaceCases::keys));
    }

    /** Runs a step in several threads that begin together, and waits for all of them. */
    private static void together(CaseBench b, String what, IntConsumer step) {
        CyclicBarrier start = new CyclicBarrier(THREADS);
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            threads.add(started(what + " " + i, () -> {
                await(start);
                step.accept(number);
            }));
        }
        threads.forEach(thread -> join(b, what, thread));
    }

    private static CompletableFuture<Void> started(String name, Runnable step) {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name(name).start(() -> {
            try {
                step.run();
                ended.complete(null);
            } catch (RuntimeException | Error failure) {
                ended.completeExceptionally(failure);
            }
        });
        return ended;
    }

    private static void await(CyclicBarrier start) {
        try {
            start.await(CaseSteps.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private static void join(CaseBench b, String what, CompletableFuture<Void> thread) {
        b.expect()
                .holds(
                        what + " ends within " + CaseSteps.PATIENCE.toSeconds() + " s",
                        hasEnded(thread, CaseSteps.PATIENCE.toMillis()));
    }

    private static boolean hasEnded(CompletableFuture<Void> thread, long millis) {
        try {
            thread.get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException _) {
            return false;
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    private static SendBuilder write(CaseBench b, SendBuilder started, long wrId) {
        MemoryRegion from = b.alice().region();
        RemoteBuffer to = b.bob().openRegion().remote();
        return started.request(wrId, SendFlag.SIGNALED)
                .rdmaWrite(to.rkey(), to.address())
                .sge(from, from.address(), BYTES);
    }

    /**
     * A batch is the time from its start to its completion (ibv_wr_post(3)). The other thread waits, or its request is
     * posted in another place; both complete.
     */
    private static void batch(CaseBench b) {
        QueuePair qp = b.atAlice().qp();
        b.bob().openRegion();
        long own = b.wrId();
        long others = b.wrId();
        SendBuilder batch = write(b, qp.builder().start(), own);
        CompletableFuture<Void> other = started(
                "another post",
                () -> b.expect().posted(write(b, qp.builder().start(), others).complete()));
        hasEnded(other, HEAD_START_MILLIS);
        b.expect().posted(batch.complete());
        join(b, "the other post", other);
        b.expect().succeeds("the batch", b.alice().await(own));
        b.expect().succeeds("the other post", b.alice().await(others));
        b.expect().landed(0, BYTES);
    }

    /** While the device refuses a request another thread polls. It waits, or finds nothing to do. */
    private static void once(CaseBench b) {
        QpConnection connection = b.connection();
        CompletionQueue other = b.alice().createCq(1);
        AtomicReference<CompletableFuture<Void>> polling = new AtomicReference<>();
        b.alice().machine().kernel().observe(new RefusalWatch(() -> {
            polling.set(started("another poll", () -> other.poll(new Completions(1))));
            hasEnded(polling.get(), HEAD_START_MILLIS);
            isRefusedOnce(b);
        }));
        long address = b.alice().region().address();
        b.expect()
                .refused(
                        "send",
                        "L1",
                        WcStatus.LOC_PROT_ERR,
                        () -> connection.alice().sendFrom(UNKNOWN, address, 8));
        b.alice().machine().kernel().observe(null);
        Optional.ofNullable(polling.get()).ifPresent(thread -> join(b, "the other poll", thread));
        isRefusedOnce(b);
        b.expect().same("completions more", 0, b.alice().cq().poll(new Completions(1)));
        connection.reconnect();
        b.expect()
                .succeeds(
                        "write after it",
                        connection.alice().write(b.bob().openRegion().remote().slice(0, BYTES)));
        b.expect().landed(0, BYTES);
    }

    private static void isRefusedOnce(CaseBench b) {
        b.expect().same("refusals", 1L, b.alice().machine().kernel().refusals().total());
    }

    private static void isEachOnce(CaseBench b, String what, Collection<Long> expected, Collection<Long> seen) {
        b.expect().same(what, new TreeSet<>(expected), new TreeSet<>(seen));
        b.expect().same(what + ", each once", expected.size(), seen.size());
    }

    private static List<List<Long>> ids(CaseBench b, int each) {
        List<List<Long>> ids = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            List<Long> own = new ArrayList<>();
            for (int i = 0; i < each; i++) {
                own.add(b.wrId());
            }
            ids.add(own);
        }
        return ids;
    }

    private static List<Long> all(List<List<Long>> ids) {
        return ids.stream().flatMap(List::stream).toList();
    }

    private static int each(CaseBench b) {
        return (int) b.bob().most(Limit.REQUESTS, (long) THREADS * EACH) / THREADS;
    }

    /** As many completions as were posted, and none more. */
    private static List<Long> completions(CaseBench b, CompletionQueue cq, int count) {
        List<Long> seen = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Completion one = cq.await(b.patience());
            b.expect().succeeds("completion", one);
            seen.add(one.wrId());
        }
        Completions block = new Completions(1);
        cq.poll(block);
        b.expect().same("completions more", 0, cq.poll(block));
        return seen;
    }

    private static void sends(CaseBench b) {
        int each = each(b);
        QpSpec spec = QpSpec.rc(b.alice().cq(), b.alice().cq()).maxSend(THREADS * each);
        QueuePair qp = b.connectionFrom(b.alice().createQp(b.alice().pd(), spec))
                .alice()
                .qp();
        b.bob().openRegion();
        for (int round = 0; round < ROUNDS; round++) {
            List<List<Long>> ids = ids(b, each);
            together(
                    b,
                    "posting",
                    thread -> ids.get(thread)
                            .forEach(wrId -> b.expect()
                                    .posted(write(b, qp.builder().start(), wrId).complete())));
            isEachOnce(b, "sends", all(ids), completions(b, b.alice().cq(), THREADS * each));
        }
        b.expect().landed(0, BYTES);
    }

    private static void receives(CaseBench b) {
        int each = each(b);
        QpSpec spec = QpSpec.rc(b.bob().cq(), b.bob().cq()).maxRecv(THREADS * each);
        QpConnection connection = b.connectionTo(b.bob().createQp(b.bob().pd(), spec));
        MemoryRegion region = b.bob().region();
        for (int round = 0; round < ROUNDS; round++) {
            List<List<Long>> ids = ids(b, each);
            together(
                    b,
                    "posting",
                    thread -> ids.get(thread)
                            .forEach(wrId -> b.expect()
                                    .posted(connection
                                            .bob()
                                            .qp()
                                            .postRecv(wrId, region.lkey(), region.address(), BYTES))));
            for (int i = 0; i < THREADS * each; i++) {
                b.expect().succeeds("send", connection.alice().send(BYTES));
            }
            isEachOnce(b, "receives", all(ids), completions(b, b.bob().cq(), THREADS * each));
        }
        b.expect().landed(0, BYTES);
    }

    /** Both threads poll until all completions have come to one of them. */
    private static void polls(CaseBench b) {
        int each = each(b);
        CompletionQueue cq = b.alice().createCq(THREADS * each);
        QpSpec spec = QpSpec.rc(cq, b.alice().cq()).maxSend(THREADS * each);
        QueuePair qp = b.connectionFrom(b.alice().createQp(b.alice().pd(), spec))
                .alice()
                .qp();
        b.bob().openRegion();
        for (int round = 0; round < ROUNDS; round++) {
            List<Long> ids = all(ids(b, each));
            ids.forEach(wrId ->
                    b.expect().posted(write(b, qp.builder().start(), wrId).complete()));
            ConcurrentLinkedQueue<Long> seen = new ConcurrentLinkedQueue<>();
            long until = System.nanoTime() + CaseSteps.PATIENCE.toNanos();
            together(b, "polling", _ -> {
                Completions block = new Completions(1);
                while (seen.size() < ids.size() && System.nanoTime() - until < 0) {
                    if (cq.poll(block) > 0) {
                        b.expect().holds("success", block.status(0) == WcStatus.SUCCESS);
                        seen.add(block.wrId(0));
                    }
                }
            });
            isEachOnce(b, "polled", ids, seen);
        }
    }

    /** Each thread writes to a place of its own, and waits for each request. */
    private static void cards(CaseBench b) {
        List<QueuePair> qps = new ArrayList<>();
        List<CompletionQueue> cqs = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            CompletionQueue cq = b.alice().createCq(4);
            QpSpec spec = QpSpec.rc(cq, cq).maxSend(4);
            qps.add(b.connectionFrom(b.alice().createQp(b.alice().pd(), spec))
                    .alice()
                    .qp());
            cqs.add(cq);
        }
        List<List<Long>> ids = ids(b, EXCHANGES);
        RemoteBuffer to = b.bob().openRegion().remote();
        MemoryRegion from = b.alice().region();
        together(b, "writing", thread -> {
            for (long wrId : ids.get(thread)) {
                b.expect()
                        .posted(qps.get(thread)
                                .builder()
                                .start()
                                .request(wrId, SendFlag.SIGNALED)
                                .rdmaWrite(to.rkey(), to.address() + (long) thread * BYTES)
                                .sge(from, from.address(), BYTES)
                                .complete());
                Completion one = cqs.get(thread).await(b.patience());
                b.expect().holds("success", one.status() == WcStatus.SUCCESS);
                b.expect().holds("its own request, in order", one.wrId() == wrId);
            }
        });
        cqs.forEach(cq -> b.expect().same("completions more", 0, cq.poll(new Completions(1))));
        b.expect().landed(0, (long) THREADS * BYTES);
    }

    private static void keys(CaseBench b) {
        int each = (int) b.bob().most(Limit.REGIONS, 2L * EACH) / THREADS - 1;
        for (int round = 0; round < ROUNDS; round++) {
            ConcurrentLinkedQueue<MemoryRegion> made = new ConcurrentLinkedQueue<>();
            together(b, "registering", _ -> {
                for (int i = 0; i < each; i++) {
                    made.add(b.bob().pd().regMr(b.bob().memory(), LOCAL_WRITE));
                }
            });
            Set<Integer> keys = new HashSet<>();
            made.forEach(region -> b.expect().holds("a key of its own", keys.add(region.lkey())));
            b.expect().same("regions", THREADS * each, keys.size());
            List<MemoryRegion> all = List.copyOf(made);
            together(b, "deregistering", thread -> {
                for (int i = thread; i < all.size(); i += THREADS) {
                    all.get(i).close();
                }
            });
        }
    }
}
