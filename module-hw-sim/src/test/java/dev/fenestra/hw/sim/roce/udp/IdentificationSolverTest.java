package dev.fenestra.hw.sim.roce.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdentificationSolverTest {
    private final IdentificationSolver solver = new IdentificationSolver();

    private static int crc(byte[] message) {
        CRC32 crc = new CRC32();
        crc.update(message);
        return (int) crc.getValue();
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 66, 1_090, 4_160})
    void shouldFindTheIdentificationOfAnyMessage(int bytes) {
        Random random = new Random(bytes);
        byte[] message = new byte[bytes];
        for (int i = 0; i < 50; i++) {
            random.nextBytes(message);
            message[12] = 0;
            message[13] = 0;
            int zero = crc(message);
            int identification = random.nextInt(0x10000);
            message[12] = (byte) (identification >>> 8);
            message[13] = (byte) identification;
            assertEquals(identification, solver.solve(crc(message) ^ zero, bytes - 14));
        }
    }

    @Test
    void shouldLeaveSixteenBitsOfCheck() {
        Random random = new Random(1);
        int accepted = 0;
        for (int i = 0; i < 1 << 20; i++) {
            accepted += solver.solve(random.nextInt(), 100) >= 0 ? 1 : 0;
        }
        assertEquals(16, accepted, 12, "of 2^20 random differences, 2^4 are expected to have a solution");
    }
}
