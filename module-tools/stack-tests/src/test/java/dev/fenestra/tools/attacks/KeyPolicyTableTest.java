package dev.fenestra.tools.attacks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.limits.KeyPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * A1: what the keys of each policy give away, measured and compared with what is published of real devices and with the
 * documents.
 */
class KeyPolicyTableTest {
    private static final Path PAGE = Path.of("../docs/security.md");
    private static final long SEED = 20_26;
    private static final int KEYS = 1 << 16;
    /** Enough of keys that follow from each other. */
    private static final int FEW_KEYS = 1 << 12;

    private static final Set<String> WITH_SEED = Set.of("MLX5_DELTA", "PERMUTED", "RANDOM");
    /** A figure that is printed with two digits after the point. */
    private static final double ROUNDING = 0.02;

    @Test
    void shouldGiveAwayWhatThePublishedFiguresAndTheDocumentsSay() throws IOException {
        Map<String, KeySteps> all = new TreeMap<>();
        for (String name : KeyPolicy.NAMES) {
            int keys = WITH_SEED.contains(name) ? KEYS : FEW_KEYS;
            all.put(name, KeySteps.taken(KeyPolicy.named(name, SEED), keys));
        }

        assertForetold(all.get("SEQUENTIAL"));
        assertForetold(all.get("STEP_100"));
        assertEquals(100, all.get("STEP_100").share(0x100));
        KeySteps lfsr = all.get("LFSR15");
        assertEquals(Math.log(15) / Math.log(2), lfsr.minEntropy(), ROUNDING);
        assertEquals(0, lfsr.conditionalEntropy(), ROUNDING);
        assertEquals(100, lfsr.foretold());
        KeySteps mlx5 = all.get("MLX5_DELTA");
        assertEquals(2.85, mlx5.conditionalEntropy(), ROUNDING);
        assertEquals(2.16, mlx5.collisionEntropy(), ROUNDING);
        assertTrue(mlx5.share(0x101, 0x102) > 60, "published: more than 60 %");
        assertEquals(100.0 / 3, mlx5.foretold(), 1, "published: one guess of three is right");
        for (String name : new String[] {"PERMUTED", "RANDOM"}) {
            assertTrue(all.get(name).minEntropy() > 14, name);
            assertEquals(0, all.get(name).foretold(), name);
        }
        String page = Files.readString(PAGE);
        List<String> missing = KeyPolicy.NAMES.stream()
                .map(name -> all.get(name).row(name))
                .filter(row -> !page.contains("\n" + row))
                .toList();
        assertEquals(List.of(), missing, "rows that docs/security.md does not have");
    }

    private static void assertForetold(KeySteps steps) {
        assertEquals(0, steps.minEntropy(), ROUNDING);
        assertEquals(0, steps.conditionalEntropy(), ROUNDING);
        assertEquals(100, steps.foretold());
    }
}
