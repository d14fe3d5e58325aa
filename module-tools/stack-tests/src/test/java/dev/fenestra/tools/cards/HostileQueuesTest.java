package dev.fenestra.tools.cards;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.memory.ProcessMemory;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.HostConfig;
import dev.fenestra.ib.core.vocabulary.MappableMemory;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.tools.testing.Repeats;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.handles.SrqSpec;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.PostException;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** A program stores whatever it likes to the queues that it shares with its card. */
@ParameterizedClass
@ValueSource(strings = {"rxe", "mlx4", "hns", "irdma"})
class HostileQueuesTest {
    private static final int PAGE = 4096;
    /** Pages behind the first one of a process, in which its queues lie. */
    private static final int PAGES = 128;

    private static final int BYTES = 512;
    private static final int ROUND = 500;
    /** Bytes from the beginning of a queue on that most stores hit: header, indexes, first elements. */
    private static final int NEAR = 1024;

    private final Shared shared = new Shared();
    private final TestBench bench;

    HostileQueuesTest(String provider) {
        bench = TestBench.builder()
                .provider(provider)
                .hosts("alice", "bob", "mallory")
                .hostConfig(this::spied)
                .build();
    }

    /** Remembers the memory that it gives out. */
    private static final class Shared implements MappableMemory {
        private final List<MemorySegment> all = new CopyOnWriteArrayList<>();

        @Override
        public MemorySegment allocate(long bytes) {
            MemorySegment memory = PRIVATE.allocate(bytes);
            all.add(memory);
            return memory;
        }

        @Override
        public void free(MemorySegment memory) {
            all.remove(memory);
        }
    }

    private HostConfig spied(HostConfig config) {
        return config.name().equals("mallory") ? config.withMappable(shared) : config;
    }

    /** One end of a connection. */
    private record End(Context context, ProtectionDomain pd, CompletionQueue cq, Memory memory, MemoryRegion region) {
        static End of(Context context) {
            ProtectionDomain pd = context.allocPd();
            Memory memory = context.allocate(BYTES);
            MemoryRegion region = pd.regMr(memory, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
            return new End(context, pd, context.createCq(16), memory, region);
        }

        void close() {
            region.close();
            cq.close();
            pd.close();
        }

        QueuePair qp(SharedReceiveQueue srq) {
            return pd.createQp(QpSpec.rc(cq, cq).maxSend(8).srq(srq));
        }

        QueuePair qp() {
            return pd.createQp(QpSpec.rc(cq, cq).maxSend(8).maxRecv(8));
        }
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void shouldLeaveTheTrafficOfOthersExactWhateverAProgramStores() {
        End alice = End.of(bench.host("alice").open());
        End bob = End.of(bench.host("bob").open());
        Context mallory = bench.host("mallory").open();
        QueuePair honest = alice.qp();
        bench.connectPair(honest, bob.qp());
        Random random = new Random(43);
        boolean hasSrqs = mallory.deviceAttributes().srqs().maxSrq() > 0;
        int rounds = Repeats.of(8, 2_000);
        for (int round = 0; round < rounds; round++) {
            round(End.of(mallory), End.of(bob.context()), hasSrqs && round % 2 == 0, random);

            byte[] data = new byte[BYTES];
            random.nextBytes(data);
            alice.memory().put(0, data);
            honest.post(
                    RdmaWrite.of(round, bob.region().remote(), alice.region().slice(0, BYTES)));
            alice.cq().await(round, Patience.LIMIT).orThrow();
            assertArrayEquals(data, bob.memory().get(0, BYTES));
        }
    }

    private void round(End mallory, End bob, boolean isShared, Random random) {
        SharedReceiveQueue srq = isShared ? mallory.pd().createSrq(SrqSpec.of(8)) : null;
        QueuePair hostile = srq == null ? mallory.qp() : mallory.qp(srq);
        QueuePair victim = bob.qp();
        bench.connectPair(hostile, victim);
        List<MemorySegment> queues = queues(mallory);
        assertTrue(queues.size() >= 2, () -> queues.size() + " areas");
        for (int i = 0; i < ROUND; i++) {
            spoil(queues.get(random.nextInt(queues.size())), random);
            if (i % 10 == 0) {
                tryTo(() -> hostile.post(RdmaWrite.of(
                        1, mallory.region().remote(), mallory.region().slice(0, 8))));
                tryTo(() -> victim.post(Send.of(2, bob.region().slice(0, 8))));
                if (srq != null) {
                    srq.post(3, mallory.region().lkey(), mallory.region().address(), 8);
                } else {
                    tryTo(() -> hostile.postRecv(3, mallory.region().slice(0, 8)));
                }
                mallory.context().progress();
            }
        }
        hostile.close();
        victim.close();
        if (srq != null) {
            srq.close();
        }
        mallory.close();
        bob.close();
    }

    /** What the program shares with its card: memory that its kernel lends, and pages of its own. */
    private List<MemorySegment> queues(End mallory) {
        List<MemorySegment> areas = new ArrayList<>(shared.all);
        ProcessMemory own = bench.host("mallory").process().memory();
        for (int i = 0; i < PAGES; i++) {
            long page = (mallory.memory().address() & -PAGE) + (long) i * PAGE;
            if (own.contiguous(page) > 0) {
                areas.add(own.writableSegment(page).asSlice(own.offset(page), PAGE));
            }
        }
        return areas;
    }

    private static void spoil(MemorySegment queue, Random random) {
        long span = random.nextInt(4) == 0 ? queue.byteSize() : Math.min(NEAR, queue.byteSize());
        long at = random.nextLong(span / Integer.BYTES) * Integer.BYTES;
        queue.set(ValueLayout.JAVA_INT, at, random.nextInt(1 << random.nextInt(1, 31)));
    }

    /** What the own user half thinks of the queue does not matter. */
    private static void tryTo(Runnable post) {
        try {
            post.run();
        } catch (PostException full) {
            return;
        }
    }
}
