package dev.fenestra.tools.memory;

import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.memory.MemoryRule;
import dev.fenestra.ib.core.memory.ProcessMemory;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.HostConfig;
import dev.fenestra.ib.core.vocabulary.MapOptions;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.Side;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What registering memory asks of the host, and how a program may change its memory meanwhile. */
class HostMemoryTest {
    private static final AccessFlag[] PEERS = {AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ};

    private static TestBench bench(UnaryOperator<HostConfig> hosts) {
        return TestBench.builder().hostConfig(hosts).build();
    }

    private static ProcessMemory process(TestBench bench) {
        return bench.host("alice").process().memory();
    }

    private static void assertRefused(MemoryRule rule, Errno errno, Executable call) {
        VerbsException refused = assertThrows(VerbsException.class, call);
        assertEquals(rule, refused.rule());
        assertEquals(errno, refused.errno());
    }

    @Test
    void shouldRefuseToRegisterMoreThanRlimitMemlock() {
        try (TestBench bench = bench(host -> host.withLockLimit(8 * PAGE_BYTES, false))) {
            Context alice = bench.host("alice").open();
            ProtectionDomain pd = alice.allocPd();
            Memory memory = alice.allocate(5 * PAGE_BYTES);
            MemoryRegion once = pd.regMr(memory);
            assertEquals(5, process(bench).pinnedPages());

            // The same pages again count again.
            assertRefused(MemoryRule.LOCK_LIMIT, Errno.ENOMEM, () -> pd.regMr(memory));
            MemoryRegion some = pd.regMr(memory, 0, 3 * PAGE_BYTES);
            // What a queue takes is pinned, too.
            assertRefused(MemoryRule.LOCK_LIMIT, Errno.ENOMEM, () -> alice.createCq(1));
            once.close();
            some.close();
            alice.createCq(1);
        }
    }

    @Test
    void shouldRefuseAUserWhoMayNotLockMemoryButLetPagesComeOnDemand() {
        try (TestBench bench = bench(host -> host.withLockLimit(0, false))) {
            Context alice = bench.host("alice").open();
            ProtectionDomain pd = alice.allocPd();
            Memory memory = alice.allocate(PAGE_BYTES);

            assertRefused(MemoryRule.MAY_LOCK, Errno.EPERM, () -> pd.regMr(memory));
            pd.regMr(memory, AccessFlag.LOCAL_WRITE, AccessFlag.ON_DEMAND);
            assertEquals(0, process(bench).pinnedPages());
        }
    }

    @Test
    void shouldPinForWritingWhateverAWindowMayLaterWrite() {
        try (Pair pair = new Pair()) {
            Memory memory = pair.bob().context().map(2 * PAGE_BYTES, MapOptions.USUAL.readOnly());

            assertRefused(
                    MemoryRule.WRITABLE, Errno.EFAULT, () -> pair.bob().pd().regMr(memory, AccessFlag.MW_BIND));
            assertRefused(
                    MemoryRule.WRITABLE, Errno.EFAULT, () -> pair.bob().pd().regMr(memory, AccessFlag.LOCAL_WRITE));
            pair.bob().pd().regMr(memory, AccessFlag.REMOTE_READ);
        }
    }

    @Test
    void shouldLetTheDeviceGoOnWhereTheProgramHasUnmappedAndProtected() {
        try (Pair pair = new Pair()) {
            Memory memory = pair.bob().context().map(3 * PAGE_BYTES, MapOptions.USUAL);
            MemoryRegion region = pair.bob().pd().regMr(memory, PEERS);
            memory.unmap(PAGE_BYTES, PAGE_BYTES);
            memory.protect(2 * PAGE_BYTES, PAGE_BYTES, false);

            pair.alice()
                    .perform(RdmaWrite.of(
                            1, region.remote(), pair.alice().region().all()));

            assertEquals((byte) 0xaa, memory.get(3 * PAGE_BYTES - 1, 1)[0]);
            assertThrows(IndexOutOfBoundsException.class, () -> memory.get(PAGE_BYTES, 1));
            assertThrows(IndexOutOfBoundsException.class, () -> memory.put(2 * PAGE_BYTES, new byte[1]));
            // The frame of the unmapped page lives on for the device.
            pair.alice().memory().fill((byte) 0);
            pair.alice()
                    .perform(RdmaRead.of(
                            2, region.remote(), pair.alice().region().all()));
            assertEquals((byte) 0xaa, pair.alice().memory().get(PAGE_BYTES, 1)[0]);
            assertRefused(MemoryRule.MAPPED, Errno.EFAULT, () -> pair.bob().pd().regMr(memory));
        }
    }

    @Test
    void shouldRegisterHugePages() {
        try (Pair pair = new Pair()) {
            Memory memory = pair.bob().context().map(3 << 20, MapOptions.USUAL.hugePages());
            MemoryRegion region = pair.bob().pd().regMr(memory, PEERS);
            MemorySlice across = region.slice((2 << 20) - PAGE_BYTES, Side.REGION_BYTES);
            pair.alice()
                    .perform(RdmaWrite.of(
                            1, across.remote(), pair.alice().region().all()));

            assertArrayEquals(pair.alice().bytes(), memory.get((2 << 20) - PAGE_BYTES, Side.REGION_BYTES));
            region.close();
            memory.close();
        }
    }

    @Test
    void shouldReachATebibyteAndKeepOnlyWhatWasTouched() {
        try (Pair pair = new Pair()) {
            long length = 1L << 40;
            Memory memory = pair.bob().context().map(length, MapOptions.USUAL);
            MemoryRegion all = pair.bob().pd().regImplicit(PEERS);
            ProcessMemory bob = pair.bob().host().process().memory();
            long before = bob.residentPages();
            SplittableRandom random = new SplittableRandom(1);
            long[] places = random.longs(50, 0, length / PAGE_BYTES)
                    .map(page -> page * PAGE_BYTES)
                    .toArray();

            for (long place : places) {
                pair.alice().memory().putLong(0, place);
                MemorySlice target = new MemorySlice(all, memory.address() + place, 8);
                pair.alice()
                        .perform(RdmaWrite.of(
                                1, target.remote(), pair.alice().region().slice(0, 8)));
            }

            for (long place : places) {
                assertEquals(place, memory.getLong(place));
            }
            assertEquals(before + places.length, bob.residentPages());
            assertTrue(pair.bob().host().kernel().memory().usedFrames() < 1000);
        }
    }

    @Test
    void shouldFollowPagesThatMoveBehindAnIommuAsWell() {
        try (Pair pair = new Pair(bench(HostConfig::withIommu))) {
            Memory memory = pair.bob().context().map(Side.REGION_BYTES, MapOptions.USUAL);
            AccessFlag[] onDemand = {
                AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.ON_DEMAND
            };
            MemoryRegion region = pair.bob().pd().regMr(memory, onDemand);
            for (int round = 0; round < 10; round++) {
                pair.alice().memory().fill((byte) round);
                pair.alice()
                        .perform(RdmaWrite.of(
                                round, region.remote(), pair.alice().region().all()));
                assertEquals(3, pair.bob().host().kernel().reclaim());
                pair.alice().memory().fill((byte) 0xee);
                pair.alice()
                        .perform(RdmaRead.of(
                                round, region.remote(), pair.alice().region().all()));

                assertEquals((byte) round, pair.alice().memory().get(Side.REGION_BYTES - 1, 1)[0]);
            }
            assertTrue(pair.bob().host().refusals().isEmpty());
        }
    }
}
