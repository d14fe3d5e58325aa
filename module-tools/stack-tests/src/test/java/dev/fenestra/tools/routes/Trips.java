package dev.fenestra.tools.routes;

import dev.fenestra.hw.sim.hca.observe.HcaCounters;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.CmPair;
import dev.fenestra.tools.bench.PairOptions;
import dev.fenestra.tools.bench.Peer;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** Calls whose way through the stack is logged, between two hosts on a virtual clock. */
final class Trips {
    /** By name, in the order in which they are told. */
    static final SequencedMap<String, Trip> ALL = all();

    static final int PAGE = 4096;
    static final int WRITE_BYTES = 64;
    static final PairOptions OPTIONS =
            PairOptions.DEFAULT.withAccess(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.MW_BIND);

    /** A completion comes after a few polls, or never. */
    private static final int MOST_POLLS = 1_000_000;

    private Trips() {}

    /** A call that is made some times. What it needs is made before. */
    @FunctionalInterface
    interface Trip {
        void make(Rounds rounds);
    }

    private static SequencedMap<String, Trip> all() {
        SequencedMap<String, Trip> trips = new LinkedHashMap<>();
        trips.put("WRITE", rounds -> write(true, rounds));
        trips.put("WRITE-general", rounds -> write(false, rounds));
        trips.put("bind", rounds -> bind(true, rounds));
        trips.put("bind-general", rounds -> bind(false, rounds));
        trips.put("reg_mr", Trips::register);
        trips.put("packet", PacketTrip::make);
        trips.put("command", CommandTrip::make);
        trips.put("CM", Trips::connect);
        return trips;
    }

    /** An RDMA WRITE between connected RC QPs. Its effect is that the bytes are in the peer's memory. */
    private static void write(boolean isFast, Rounds rounds) {
        try (TestBench bench = bench(isFast);
                QpPair pair = pair(bench)) {
            QueuePair qp = pair.one().qp();
            CompletionQueue cq = pair.one().cq();
            Memory source = pair.one().memory();
            Memory target = pair.other().memory();
            MemorySlice from = pair.one().region().slice(0, WRITE_BYTES);
            RemoteBuffer to = pair.other().region().remote().slice(0, WRITE_BYTES);
            for (int i = 0; i < rounds.count(); i++) {
                long value = i + 1;
                source.putLong(WRITE_BYTES - Long.BYTES, value);
                rounds.go(
                        () -> {
                            qp.post(RdmaWrite.of(value, to, from));
                            poll(cq);
                        },
                        () -> target.getLong(WRITE_BYTES - Long.BYTES) == value);
            }
        }
    }

    /** A bind of a window of type 1. Its effect is that the device counts a window that is bound. */
    private static void bind(boolean isFast, Rounds rounds) {
        try (TestBench bench = bench(isFast);
                QpPair pair = pair(bench);
                MemoryWindow window = pair.other().pd().allocMw(MwType.TYPE_1)) {
            QueuePair qp = pair.other().qp();
            CompletionQueue cq = pair.other().cq();
            MemorySlice page = pair.other().region().slice(0, PAGE);
            HcaCounters counters = pair.other().host().hca().counters();
            for (int i = 0; i < rounds.count(); i++) {
                long wrId = i;
                long before = counters.binds;
                rounds.go(
                        () -> {
                            qp.bindMw(wrId, window, page, AccessFlag.REMOTE_WRITE);
                            poll(cq);
                        },
                        () -> counters.binds > before);
            }
        }
    }

    /** A registration of one page. Its effect is that the device counts the translations. */
    private static void register(Rounds rounds) {
        try (TestBench bench = bench(true);
                QpPair pair = pair(bench);
                Memory memory = pair.other().context().allocate(PAGE)) {
            ProtectionDomain pd = pair.other().pd();
            HcaCounters counters = pair.other().host().hca().counters();
            for (int i = 0; i < rounds.count(); i++) {
                long before = counters.mttWritten;
                List<MemoryRegion> made = new ArrayList<>();
                rounds.go(() -> made.add(pd.regMr(memory, AccessFlag.LOCAL_WRITE)), () -> counters.mttWritten > before);
                made.forEach(MemoryRegion::close);
            }
        }
    }

    /**
     * A connection by RDMA CM; one thread takes the steps of both ends. Its effect is that both QPs are in RTS, where
     * it ends.
     */
    private static void connect(Rounds rounds) {
        try (TestBench bench = bench(true);
                QpPair pair = pair(bench)) {
            Peer alice = pair.one();
            Peer bob = pair.other();
            for (int i = 0; i < rounds.count(); i++) {
                try (QueuePair one = alice.pd().createQp(QpSpec.rc(alice.cq(), alice.cq()));
                        QueuePair other = bob.pd().createQp(QpSpec.rc(bob.cq(), bob.cq()))) {
                    List<CmPair> made = new ArrayList<>();
                    rounds.go(() -> made.add(bench.connectByCm(one, other)), () -> !made.isEmpty());
                    made.forEach(CmPair::close);
                }
            }
        }
    }

    private static TestBench bench(boolean isFast) {
        return TestBench.builder().hcaConfig(config -> config.withLanes(isFast)).build();
    }

    private static QpPair pair(TestBench bench) {
        return bench.pair(bench.host("alice").open(), bench.host("bob").open(), OPTIONS);
    }

    private static void poll(CompletionQueue cq) {
        Completions completions = new Completions(1);
        for (int polls = 0; cq.poll(completions) == 0; polls++) {
            if (polls == MOST_POLLS) {
                throw new IllegalStateException("no completion after " + polls + " polls");
            }
        }
        check(completions);
    }

    /**
     * Checks the first completion.
     *
     * @throws IllegalStateException when the request failed
     */
    static void check(Completions completions) {
        if (completions.status(0) != WcStatus.SUCCESS) {
            throw new IllegalStateException(completions.status(0).toString());
        }
    }
}
