package dev.fenestra.tools.limits;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.hw.sim.hca.limits.HcaMemory;
import dev.fenestra.hw.sim.hca.limits.MttPlacement;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.Side;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A large region registered over and over: the translation table is full some time, and that is all that happens. */
class TranslationLimitTest {
    private static final int REGION_BYTES = 64 << 20;
    private static final int REGION_PAGES = REGION_BYTES >> 12;
    private static final int REGIONS = 3;

    private static Pair pair(MttPlacement placement) {
        HcaMemory memory = HcaMemory.DEFAULT
                .withTranslations(placement)
                .withTranslationEntries(REGIONS * REGION_PAGES + REGION_PAGES / 2);
        return new Pair(TestBench.builder()
                .hosts("alice", "bob")
                .hcaConfig(hca -> hca.withMemory(memory))
                .build());
    }

    @ParameterizedTest
    @EnumSource(MttPlacement.class)
    void shouldAnswerEnomemWhenTheTranslationTableIsFullAndLoseNothing(MttPlacement placement) {
        try (Pair pair = pair(placement)) {
            Side bob = pair.bob();
            Memory memory = bob.context().allocate(REGION_BYTES);
            List<MemoryRegion> all = new ArrayList<>();
            for (int i = 0; i < REGIONS; i++) {
                all.add(bob.pd().regMr(memory, LOCAL_WRITE, REMOTE_WRITE));
            }
            long pinned = bob.host().process().memory().pinnedPages();

            for (int i = 0; i < 5; i++) {
                assertEquals(
                        Errno.ENOMEM,
                        assertThrows(VerbsException.class, () -> bob.pd().regMr(memory, LOCAL_WRITE, REMOTE_WRITE))
                                .errno());
            }

            assertEquals(pinned, bob.host().process().memory().pinnedPages());
            bob.pd().regMr(bob.context().allocate(4096), LOCAL_WRITE).close();
            for (MemoryRegion region : all) {
                pair.alice()
                        .attempt(RdmaWrite.of(
                                region.rkey(),
                                region.remote().slice(REGION_BYTES - 8, 8),
                                pair.alice().region().slice(0, 8)))
                        .orThrow();
            }
            all.removeFirst().close();
            all.add(bob.pd().regMr(memory, LOCAL_WRITE, REMOTE_WRITE));
            assertThrows(VerbsException.class, () -> bob.pd().regMr(memory, LOCAL_WRITE, REMOTE_WRITE));
        }
    }
}
