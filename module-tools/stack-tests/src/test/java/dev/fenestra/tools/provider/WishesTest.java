package dev.fenestra.tools.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.fault.Fault;
import dev.fenestra.hw.sim.fabric.fault.FaultAction;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.PacketMatch;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.tools.slate.SlateModule;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bench refuses a setting that its hardware does not support. It never ignores one silently. */
class WishesTest {
    private static final FaultPlan LOSSES = FaultPlan.of(Fault.at(FaultAction.DROP, PacketMatch.ANY, 1));

    private static final Map<String, UnaryOperator<TestBenchBuilder>> OF_HCAS = Map.of(
            "hcaConfig(...)", bench -> bench.hcaConfig(hca -> hca),
            "offer TYPE_1_AND_2B", bench -> bench.windows(WindowSupport.TYPES_1_AND_2B),
            "offer NONE", bench -> bench.windows(WindowSupport.NONE));
    private static final Map<String, UnaryOperator<TestBenchBuilder>> OF_FABRICS = Map.of(
            "fabric(...)", bench -> bench.fabric(new Fabric()),
            "faults(...)", bench -> bench.faults(LOSSES),
            "wire()", TestBenchBuilder::wire);

    @TempDir
    private Path folder;

    @Test
    void shouldRefuseWhatAWireOfTheDriversOwnCannotDo() throws Exception {
        CompiledProvider nova = PatchedProvider.nova()
                .with("NovaDevice.java", "MemoryWindows.TYPE_1_AND_2B", "MemoryWindows.TYPE_1_AND_2A")
                .compiled(folder);
        for (Map<String, UnaryOperator<TestBenchBuilder>> wishes : List.of(OF_HCAS, OF_FABRICS)) {
            for (Map.Entry<String, UnaryOperator<TestBenchBuilder>> wish : wishes.entrySet()) {
                assertRefused(
                        wish.getKey(), wish.getValue().apply(nova.underTest().bench()));
            }
        }
    }

    @Test
    void shouldRefuseWhatIsForHcasAndDoWhatIsForFabricsOnAnotherCardOfHwSim() {
        OF_HCAS.forEach((call, wish) -> assertRefused(call, wish.apply(SlateModule.bench())));
        OF_FABRICS
                .values()
                .forEach(wish -> wish.apply(SlateModule.bench())
                        .windows(WindowSupport.TYPES_1_AND_2A)
                        .build()
                        .close());
    }

    @Test
    void shouldMakeHcasWithTheWindowsThatAreAskedFor() {
        for (WindowSupport support : WindowSupport.values()) {
            try (TestBench bench = TestBench.builder().windows(support).build()) {
                String seen = bench.host("bob")
                        .open()
                        .deviceAttributes()
                        .memoryWindows()
                        .name();

                assertEquals(support.name().replace("TYPES", "TYPE"), seen);
            }
        }
    }

    @Test
    void shouldPlugCardsOfTwoDriversIntoOneFabric() {
        Fabric fabric = new Fabric();
        try (TestBench bench = SlateModule.mixed()
                .fabric(fabric)
                .provider("alice", "mlx5")
                .provider("bob", "slate")
                .build()) {
            assertSame(fabric, bench.fabric());
            QpPair pair =
                    bench.pair(bench.host("alice").open(), bench.host("bob").open());
            pair.one().memory().put(0, "hello".getBytes(StandardCharsets.UTF_8));
            RemoteBuffer window = pair.other().window(0, 5, AccessFlag.REMOTE_WRITE);
            pair.one().perform(RdmaWrite.of(1, window, pair.one().region().slice(0, 5)));
            assertEquals("hello", new String(pair.other().memory().get(0, 5), StandardCharsets.UTF_8));
        }
    }

    @Test
    void shouldPreferTheDriverOfTheHostToThatOfAllHosts() {
        try (TestBench bench =
                SlateModule.mixed().provider("slate").provider("bob", "mlx5").build()) {
            assertEquals(
                    Set.of("slate0"), bench.host("alice").kernel().devices().keySet());
            assertEquals(Set.of("mlx5_0"), bench.host("bob").kernel().devices().keySet());
        }
    }

    @Test
    void shouldRefuseCardsWithAWireOfTheirOwnBesideOthers() throws Exception {
        CompiledProvider nova = PatchedProvider.nova().compiled(folder);
        TestBenchBuilder bench = nova.underTest().bench().provider("bob", "mlx5");
        assertRefused("a wire of their own", bench);
    }

    private static void assertRefused(String call, TestBenchBuilder bench) {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, bench::build, call);
        assertTrue(refusal.getMessage().contains(call), refusal::getMessage);
    }
}
