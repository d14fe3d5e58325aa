package dev.fenestra.tools.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestBenchTest {

    @Test
    void shouldRunOnTheModulePath() {
        assertTrue(TestBench.class.getModule().isNamed());
        assertTrue(Context.class.getModule().isNamed());
        assertTrue(HcaConfig.class.getModule().isNamed());
        try (TestBench bench = TestBench.twoHosts()) {
            var driver = bench.host("alice").kernel().devices().get("mlx5_0").getClass();
            assertTrue(driver.getModule().isNamed(), driver.getModule().toString());
        }
    }

    @Test
    void shouldHaveAliceAndBobOnTwoAddresses() {
        try (TestBench bench = TestBench.twoHosts()) {
            assertEquals(
                    List.of("alice", "bob"),
                    bench.hosts().stream().map(BenchHost::name).toList());
            assertEquals(Gid.ofIpv4(0x0a000001), bench.host("alice").open().gid(0));
            assertEquals(
                    Gid.ofIpv4(0x0a000002), bench.host("bob").open("mlx5_0").gid(0));
        }
    }

    @Test
    void shouldBuildAsManyHostsAsAreNamed() {
        try (TestBench bench = TestBench.builder().hosts("a", "b", "c").build()) {
            assertEquals(Gid.ofIpv4(0x0a000003), bench.host("c").open().gid(0));
        }
    }

    @Test
    void shouldNameTheHostsItHasWhenAskedForAnother() {
        try (TestBench bench = TestBench.twoHosts()) {
            var refusal = assertThrows(IllegalArgumentException.class, () -> bench.host("carol"));
            assertEquals("no host carol on this bench, only [alice, bob]", refusal.getMessage());
        }
    }

    @Test
    void shouldRefuseTwoHostsOfOneName() {
        assertThrows(IllegalArgumentException.class, () -> TestBench.builder().hosts("a", "a"));
    }

    @Test
    void shouldRefuseABenchWithoutHosts() {
        assertThrows(IllegalArgumentException.class, () -> TestBench.builder().hosts());
    }

    @Test
    void shouldAskWhetherAProviderIsThereWhenNoneClaimsTheHardware() {
        TestBenchBuilder builder = TestBench.builder().drivers(ClassLoader.getPlatformClassLoader());

        var missing = assertThrows(MissingProviderException.class, builder::build);

        assertEquals(
                "no RDMA driver claims the card of alice: is a provider module on the path?", missing.getMessage());
    }

    @Test
    void shouldFindDriversByAGivenLoader() {
        try (TestBench bench =
                TestBench.builder().drivers(ClassLoader.getSystemClassLoader()).build()) {
            assertEquals("mlx5_0", bench.host("bob").open().device());
        }
    }

    @Test
    void shouldBuildHardwareAsConfigured() {
        try (TestBench bench = TestBench.builder()
                .hcaConfig(it -> it.withWindows(WindowSupport.NONE))
                .build()) {
            ProtectionDomain pd = bench.host("alice").open().allocPd();

            var refusal = assertThrows(VerbsException.class, () -> pd.allocMw(MwType.TYPE_1));

            assertEquals(Errno.EOPNOTSUPP, refusal.errno());
        }
    }

    @Test
    void shouldBuildHostsAsConfigured() {
        try (TestBench bench =
                TestBench.builder().hostConfig(host -> host.withMemory(1 << 20)).build()) {
            Context context = bench.host("alice").open();

            var refusal = assertThrows(VerbsException.class, () -> context.allocate(2 << 20));

            assertEquals(Errno.ENOMEM, refusal.errno());
        }
    }

    @Test
    void shouldDecideByTheSeedWhereMemoryLies() {
        assertEquals(firstBusAddresses(5), firstBusAddresses(5));
        assertNotEquals(firstBusAddresses(5), firstBusAddresses(6));
    }

    @Test
    void shouldConnectAndReconnectTwoQps() {
        try (TestBench bench = TestBench.twoHosts()) {
            QueuePair one = qp(bench.host("alice").open());
            QueuePair other = qp(bench.host("bob").open());

            bench.connectPair(one, other);
            bench.reconnectPair(one, other);

            assertEquals(QpState.RTS, one.state());
            assertEquals(QpState.RTS, other.state());
        }
    }

    @Test
    void shouldShowAListenerTheContextsBeforeAndAfterIt() {
        try (TestBench bench = TestBench.twoHosts()) {
            List<Context> seen = new ArrayList<>();
            Context before = bench.host("alice").open();
            bench.host("alice").onOpen(seen::add);
            Context after = bench.host("alice").open();

            assertEquals(List.of(before, after), seen);
        }
    }

    private static List<Long> firstBusAddresses(long seed) {
        try (TestBench bench = TestBench.builder().seed(seed).build()) {
            var memory = bench.host("alice").process().memory();
            long address = memory.allocate(16 << 12);
            List<Long> offsets = new ArrayList<>();
            for (int page = 0; page < 16; page++) {
                offsets.add(memory.offset(address + ((long) page << 12)));
            }
            return offsets;
        }
    }

    private static QueuePair qp(Context context) {
        CompletionQueue cq = context.createCq(16);
        return context.allocPd().createQp(QpSpec.rc(cq, cq));
    }
}
