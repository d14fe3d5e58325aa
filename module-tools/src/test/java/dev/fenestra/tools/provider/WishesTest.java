package dev.fenestra.tools.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.fault.Fault;
import dev.fenestra.hw.sim.fabric.fault.FaultAction;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.PacketMatch;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.tools.slate.SlateModule;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bench refuses a setting that its hardware does not support. It never ignores one silently. */
class WishesTest {
    private static final FaultPlan LOSSES = FaultPlan.of(Fault.at(FaultAction.DROP, PacketMatch.ANY, 1));

    private static final Map<String, UnaryOperator<TestBenchBuilder>> OF_HCAS = Map.of(
            "hcaConfig(...)", bench -> bench.hcaConfig(hca -> hca),
            "fabric(...)", bench -> bench.fabric(new Fabric()),
            "offer TYPE_1_AND_2B", bench -> bench.windows(WindowSupport.TYPES_1_AND_2B),
            "offer NONE", bench -> bench.windows(WindowSupport.NONE));
    private static final Map<String, UnaryOperator<TestBenchBuilder>> OF_FABRICS =
            Map.of("faults(...)", bench -> bench.faults(LOSSES), "wire()", TestBenchBuilder::wire);

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

    private static void assertRefused(String call, TestBenchBuilder bench) {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, bench::build, call);
        assertTrue(refusal.getMessage().contains(call), refusal::getMessage);
    }
}
