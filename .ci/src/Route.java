import dev.fenestra.hw.sim.hca.limits.HcaConfig;
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
import dev.fenestra.uverbs.CompletionQueue;
import dev.fenestra.uverbs.Memory;
import dev.fenestra.uverbs.MemoryRegion;
import dev.fenestra.uverbs.MemorySlice;
import dev.fenestra.uverbs.MemoryWindow;
import dev.fenestra.uverbs.ProtectionDomain;
import dev.fenestra.uverbs.QpSpec;
import dev.fenestra.uverbs.QueuePair;
import dev.fenestra.uverbs.RdmaWrite;
import dev.fenestra.uverbs.RemoteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Supplier;

/**
 * Counts the source files that a call enters on its way, between two hosts on a virtual clock:
 *
 * <ul>
 *   <li>{@code files}: distinct files, from the call until its completion is polled, accessors included;
 *   <li>{@code switches}: entries of a method in another file than the entry before;
 *   <li>{@code until effect}: distinct files until the effect. WRITE: the bytes are in the peer's memory. Bind: the
 *       device counts a window that is bound. reg_mr: the device counts the translations. CM: both QPs are in RTS,
 *       where the trip ends.
 * </ul>
 *
 * <p>A trip is made {@value #WARM_UPS} times before it is logged, so that classes are initialized and caches are
 * filled. {@code -v} lists the files in order of first entry, and marks the effect. Other arguments choose trips by the
 * start of their names.
 */
final class Route {
    private static final int WARM_UPS = 3;
    private static final int PAGE = 4096;
    private static final int WRITE_BYTES = 64;
    private static final PairOptions OPTIONS =
            PairOptions.DEFAULT.withAccess(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.MW_BIND);

    private Route() {}

    public static void main(String... arguments) {
        List<String> names = new ArrayList<>(List.of(arguments));
        boolean lists = names.remove("-v");
        SequencedMap<String, Supplier<MethodLog.Trip>> trips = new LinkedHashMap<>();
        trips.put("WRITE", () -> write(true));
        trips.put("WRITE-lanes-off", () -> write(false));
        trips.put("bind", Route::bind);
        trips.put("reg_mr", Route::register);
        trips.put("CM", Route::connect);
        System.out.printf("%-20s %8s %8s %12s%n", "trip", "files", "switches", "until effect");
        trips.forEach((name, trip) -> {
            if (names.isEmpty() || names.stream().anyMatch(name::startsWith)) {
                print(name, trip.get(), lists);
            }
        });
    }

    private static void print(String name, MethodLog.Trip trip, boolean lists) {
        System.out.printf("%-20s %8d %8d %12d%n", name, trip.files().size(), trip.switches(), trip.untilEffect());
        for (int i = 0; lists && i < trip.files().size(); i++) {
            System.out.printf("%8d %s%n", i + 1, trip.files().get(i));
            if (i + 1 == trip.untilEffect()) {
                System.out.println("         -- the effect --");
            }
        }
    }

    /** An RDMA WRITE between connected RC QPs. */
    private static MethodLog.Trip write(boolean lanes) {
        try (TestBench bench = bench(lanes);
                QpPair pair = pair(bench)) {
            QueuePair qp = pair.one().qp();
            CompletionQueue cq = pair.one().cq();
            Memory source = pair.one().memory();
            Memory target = pair.other().memory();
            MemorySlice from = pair.one().region().slice(0, WRITE_BYTES);
            RemoteBuffer to = pair.other().region().remote().slice(0, WRITE_BYTES);
            MethodLog.Trip trip = null;
            for (int i = 0; i <= WARM_UPS; i++) {
                long value = i + 1;
                source.putLong(WRITE_BYTES - Long.BYTES, value);
                trip = MethodLog.record(
                        () -> {
                            qp.post(RdmaWrite.of(value, to, from));
                            poll(cq);
                        },
                        () -> target.getLong(WRITE_BYTES - Long.BYTES) == value);
            }
            return trip;
        }
    }

    /** A bind of a window of type 1. */
    private static MethodLog.Trip bind() {
        try (TestBench bench = bench(true);
                QpPair pair = pair(bench)) {
            QueuePair qp = pair.other().qp();
            CompletionQueue cq = pair.other().cq();
            MemorySlice page = pair.other().region().slice(0, PAGE);
            HcaCounters counters = pair.other().host().hca().counters();
            MethodLog.Trip trip = null;
            try (MemoryWindow window = pair.other().pd().allocMw(MwType.TYPE_1)) {
                for (int i = 0; i <= WARM_UPS; i++) {
                    long wrId = i;
                    long before = counters.binds;
                    trip = MethodLog.record(
                            () -> {
                                qp.bindMw(wrId, window, page, AccessFlag.REMOTE_WRITE);
                                poll(cq);
                            },
                            () -> counters.binds > before);
                }
            }
            return trip;
        }
    }

    /** A registration of one page. */
    private static MethodLog.Trip register() {
        try (TestBench bench = bench(true);
                QpPair pair = pair(bench)) {
            ProtectionDomain pd = pair.other().pd();
            HcaCounters counters = pair.other().host().hca().counters();
            MethodLog.Trip trip = null;
            try (Memory memory = pair.other().context().allocate(PAGE)) {
                for (int i = 0; i <= WARM_UPS; i++) {
                    long before = counters.mttWritten;
                    List<MemoryRegion> made = new ArrayList<>();
                    trip = MethodLog.record(
                            () -> made.add(pd.regMr(memory, AccessFlag.LOCAL_WRITE)),
                            () -> counters.mttWritten > before);
                    made.forEach(MemoryRegion::close);
                }
            }
            return trip;
        }
    }

    /** A connection by RDMA CM; one thread takes the steps of both ends. */
    private static MethodLog.Trip connect() {
        try (TestBench bench = bench(true);
                QpPair pair = pair(bench)) {
            Peer alice = pair.one();
            Peer bob = pair.other();
            MethodLog.Trip trip = null;
            for (int i = 0; i <= WARM_UPS; i++) {
                try (QueuePair one = alice.pd().createQp(QpSpec.rc(alice.cq(), alice.cq()));
                        QueuePair other = bob.pd().createQp(QpSpec.rc(bob.cq(), bob.cq()))) {
                    List<CmPair> made = new ArrayList<>();
                    trip = MethodLog.record(
                            () -> made.add(bench.connectByCm(one, other)), () -> !made.isEmpty());
                    made.forEach(CmPair::close);
                }
            }
            return trip;
        }
    }

    private static TestBench bench(boolean lanes) {
        return TestBench.builder()
                .hcaConfig(config -> lanes ? config : withoutLanes(config))
                .build();
    }

    private static HcaConfig withoutLanes(HcaConfig config) {
        return new HcaConfig(
                config.gidHigh(),
                config.gidLow(),
                config.limits(),
                config.windows(),
                config.keys(),
                config.firstQpn(),
                config.coalescesAcks(),
                config.odp(),
                config.memory(),
                false,
                config.linkLocal());
    }

    private static QpPair pair(TestBench bench) {
        return bench.pair(bench.host("alice").open(), bench.host("bob").open(), OPTIONS);
    }

    private static void poll(CompletionQueue cq) {
        Completions completions = new Completions(1);
        while (cq.poll(completions) == 0) {
            Thread.onSpinWait();
        }
        if (completions.status(0) != WcStatus.SUCCESS) {
            throw new IllegalStateException(completions.status(0).toString());
        }
    }
}
