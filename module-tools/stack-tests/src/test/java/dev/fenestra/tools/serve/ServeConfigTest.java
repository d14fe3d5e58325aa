package dev.fenestra.tools.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.FaultRates;
import dev.fenestra.hw.sim.hca.limits.KeyPolicy;
import dev.fenestra.hw.sim.hca.limits.OdpSupport;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.ib.core.vocabulary.PortState;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.slate.SlateModule;
import dev.fenestra.uverbs.handles.Context;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServeConfigTest {
    private static final String FULL = """
        {"provider": "mlx5", "seed": 3, "faults": {"rates": {"drop": 0.25}},
         "hosts": [
           {"name": "left"},
           {"name": "right", "windows": "types_1_and_2a", "paging": "ranges", "iommu": true,
            "memory_bytes": 1073741824, "lock_limit_bytes": 65536, "keys": "mlx5_delta", "key_seed": 7, "link": "down",
            "driver_options": {"MLX5_SCATTER_TO_CQE": "0"}}]}
        """;

    @Test
    void shouldBuildHostsAsAllMembersSay() throws InputException {
        ServeConfig config = ServeConfig.read(FULL);
        assertEquals(new FaultPlan(0, List.of(), new FaultRates(0.25, 0, 0, 0, 0, 10_000)), config.plan());
        try (TestBench bench = config.bench(TestBench.builder()).build()) {
            config.applyTo(bench);
            assertEquals(List.of("left", "right"), config.names());
            assertEquals(3, bench.seed());
            var usual = bench.host("left").hca().config();
            assertEquals(WindowSupport.TYPES_1_AND_2B, usual.windows());
            var card = bench.host("right").hca().config();
            assertEquals(WindowSupport.TYPES_1_AND_2A, card.windows());
            assertEquals(OdpSupport.FULL.explicitOnly(), card.odp());
            assertEquals(new KeyPolicy.Mlx5Delta(7), card.keys());
            assertEquals(PortState.ACTIVE, bench.host("left").open().port(1).state());
            Context right = bench.host("right").open();
            right.pollAsyncEvent();
            assertEquals(PortState.DOWN, right.port(1).state());
        }
    }

    @Test
    void shouldServeAliceAndBobWhenNothingIsSaid() throws InputException {
        assertEquals(List.of("alice", "bob"), ServeConfig.usual().names());
        assertEquals(List.of("alice", "bob"), ServeConfig.read("{}").names());
        assertEquals(FaultPlan.NONE, ServeConfig.read("{}").plan());
    }

    @Test
    void shouldKeepWhatTheFileSaysOfTheHostsThatAnOptionNames() throws InputException {
        ServeConfig config = ServeConfig.read(FULL).withHosts(List.of("carol", "right"));
        assertEquals(List.of("carol", "right"), config.names());
        try (TestBench bench = config.bench(TestBench.builder()).build()) {
            assertEquals(
                    WindowSupport.TYPES_1_AND_2A,
                    bench.host("right").hca().config().windows());
        }
    }

    @ParameterizedTest
    @CsvSource({"windows, 'none'", "windows, 'types_1_and_2b'", "paging, 'full'", "keys, 'sequential'"})
    void shouldRefuseByNameWhatTheCardOfAHostHasNot(String member, String value) throws InputException {
        ServeConfig config = ServeConfig.read("""
            {"provider": "mlx5", "hosts": [{"name": "a"}, {"name": "b", "provider": "slate", "%s": "%s"}]}
            """.formatted(member, value));
        assertEquals(List.of("mlx5", "slate"), config.providers());
        try (TestBench bench = config.bench(SlateModule.mixed()).build()) {
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> config.applyTo(bench));
            String said = String.valueOf(refused.getMessage());
            assertTrue(said.startsWith("the card of b cannot have " + member + ": "), said);
        }
    }

    @Test
    void shouldGiveAHostTheCardOfItsOwnProvider() throws InputException {
        ServeConfig config = ServeConfig.read("""
            {"provider": "slate", "hosts": [
                {"name": "a", "windows": "types_1_and_2a", "link": "down"},
                {"name": "b", "provider": "mlx5", "windows": "types_1_and_2a", "paging": "none", "link": "down"}]}
            """);
        try (TestBench bench = config.bench(SlateModule.mixed()).build()) {
            config.applyTo(bench);
            assertEquals(Set.of("slate0"), bench.host("a").kernel().devices().keySet());
            assertEquals(OdpSupport.NONE, bench.host("b").hca().config().odp());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"host\": []}|line 1, column 10: host: there is no member \"host\"; there are faults, hosts,"
                        + " provider, seed",
                "{\"hosts\": [{}]}|line 1, column 12: hosts[0]: expected a member \"name\"",
                "{\"hosts\": []}|a server has 1 to 254 hosts, not 0",
                "{\"hosts\": [{\"name\": \"a\"}, {\"name\": \"a\"}]}|two hosts have one name",
                "{\"hosts\": [{\"name\": \"../a\"}]}|line 1, column 21: hosts[0].name: a host has a name of up to 63"
                        + " letters, digits, - and _, not \"../a\"",
                "{\"hosts\": [{\"name\": \"a\", \"windows\": \"2b\"}]}|line 1, column 37: hosts[0].windows: expected"
                        + " one of none, types_1_and_2a, types_1_and_2b",
                "{\"hosts\": [{\"name\": \"a\", \"paging\": 1}]}|line 1, column 36: hosts[0].paging: expected one of"
                        + " none, ranges, full",
                "{\"hosts\": [{\"name\": \"a\", \"iommu\": 1}]}|line 1, column 35: hosts[0].iommu: expected true or"
                        + " false",
                "{\"hosts\": [{\"name\": \"a\", \"memory_bytes\": 5}]}|line 1, column 42: hosts[0].memory_bytes:"
                        + " expected a whole number from 16777216 to 4398046511104, not 5",
                "{\"hosts\": [{\"name\": \"a\", \"keys\": \"good\"}]}|line 1, column 34: hosts[0].keys: expected one of"
                        + " sequential, step_100, mlx5_delta, lfsr15, permuted, random, not \"good\"",
                "{\"faults\": {\"rates\": {\"drop\": -1}}}|line 1, column 31: faults.rates.drop: expected a number from"
                        + " 0 on"
            })
    void shouldSayWhereAFileIsNotOfTheFormat(String text, String complaint) {
        InputException refused = assertThrows(InputException.class, () -> ServeConfig.read(text));
        String said = String.valueOf(refused.getMessage());
        assertTrue(said.contains(complaint), said);
    }
}
