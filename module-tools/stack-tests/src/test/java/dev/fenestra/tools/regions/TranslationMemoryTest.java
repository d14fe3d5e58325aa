package dev.fenestra.tools.regions;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.limits.CacheSize;
import dev.fenestra.hw.sim.hca.limits.HcaMemory;
import dev.fenestra.hw.sim.hca.limits.MttPlacement;
import dev.fenestra.hw.sim.hca.observe.HcaCounters;
import dev.fenestra.ib.core.vocabulary.HostConfig;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.PageList;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.RegisterMr;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where translations lie, and what the caches before them count. */
class TranslationMemoryTest {
    /** Bob's side of two hosts with such cards. */
    private static final class Stage implements AutoCloseable {
        private final TestBench bench;
        private final Context alice;
        private final Context bob;
        private final ProtectionDomain alicePd;
        private final ProtectionDomain bobPd;
        private final CompletionQueue cq;
        private final QueuePair qp;
        private final Memory source;
        private final MemoryRegion from;

        Stage(UnaryOperator<HcaMemory> card) {
            bench = TestBench.builder()
                    .hcaConfig(hca -> hca.withMemory(card.apply(HcaMemory.DEFAULT)))
                    .build();
            alice = bench.host("alice").open();
            bob = bench.host("bob").open();
            alicePd = alice.allocPd();
            bobPd = bob.allocPd();
            cq = alice.createCq(16);
            qp = alicePd.createQp(QpSpec.rc(cq, cq));
            CompletionQueue bobCq = bob.createCq(16);
            bench.connectPair(qp, bobPd.createQp(QpSpec.rc(bobCq, bobCq)));
            source = alice.allocate(64 * PAGE_BYTES);
            source.fill((byte) 7);
            from = alicePd.regMr(source, LOCAL_WRITE);
        }

        HcaCounters counters() {
            return bench.host("bob").hca().counters();
        }

        MemoryRegion region(int pages) {
            return bobPd.regMr(bob.allocate((long) pages * PAGE_BYTES), LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ);
        }

        void write(MemoryRegion to, int page) {
            qp.post(RdmaWrite.of(1, to.slice((long) page * PAGE_BYTES, 8).remote(), from.slice(0, 8)));
            cq.await(1, Duration.ofSeconds(10)).orThrow();
        }

        @Override
        public void close() {
            bench.close();
        }
    }

    @Test
    void shouldCountNothingWithoutCaches() {
        try (Stage stage = new Stage(card -> card)) {
            stage.write(stage.region(4), 2);

            assertEquals(0, stage.counters().keyCacheHits + stage.counters().keyCacheMisses);
            assertEquals(0, stage.counters().translationCacheMisses + stage.counters().translationReads);
        }
    }

    @Test
    void shouldCountHitsMissesAndEvictionsOfTranslations() {
        // One set of two lines: 16 translations.
        try (Stage stage = new Stage(card -> card.withCaches(CacheSize.OFF, new CacheSize(1, 2)))) {
            MemoryRegion region = stage.region(32);
            int firstOfLine = 8;

            stage.write(region, 0);
            stage.write(region, 1);
            stage.write(region, firstOfLine);
            stage.write(region, 0);
            assertCounts(stage.counters(), 2, 2, 0);

            stage.write(region, 2 * firstOfLine);
            assertCounts(stage.counters(), 2, 3, 1);
            stage.write(region, 0);
            assertCounts(stage.counters(), 3, 3, 1);
            stage.write(region, firstOfLine);
            assertCounts(stage.counters(), 3, 4, 2);
        }
    }

    private static void assertCounts(HcaCounters counters, long hits, long misses, long evictions) {
        assertEquals(hits, counters.translationCacheHits, "hits");
        assertEquals(misses, counters.translationCacheMisses, "misses");
        assertEquals(evictions, counters.translationCacheEvictions, "evictions");
    }

    @Test
    void shouldMissWhatWasChangedInTheTable() {
        try (Stage stage = new Stage(card -> card.withCaches(new CacheSize(4, 4), new CacheSize(4, 4)))) {
            MemoryRegion region = stage.region(4);
            stage.write(region, 0);
            long misses = stage.counters().translationCacheMisses;
            stage.write(region, 0);
            assertEquals(misses, stage.counters().translationCacheMisses);

            region.changeTranslation(stage.bob.allocate(4 * PAGE_BYTES), 0, 4 * PAGE_BYTES);
            stage.write(region, 0);

            assertEquals(misses + 1, stage.counters().translationCacheMisses);
        }
    }

    @Test
    void shouldCountKeysThatPushEachOtherOut() {
        try (Stage stage = new Stage(card -> card.withCaches(new CacheSize(1, 2), CacheSize.OFF))) {
            MemoryRegion[] regions = {stage.region(1), stage.region(1), stage.region(1)};

            stage.write(regions[0], 0);
            stage.write(regions[1], 0);
            stage.write(regions[0], 0);
            assertEquals(2, stage.counters().keyCacheMisses);
            assertEquals(0, stage.counters().keyCacheEvictions);

            stage.write(regions[2], 0);
            stage.write(regions[1], 0);
            assertEquals(4, stage.counters().keyCacheMisses);
            assertEquals(2, stage.counters().keyCacheEvictions);
            assertTrue(stage.counters().keyCacheHits > 0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldCountReadsOfATableThatIsNotOnTheChip(MttPlacement placement) {
        try (Stage stage = new Stage(card -> card.withTranslations(placement))) {
            MemoryRegion region = stage.region(4);

            stage.write(region, 1);
            stage.write(region, 1);

            assertEquals(placement == MttPlacement.ON_CARD_SRAM ? 0 : 2, stage.counters().translationReads);
        }
    }

    @Test
    void shouldReadBehindTheCacheOnly() {
        try (Stage stage = new Stage(card ->
                card.withTranslations(MttPlacement.ON_CARD_DRAM).withCaches(CacheSize.OFF, new CacheSize(8, 2)))) {
            MemoryRegion region = stage.region(8);
            for (int i = 0; i < 8; i++) {
                stage.write(region, i);
            }
            assertEquals(1, stage.counters().translationReads, "eight translations are one line");
        }
    }

    /** Behind an IOMMU the device finds its table, shared pages and page lists by addresses of its own. */
    @Test
    void shouldWorkBehindAnIommu() {
        try (TestBench bench = TestBench.builder()
                        .hostConfig(HostConfig::withIommu)
                        .hcaConfig(hca -> hca.withMemory(HcaMemory.DEFAULT.withTranslations(MttPlacement.HOST_MEMORY)))
                        .build();
                Context alice = bench.host("alice").open();
                Context bob = bench.host("bob").open();
                QpPair pair = bench.pair(alice, bob)) {
            ProtectionDomain pd = pair.other().pd();
            pair.one().memory().fill((byte) 9);
            Memory memory = bob.allocate(4 * PAGE_BYTES);
            PageList pages = pd.listPages(memory);
            MemoryRegion fast = pd.allocMr(4);
            RegisterMr register = RegisterMr.of(1, fast, MemoryKey.next(fast.lkey()), pages, LOCAL_WRITE, REMOTE_WRITE);
            pair.other().perform(register);
            MemoryRegion plain = pd.regMr(memory, LOCAL_WRITE);
            MemoryRegion shared = pd.shareMr(plain, LOCAL_WRITE, REMOTE_WRITE);
            plain.close();

            pair.one()
                    .perform(RdmaWrite.of(
                            2, fast.slice(0, 8).remote(), pair.one().region().slice(0, 8)));
            pair.one()
                    .perform(RdmaWrite.of(
                            3,
                            shared.slice(PAGE_BYTES, 8).remote(),
                            pair.one().region().slice(0, 8)));

            byte[] sent = pair.one().memory().get(0, 8);
            assertArrayEquals(sent, memory.get(0, 8));
            assertArrayEquals(sent, memory.get(PAGE_BYTES, 8));
            shared.close();
            fast.close();
            pages.close();
        }
    }

    /** The entries lie in frames of the host: what a table needs is missing there. */
    @Test
    void shouldKeepTranslationsInPagesOfTheHost() {
        try (Stage stage = new Stage(card -> card.withTranslations(MttPlacement.HOST_MEMORY))) {
            stage.region(1);
            long frames = stage.bench.host("bob").kernel().memory().usedFrames();
            int pages = 20_000;
            Memory large = stage.bob.allocate((long) pages * PAGE_BYTES);
            long taken = stage.bench.host("bob").kernel().memory().usedFrames() - frames - pages;
            MemoryRegion region = stage.bobPd.regMr(large, LOCAL_WRITE, REMOTE_WRITE);

            stage.write(region, pages - 1);

            assertArrayEquals(new byte[] {7, 7, 7, 7, 7, 7, 7, 7}, large.get((pages - 1L) * PAGE_BYTES, 8));
            long table = stage.bench.host("bob").kernel().memory().usedFrames() - frames - pages - taken;
            assertTrue(table >= pages / 512, "frames of the table: " + table);
        }
    }
}
