package dev.fenestra.tools.memory;

import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.memory.SegmentationFault;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.HostConfig;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.Side;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ForkStatus;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.UserProcess;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process forks while peers use its regions. */
class ForkTrafficTest {
    private static final long OLD = 0xbbbb_bbbb_bbbb_bbbbL;
    private static final long WRITTEN = 0xaaaa_aaaa_aaaa_aaaaL;

    private static Pair pair(boolean copyOnFork) {
        return new Pair(TestBench.builder()
                .hostConfig(host -> copyOnFork ? host : host.withoutCopyOnFork())
                .build());
    }

    private static MemoryRegion open(Side side, AccessFlag... more) {
        int access = AccessFlag.mask(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ)
                | AccessFlag.mask(more);
        return side.pd().regMr(side.memory(), AccessFlag.of(access).toArray(AccessFlag[]::new));
    }

    private static Memory inChild(UserProcess child, Side side) {
        return child.memoryAt(side.memory().address(), Side.REGION_BYTES);
    }

    private static void write(Pair pair, int wrId, MemoryRegion region, long offset) {
        pair.alice()
                .perform(RdmaWrite.of(
                        wrId,
                        region.slice(offset, 8).remote(),
                        pair.alice().region().slice(0, 8)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldWriteWhereTheParentLooksWhoeverStoresFirst(boolean onDemand) {
        try (Pair pair = pair(true)) {
            Side bob = pair.bob();
            bob.region().close();
            MemoryRegion region = onDemand ? open(bob, AccessFlag.ON_DEMAND) : open(bob);
            write(pair, 1, region, 2 * PAGE_BYTES + 8);
            UserProcess process = bob.context().process();
            assertEquals(ForkStatus.UNNEEDED, process.forkStatus());
            Memory child = inChild(process.fork("child"), bob);

            bob.memory().putLong(0, 1);
            child.putLong(PAGE_BYTES, 2);
            for (int page = 0; page < 3; page++) {
                write(pair, 2, region, (long) page * PAGE_BYTES);
                assertEquals(WRITTEN, bob.memory().getLong((long) page * PAGE_BYTES));
            }

            assertEquals(OLD, child.getLong(0));
            assertEquals(2, child.getLong(PAGE_BYTES));
            assertEquals(OLD, child.getLong(2 * PAGE_BYTES));
            assertEquals(WRITTEN, child.getLong(2 * PAGE_BYTES + 8));
            // What the program stored after the fork is what its peers read.
            bob.memory().putLong(16, 5);
            pair.alice()
                    .perform(RdmaRead.of(
                            3,
                            region.slice(16, 8).remote(),
                            pair.alice().region().slice(8, 8)));
            assertEquals(5, pair.alice().memory().getLong(8));
        }
    }

    @Test
    void shouldTakePinnedPagesFromAParentThatStoresFirstOnOldKernels() {
        try (Pair pair = pair(false)) {
            Side bob = pair.bob();
            MemoryRegion region = open(bob);
            UserProcess process = bob.context().process();
            assertEquals(ForkStatus.DISABLED, process.forkStatus());
            Memory child = inChild(process.fork("child"), bob);

            bob.memory().putLong(0, 1);
            write(pair, 1, region, 0);
            child.putLong(PAGE_BYTES, 2);
            write(pair, 2, region, PAGE_BYTES);

            // The parent moved away from its device, which writes to what is the child's now.
            assertEquals(1, bob.memory().getLong(0));
            assertEquals(WRITTEN, child.getLong(0));
            // Where the child stored first, it was the child that moved.
            assertEquals(WRITTEN, bob.memory().getLong(PAGE_BYTES));
            assertEquals(2, child.getLong(PAGE_BYTES));
        }
    }

    @Test
    void shouldKeepPinnedPagesOnOldKernelsAfterForkInit() {
        try (TestBench bench =
                TestBench.builder().hostConfig(HostConfig::withoutCopyOnFork).build()) {
            bench.host("alice").open().process().forkInit();
            bench.host("bob").open().process().forkInit();
            Pair pair = new Pair(bench);
            Side bob = pair.bob();
            MemoryRegion region = open(bob);
            UserProcess process = bob.context().process();
            assertEquals(ForkStatus.ENABLED, process.forkStatus());
            Memory child = inChild(process.fork("child"), bob);

            bob.memory().putLong(0, 1);
            write(pair, 1, region, 0);

            assertEquals(WRITTEN, bob.memory().getLong(0));
            assertThrows(SegmentationFault.class, () -> child.getLong(0));
        }
    }

    @Test
    void shouldLetAChildOpenTheDeviceAndUseWhatItGotFromItsParent() {
        try (Pair pair = pair(true)) {
            Side bob = pair.bob();
            bob.memory().putLong(PAGE_BYTES, 42);
            UserProcess process = bob.context().process().fork("child");
            bob.memory().putLong(PAGE_BYTES, 43);
            Context child = process.open(bob.context().device());
            var pd = child.allocPd();
            var cq = child.createCq(4);
            QueuePair qp = pd.createQp(QpSpec.rc(cq, cq));
            MemoryRegion region = pd.regMr(inChild(process, bob), AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ);
            pair.bench().reconnectPair(pair.alice().qp(), qp);

            pair.alice()
                    .perform(RdmaRead.of(
                            1,
                            region.slice(PAGE_BYTES, 8).remote(),
                            pair.alice().region().slice(0, 8)));

            assertEquals(42, pair.alice().memory().getLong(0));
            process.close();
            assertEquals(43, bob.memory().getLong(PAGE_BYTES));
        }
    }
}
