package dev.fenestra.tools.junit.runs;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.junit.Fenestra;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

public class Seeded {
    public static final List<Long> SEEN = new ArrayList<>();

    @Test
    @Fenestra
    void takesThatOfTheRun(TestBench bench) {
        SEEN.add(bench.seed());
    }

    @Test
    @Fenestra(seed = 42)
    void hasItsOwn(TestBench bench) {
        throw new IllegalStateException("on purpose");
    }

    @Test
    @Fenestra(hosts = 0)
    void cannotBeBuilt(TestBench bench) {}
}
