package dev.fenestra.tools.spoiled;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Repeats;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A program stores anything into its rings, records and registers, on the card of any vendor, while other hosts
 * exchange data. A failure names its seed, to be replayed with {@code -Dfenestra.fuzz.seed=...}.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class SpoiledCardTest {
    private static final int STORES = Repeats.of(10_000, 1_000_000);
    private static final int OF_A_PROGRAM = 500;
    private static final int OF_A_CONNECTION = 100;
    private static final int OF_A_TURN = 5;

    private int done;
    private int failed;

    @ParameterizedTest
    @CsvSource({"rxe, rxe", "mlx4, mlx4", "hns, hns", "irdma, irdma", "efa, mlx5"})
    void shouldKeepTheTrafficOfOthersExactWhateverAProgramStores(String card, String others) {
        Long replayed = Long.getLong("fenestra.fuzz.seed");
        long first = replayed == null ? 1 : replayed;
        long end = replayed == null ? 1 + STORES / OF_A_PROGRAM : replayed + 1;
        for (long seed = first; seed < end; seed++) {
            try {
                program(card, others, seed);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(card + " with -Dfenestra.fuzz.seed=" + seed, e);
            }
        }
        assertTrue(
                replayed != null || done > 100 && done + failed > STORES / 10,
                () -> done + " requests succeeded, and " + failed + " failed");
    }

    private void program(String card, String others, long seed) {
        Random random = new Random(seed);
        List<StoringDriver> drivers = new ArrayList<>();
        ServiceLoader.load(RdmaDriver.class).forEach(driver -> drivers.add(new StoringDriver(driver)));
        try (TestBench bench = TestBench.builder()
                        .drivers(() -> List.copyOf(drivers))
                        .provider(others)
                        .provider("mallory", card)
                        .hosts("alice", "bob", "mallory")
                        .seed(seed)
                        .build();
                QpPair innocent =
                        bench.pair(bench.host("alice").open(), bench.host("bob").open())) {
            RemoteBuffer window = innocent.other().window(0, Long.BYTES, AccessFlag.REMOTE_WRITE);
            StoringDriver driver = drivers.stream()
                    .filter(one -> one.name().equals(card))
                    .findFirst()
                    .orElseThrow();
            CardSpoiler spoiler = new CardSpoiler(bench.host("mallory"), driver, random);
            for (int stores = 1; stores <= OF_A_PROGRAM; stores++) {
                spoiler.store();
                if (stores % OF_A_TURN == 0) {
                    spoiler.work();
                }
                if (stores % OF_A_CONNECTION == 0) {
                    assertServed(innocent, window, random.nextLong());
                    spoiler.connect();
                }
            }
            spoiler.end();
            done += spoiler.done;
            failed += spoiler.failed;
            assertEquals(Optional.empty(), bench.contradiction());
        }
    }

    private static void assertServed(QpPair innocent, RemoteBuffer window, long value) {
        byte[] data = ByteBuffer.allocate(Long.BYTES).putLong(value).array();
        innocent.one().memory().put(0, data);
        innocent.one().perform(RdmaWrite.of(1, window, innocent.one().region().slice(0, Long.BYTES)));
        assertArrayEquals(data, innocent.other().memory().get(0, Long.BYTES));
    }
}
