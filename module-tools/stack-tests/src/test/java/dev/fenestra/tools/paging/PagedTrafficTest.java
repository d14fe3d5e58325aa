package dev.fenestra.tools.paging;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.FaultRates;
import dev.fenestra.hw.sim.hca.limits.OdpSupport;
import dev.fenestra.ib.core.vocabulary.HostConfig;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.RegionKind;
import dev.fenestra.uverbs.handles.ConnectOptions;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The same traffic over pinned memory and over memory that comes and goes: the data is always right. */
class PagedTrafficTest {
    private static final ConnectOptions SMALL_PACKETS = ConnectOptions.DEFAULT.withMtu(Mtu.MTU_1024);

    private static void run(RegionKind kind, long seed, UnaryOperator<TestBenchBuilder> options) {
        try (Pair pair = new Pair(kind, options, SMALL_PACKETS)) {
            PagedProgram program = new PagedProgram(pair, kind, seed);
            program.run(60);
            program.check();
            assertEquals(kind != RegionKind.PINNED, pair.alice().counted("page_faults") > 0);
            assertEquals(kind != RegionKind.PINNED, pair.bob().counted("page_faults") > 0);
        }
    }

    @ParameterizedTest
    @CsvSource({"PINNED,1", "EXPLICIT,1", "EXPLICIT,2", "IMPLICIT,1", "IMPLICIT,2", "HUGE,1"})
    void shouldMoveTheRightBytesWhilePagesComeAndGo(RegionKind kind, long seed) {
        run(kind, seed, bench -> bench);
    }

    @ParameterizedTest
    @CsvSource({"PINNED,8", "EXPLICIT,8", "IMPLICIT,9"})
    void shouldMoveTheRightBytesBehindAnIommu(RegionKind kind, long seed) {
        run(kind, seed, bench -> bench.hostConfig(HostConfig::withIommu));
    }

    @ParameterizedTest
    @CsvSource({"EXPLICIT,4", "IMPLICIT,5", "EXPLICIT,6"})
    void shouldMoveTheRightBytesWhilePacketsAreLostToo(RegionKind kind, long seed) {
        FaultRates rates = new FaultRates(0.02, 0.02, 0.02, 0.02, 0.01, 50_000);
        run(kind, seed, bench -> bench.faults(FaultPlan.of(seed, rates)));
    }

    /** A host under pressure takes every page out again and again, while requests are under way. */
    @ParameterizedTest
    @EnumSource(names = {"EXPLICIT", "IMPLICIT"})
    void shouldMoveTheRightBytesWhileAnotherThreadTakesPagesOut(RegionKind kind) throws InterruptedException {
        try (Pair pair = new Pair(kind, bench -> bench, SMALL_PACKETS)) {
            PagedProgram program = new PagedProgram(pair, RegionKind.PINNED, 7);
            AtomicBoolean running = new AtomicBoolean(true);
            Thread pressure = Thread.ofPlatform().start(() -> {
                while (running.get()) {
                    pair.alice().host().kernel().reclaim();
                    pair.bob().host().kernel().reclaim();
                    Thread.yield();
                }
            });
            try {
                program.run(40);
            } finally {
                running.set(false);
                pressure.join();
            }
            program.check();
        }
    }

    @ParameterizedTest
    @EnumSource(value = RegionKind.class)
    void shouldMoveTheRightBytesWhenTheResponderWaitsSilently(RegionKind kind) {
        run(kind, 3, bench -> bench.hcaConfig(hca -> hca.withOdp(OdpSupport.FULL.waiting())));
    }
}
