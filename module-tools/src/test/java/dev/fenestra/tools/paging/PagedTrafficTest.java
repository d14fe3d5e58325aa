package dev.fenestra.tools.paging;

import dev.fenestra.hw.sim.device.OdpSupport;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.uverbs.ConnectOptions;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The same traffic over pinned memory and over memory that comes and goes: the data is always right. */
class PagedTrafficTest {
    private static final ConnectOptions SMALL_PACKETS = ConnectOptions.DEFAULT.withMtu(Mtu.MTU_1024);

    private static void run(RegionKind kind, long seed, UnaryOperator<TestBenchBuilder> options) {
        try (PagedPair pair = new PagedPair(kind, options, SMALL_PACKETS)) {
            PagedProgram program = new PagedProgram(pair, kind, seed);
            program.run(60);
            program.check();
        }
    }

    @ParameterizedTest
    @CsvSource({"PINNED,1", "EXPLICIT,1", "EXPLICIT,2", "IMPLICIT,1", "IMPLICIT,2"})
    void shouldMoveTheRightBytesWhilePagesComeAndGo(RegionKind kind, long seed) {
        run(kind, seed, bench -> bench);
    }

    @ParameterizedTest
    @EnumSource(value = RegionKind.class)
    void shouldMoveTheRightBytesWhenTheResponderWaitsSilently(RegionKind kind) {
        run(kind, 3, bench -> bench.hcaConfig(hca -> hca.withOdp(OdpSupport.FULL.waiting())));
    }
}
