package dev.fenestra.tools.regions;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_ATOMIC;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ZERO_BASED;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.limits.HcaMemory;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.kernel.RegionRule;
import dev.fenestra.ib.core.spi.SpiRule;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MrType;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.Side;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.memory.DeviceMemory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.memory.ReregException;
import dev.fenestra.uverbs.request.AtomicFetchAndAdd;
import dev.fenestra.uverbs.request.BindMw;
import dev.fenestra.uverbs.request.PostException;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Memory on the card itself. */
class DeviceMemoryTest {
    private static final int LENGTH = 6000;

    @AutoClose
    private final Pair pair = new Pair();

    private final Side alice = pair.alice();
    private final Side bob = pair.bob();
    private final DeviceMemory memory = bob.context().allocDm(LENGTH);

    private MemoryRegion all(AccessFlag... more) {
        AccessFlag[] access = Stream.concat(Stream.of(ZERO_BASED, LOCAL_WRITE), Stream.of(more))
                .toArray(AccessFlag[]::new);
        return bob.pd().regDmMr(memory, 0, LENGTH, access);
    }

    @Test
    void shouldBeWrittenAndReadByPeersAndByTheProgram() {
        MemoryRegion region = all(REMOTE_WRITE, REMOTE_READ);

        alice.perform(
                RdmaWrite.of(1, region.slice(2, 5000).remote(), alice.region().slice(0, 5000)));
        memory.put(4, new byte[] {1, 2, 3, 4});
        alice.perform(
                RdmaRead.of(2, region.slice(0, 12).remote(), alice.region().slice(6000, 12)));

        byte x = (byte) 0xaa;
        assertArrayEquals(
                new byte[] {0, 0, x, x, 1, 2, 3, 4, x, x, x, x}, alice.memory().get(6000, 12));
        byte[] expected = new byte[1000];
        Arrays.fill(expected, 0, 2, x);
        assertArrayEquals(expected, memory.get(5000, 1000));
    }

    @Test
    void shouldBeSourceAndTargetOfThisSidesRequests() {
        MemoryRegion region = all();
        memory.put(8, new byte[] {9, 8, 7, 6});
        alice.qp().postRecv(5, alice.region().slice(0, 64));

        bob.perform(Send.of(1, region.slice(8, 4)));
        alice.await(5).orThrow();

        assertArrayEquals(new byte[] {9, 8, 7, 6}, alice.memory().get(0, 4));
        bob.qp().postRecv(6, region.slice(100, 64));
        alice.perform(Send.of(2, alice.region().slice(100, 64)));
        bob.await(6).orThrow();
        assertArrayEquals(alice.memory().get(100, 64), memory.get(100, 64));
    }

    @Test
    void shouldServeAtomics() {
        MemoryRegion region = all(REMOTE_ATOMIC);
        memory.put(16, new byte[] {40, 0, 0, 0, 0, 0, 0, 0});

        alice.perform(AtomicFetchAndAdd.of(
                1, region.slice(16, 8).remote(), 2, alice.region().slice(0, 8)));

        assertEquals(40, alice.memory().getLong(0));
        assertArrayEquals(new byte[] {42, 0, 0, 0, 0, 0, 0, 0}, memory.get(16, 8));
    }

    @Test
    void shouldRegisterAPartOfIt() {
        MemoryRegion region = bob.pd().regDmMr(memory, 4100, 8, ZERO_BASED, LOCAL_WRITE, REMOTE_WRITE);

        alice.perform(RdmaWrite.of(1, region.all().remote(), alice.region().slice(0, 8)));

        assertArrayEquals(alice.memory().get(0, 8), memory.get(4100, 8));
        RemoteBuffer behind = new RemoteBuffer(4, 8, region.rkey());
        pair.assertRefused(
                HcaRule.R6, behind, RdmaWrite.of(2, behind, alice.region().slice(0, 8)));
    }

    /** A call on bob's side and what refuses it. */
    private record Case(Errno errno, String rule, Consumer<DeviceMemoryTest> call) {
        @Override
        public String toString() {
            return rule;
        }
    }

    static Stream<Case> refusals() {
        return Stream.of(
                new Case(Errno.EINVAL, "DM-2", t -> t.bob.context().allocDm(0)),
                new Case(Errno.EINVAL, "DM-2", t -> t.bob.context().allocDm((256 << 10) + 1)),
                new Case(Errno.EINVAL, "DM-2", t -> t.bob.context().allocDm(-1)),
                new Case(Errno.EINVAL, "MLX-45", t -> t.bob.context().allocDm(64, 13)),
                new Case(Errno.EINVAL, "MLX-45", t -> t.bob.context().allocDm(64, -1)),
                new Case(Errno.ENOMEM, "MLX-73", t -> t.bob.context().allocDm(256 << 10)),
                new Case(Errno.EFAULT, "MLX-47", t -> t.memory.put(LENGTH, new byte[4])),
                new Case(Errno.EFAULT, "MLX-47", t -> t.memory.put(LENGTH - 3, new byte[5])),
                new Case(Errno.EFAULT, "MLX-47", t -> t.memory.get(-4, 4)),
                new Case(Errno.EFAULT, "MLX-47", t -> t.memory.get(Long.MAX_VALUE, 4)),
                new Case(Errno.EINVAL, "MLX-48", t -> t.memory.put(2, new byte[4])),
                new Case(Errno.EINVAL, "MLX-48", t -> t.memory.get(0, 3)),
                new Case(Errno.EINVAL, "DM-3", t -> t.bob.pd().regDmMr(t.memory, 0, 8, LOCAL_WRITE)),
                new Case(Errno.EINVAL, "DM-4", t -> t.bob.pd().regDmMr(t.memory, 0, LENGTH + 1, ZERO_BASED)),
                new Case(Errno.EINVAL, "DM-4", t -> t.bob.pd().regDmMr(t.memory, LENGTH + 1, 1, ZERO_BASED)),
                new Case(Errno.EINVAL, "DM-4", t -> t.bob.pd().regDmMr(t.memory, 4, -1, ZERO_BASED)),
                new Case(Errno.EINVAL, "REG-2", t -> t.bob.pd().regDmMr(t.memory, 0, 8, ZERO_BASED, REMOTE_WRITE)),
                new Case(Errno.EINVAL, "MLX-46", t -> t.bob.pd().regDmMr(t.memory, 0, 8, ZERO_BASED, MW_BIND)));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void shouldRefuse(Case refused) {
        VerbsException refusal =
                assertThrows(VerbsException.class, () -> refused.call().accept(this));

        assertEquals(refused.errno(), refusal.errno());
        assertEquals(refused.rule(), refusal.rule().id());
    }

    @Test
    void shouldNotBeFreedWhileARegionOfItIsRegistered() {
        MemoryRegion region = all();

        VerbsException refused = assertThrows(VerbsException.class, memory::close);

        assertEquals(Errno.EBUSY, refused.errno());
        assertEquals(KernelRule.HELD, refused.rule());
        assertTrue(refused.values().contains(region.name()), refused.values());
        region.close();
        memory.close();
        bob.context().allocDm(256 << 10).close();
    }

    @Test
    void shouldComeBackZeroed() {
        memory.put(0, new byte[] {1, 2, 3, 4});
        memory.close();

        assertArrayEquals(new byte[64], bob.context().allocDm(64).get(0, 64));
    }

    @Test
    void shouldNotBeRegisteredAnew() {
        MemoryRegion region = all();

        assertThrows(ReregException.class, () -> region.changeAccess(REMOTE_READ));

        assertEquals(MrType.DM, region.type());
        assertEquals(Set.of(ZERO_BASED, LOCAL_WRITE), region.access());
    }

    @Test
    void shouldNotCarryWindows() {
        MemoryRegion region = all();
        MemoryWindow first = bob.pd().allocMw(MwType.TYPE_1);
        MemoryWindow second = bob.pd().allocMw(MwType.TYPE_2);

        PostException refused =
                assertThrows(PostException.class, () -> bob.qp().bindMw(1, first, region.slice(0, 8), REMOTE_READ));

        assertEquals(Errno.EOPNOTSUPP, refused.errno());
        int key = MemoryKey.next(second.rkey());
        assertEquals(
                WcStatus.MW_BIND_ERR,
                bob.attempt(BindMw.of(2, second, key, region.slice(0, 8), REMOTE_READ))
                        .status());
        assertEquals(
                HcaRule.B7.id(),
                bob.host().kernel().refusals().refusals().getLast().ruleId());
    }

    @Test
    void shouldGoWithItsProcess() {
        all(REMOTE_READ);
        int most = HcaMemory.DEFAULT.deviceMemoryBytes();
        assertThrows(VerbsException.class, () -> bob.context().allocDm(most));
        bob.host().process().close();

        try (Context again = bob.host().open();
                DeviceMemory whole = again.allocDm(most)) {
            assertEquals(most, whole.length());
        }
    }

    @Test
    void shouldNotBeOfferedByACardWithoutSuchMemory() {
        try (TestBench bench = TestBench.builder()
                        .hcaConfig(hca -> hca.withMemory(HcaMemory.DEFAULT.withDeviceMemory(0)))
                        .build();
                Context context = bench.host("bob").open()) {
            VerbsException refused = assertThrows(VerbsException.class, () -> context.allocDm(64));
            assertEquals(Errno.EOPNOTSUPP, refused.errno());
            assertTrue(refused.rule() == RegionRule.DEVICE_MEMORY || refused.rule() == SpiRule.UNSUPPORTED);
            assertEquals(0, context.deviceAttributes().memory().maxDmSize());
        }
    }
}
