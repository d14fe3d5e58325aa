package dev.fenestra.tools.regions;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_ATOMIC;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.limits.OdpSupport;
import dev.fenestra.ib.core.kernel.RegionRule;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.HostConfig;
import dev.fenestra.ib.core.vocabulary.MrAdvice;
import dev.fenestra.ib.core.vocabulary.MrType;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.Side;
import dev.fenestra.uverbs.memory.DmaBuf;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MrInitAttributes;
import dev.fenestra.uverbs.memory.ReregError;
import dev.fenestra.uverbs.memory.ReregException;
import dev.fenestra.uverbs.request.PostException;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Buffers of exporters as memory of regions (pyverbs DmaBufMRTest, DmaBufTestCase). */
class DmaBufTest {
    private static final int BYTES = 4 * PAGE_BYTES;
    private static final AccessFlag[] ALL = {LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ, REMOTE_ATOMIC};

    /** The kind of exporter. */
    private enum Exporter {
        HOST,
        SEGMENT,
        BEHIND_IOMMU;

        Pair pair() {
            return this == BEHIND_IOMMU
                    ? new Pair(TestBench.builder()
                            .hostConfig(HostConfig::withIommu)
                            .build())
                    : new Pair();
        }

        DmaBuf export(Side side) {
            return this == SEGMENT
                    ? side.context().process().exportDmaBuf(Arena.ofAuto().allocate(BYTES))
                    : side.context().process().exportDmaBuf(BYTES);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldCarryAllTrafficWhileItsPagesMove(Exporter exporter) {
        try (Pair pair = exporter.pair()) {
            Side alice = pair.alice();
            Side bob = pair.bob();
            DmaBuf source = exporter.export(alice);
            DmaBuf target = exporter.export(bob);
            MemoryRegion from = alice.pd().regDmaBufMr(source, 0, BYTES, 0, ALL);
            MemoryRegion to = bob.pd().regDmaBufMr(target, PAGE_BYTES + 16, PAGE_BYTES, 0x7000_0010L, ALL);
            SplittableRandom random = new SplittableRandom(1);
            for (int i = 0; i < 20; i++) {
                byte[] data = new byte[PAGE_BYTES];
                random.nextBytes(data);
                source.put(100, data);
                source.move();
                target.move();
                if (i % 2 == 0) {
                    bob.qp().postRecv(1000 + i, to.all());
                    alice.perform(Send.of(i, from.slice(100, PAGE_BYTES)));
                    bob.await(1000 + i).orThrow();
                } else {
                    alice.perform(RdmaWrite.of(i, to.remote(), from.slice(100, PAGE_BYTES)));
                }
                assertArrayEquals(data, target.get(PAGE_BYTES + 16, PAGE_BYTES));
                target.move();
                alice.perform(RdmaRead.of(500 + i, to.remote().slice(8, 64), from.slice(2 * PAGE_BYTES, 64)));
                assertArrayEquals(Arrays.copyOfRange(data, 8, 72), source.get(2 * PAGE_BYTES, 64));
            }
            assertTrue(bob.host().refusals().isEmpty(), bob.host().refusals().toString());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, BYTES / 2})
    void shouldRegisterWithEachLegalAccess(long offset) {
        try (Pair pair = new Pair()) {
            Side bob = pair.bob();
            DmaBuf buffer = bob.context().process().exportDmaBuf(BYTES);
            AccessFlag[][] legal = {
                {},
                {LOCAL_WRITE},
                {REMOTE_READ},
                {LOCAL_WRITE, REMOTE_WRITE},
                ALL,
                {LOCAL_WRITE, AccessFlag.RELAXED_ORDERING}
            };
            for (AccessFlag[] access : legal) {
                try (MemoryRegion region = bob.pd().regDmaBufMr(buffer, offset, BYTES / 2, offset, access)) {
                    assertEquals(MrType.DMA_BUF, region.type());
                    assertTrue(region.lkey() != 0);
                }
            }
        }
    }

    @Test
    void shouldKeepTheBufferWhenTheExporterHasClosedIt() {
        try (Pair pair = new Pair()) {
            Side bob = pair.bob();
            long before = bob.host().kernel().memory().usedFrames();
            DmaBuf buffer = bob.context().process().exportDmaBuf(BYTES);
            MemoryRegion region = bob.pd().regDmaBufMr(buffer, 0, BYTES, 0, ALL);
            buffer.close();
            pair.alice()
                    .perform(RdmaWrite.of(
                            1,
                            region.slice(0, 8).remote(),
                            pair.alice().region().slice(0, 8)));
            assertArrayEquals(pair.alice().memory().get(0, 8), buffer.get(0, 8));
            VerbsException gone =
                    assertThrows(VerbsException.class, () -> bob.pd().regDmaBufMr(buffer, 0, BYTES, 0, ALL));
            assertEquals(Errno.EBADF, gone.errno());

            region.close();
            assertEquals(before, bob.host().kernel().memory().usedFrames());
        }
    }

    @Test
    void shouldTakeNeitherAnotherRegistrationNorAWindow() {
        try (Pair pair = new Pair()) {
            Side bob = pair.bob();
            DmaBuf buffer = bob.context().process().exportDmaBuf(BYTES);
            MemoryRegion region = bob.pd().regDmaBufMr(buffer, 0, BYTES, 0, ALL);

            ReregException rereg = assertThrows(ReregException.class, () -> region.changeAccess(LOCAL_WRITE));
            assertEquals(ReregError.ERR_INPUT, rereg.error());
            var window = bob.pd().allocMw(MwType.TYPE_1);
            PostException bind = assertThrows(
                    PostException.class, () -> bob.qp().bindMw(1, window, region.slice(0, 8), REMOTE_READ));
            assertEquals(Errno.EOPNOTSUPP, bind.errno());
            assertThrows(VerbsException.class, () -> bob.pd().shareMr(region, LOCAL_WRITE));
            // It can be brought in ahead.
            buffer.move();
            bob.pd().adviseMr(MrAdvice.PREFETCH_WRITE, region.slice(0, PAGE_BYTES));
        }
    }

    @Test
    void shouldGoFromOneProcessToAnother() {
        try (Pair pair = new Pair()) {
            Side bob = pair.bob();
            DmaBuf mine = bob.context().process().exportDmaBuf(BYTES);
            DmaBuf childs = bob.context().process().fork("child").receive(mine);
            MemoryRegion region = bob.pd().regDmaBufMr(mine, 0, BYTES, 0, ALL);
            pair.alice()
                    .perform(RdmaWrite.of(
                            1,
                            region.slice(0, 8).remote(),
                            pair.alice().region().slice(0, 8)));
            assertArrayEquals(pair.alice().memory().get(0, 8), childs.get(0, 8));
        }
    }

    @Test
    void shouldRegisterByAMask() {
        try (Pair pair = new Pair()) {
            Side bob = pair.bob();
            DmaBuf buffer = bob.context().process().exportDmaBuf(BYTES);
            MrInitAttributes part = MrInitAttributes.of(PAGE_BYTES, LOCAL_WRITE, REMOTE_WRITE)
                    .withDescriptor(buffer.descriptor())
                    .withOffset(PAGE_BYTES);
            MemoryRegion region = bob.pd().regMrEx(part);
            assertEquals(PAGE_BYTES, region.address());
            pair.alice()
                    .perform(RdmaWrite.of(
                            1,
                            region.slice(0, 8).remote(),
                            pair.alice().region().slice(0, 8)));
            assertArrayEquals(pair.alice().memory().get(0, 8), buffer.get(PAGE_BYTES, 8));

            MemoryRegion memory = bob.pd()
                    .regMrEx(MrInitAttributes.of(PAGE_BYTES, LOCAL_WRITE, REMOTE_WRITE)
                            .withAddress(bob.memory().address()));
            memory.changeTranslation(bob.memory(), PAGE_BYTES, PAGE_BYTES);
            pair.alice()
                    .perform(RdmaWrite.of(
                            2,
                            memory.slice(0, 8).remote(),
                            pair.alice().region().slice(0, 8)));
            assertArrayEquals(pair.alice().memory().get(0, 8), bob.memory().get(PAGE_BYTES, 8));
        }
    }

    @Test
    void shouldBeRefusedByADeviceThatCannotFollow() {
        try (TestBench bench = TestBench.builder()
                .hcaConfig(hca -> hca.withOdp(OdpSupport.NONE))
                .build()) {
            var context = bench.host("bob").open();
            DmaBuf buffer = context.process().exportDmaBuf(BYTES);
            VerbsException refused =
                    assertThrows(VerbsException.class, () -> context.allocPd().regDmaBufMr(buffer, 0, BYTES, 0, ALL));
            assertEquals(RegionRule.DMA_BUFS, refused.rule());
            assertEquals(Errno.EOPNOTSUPP, refused.errno());
        }
    }
}
