package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.kernel.host.Host;
import dev.fenestra.ib.core.kernel.host.Process;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Repeats;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The uverbs ABI on cards of other vendors: commands whose bytes and udata are spoiled, while other hosts exchange
 * data.
 */
class SpoiledCommandsTest {
    private static final int[] NUMBERS = {
        3, 4, 5, 8, 9, 11, 13, 14, 16, 17, 18, 19, 20, 23, 24, 25, 26, 27, 28, 30, 31, 32, 33, 34, 35, 37, 38, 39, 40
    };
    private static final int ROUND = 500;
    private static final int PAGE = 4096;

    private final SplittableRandom random = new SplittableRandom(Long.getLong("fenestra.fuzz.seed", 43));

    @ParameterizedTest
    @CsvSource({"rxe, rxe", "mlx4, mlx4", "hns, hns", "irdma, irdma", "efa, mlx5"})
    void shouldAnswerSpoiledBytesAndLeaveTheTrafficOfOthersExact(String card, String others) {
        int rounds = Repeats.of(4, 200);
        int succeeded = 0;
        try (TestBench bench = TestBench.builder()
                        .provider(others)
                        .provider("mallory", card)
                        .hosts("alice", "bob", "mallory")
                        .build();
                QpPair traffic =
                        bench.pair(bench.host("alice").open(), bench.host("bob").open())) {
            RemoteBuffer window = traffic.other().window(0, Long.BYTES, AccessFlag.REMOTE_WRITE);
            Host mallory = bench.host("mallory").kernel();
            Process process = mallory.createProcess("mallory");
            Commands device =
                    new Commands(process, mallory.devices().keySet().iterator().next());
            assertEquals(Errno.OK, device.open());
            long ring = process.memory().allocate(256L * PAGE);
            for (int round = 0; round < rounds; round++) {
                for (int i = 0; i < ROUND; i++) {
                    succeeded += command(device, ring) == Errno.OK ? 1 : 0;
                }
                byte[] data = {(byte) round, 1, 2, 3, 4, 5, 6, (byte) (round >> 8)};
                traffic.one().memory().put(0, data);
                traffic.one()
                        .perform(RdmaWrite.of(
                                round, window, traffic.one().region().slice(0, Long.BYTES)));
                assertArrayEquals(data, traffic.other().memory().get(0, Long.BYTES));
            }
            int done = succeeded;
            assertTrue(done > rounds, () -> done + " commands got through");
            assertTrue(bench.contradiction().isEmpty());
            device.file.close();
            assertTrue(mallory.resources().isEmpty());
        }
    }

    private Errno command(Commands device, long ring) {
        int number = NUMBERS[random.nextInt(NUMBERS.length)] | (random.nextInt(6) == 0 ? Commands.EXTENDED : 0);
        MemorySegment request = spoiled(device, random.nextInt(16) * 8 + random.nextInt(8), ring);
        Udata udata = new Udata(
                spoiled(device, random.nextInt(3) == 0 ? 0 : 8 * random.nextInt(8), ring),
                device.bytes(8 * random.nextInt(10)));
        return device.write(number, request, device.bytes(random.nextInt(40) * 8), udata);
    }

    /** Words that are small numbers, addresses of mapped memory or anything. */
    private MemorySegment spoiled(Commands device, int length, long ring) {
        MemorySegment bytes = device.bytes(length);
        for (int at = 0; at + Integer.BYTES <= length; at += Integer.BYTES) {
            if (random.nextInt(6) == 0 && at + Long.BYTES <= length && at % Long.BYTES == 0) {
                bytes.set(ValueLayout.JAVA_LONG, at, ring + (long) PAGE * random.nextInt(200));
                at += Integer.BYTES;
            } else {
                bytes.set(ValueLayout.JAVA_INT, at, random.nextInt(8) == 0 ? random.nextInt() : random.nextInt(24));
            }
        }
        return bytes;
    }
}
