package dev.fenestra.tools.junit.runs;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.junit.Fenestra;
import dev.fenestra.tools.junit.Seeds;
import java.util.ArrayList;
import java.util.List;

/** A test that runs with three seeds, and one that fails with one of its seeds. */
@Fenestra
public class Repeated {
    public static final List<Long> SEEN = new ArrayList<>();

    @Seeds(3)
    void runsOnceForEachSeed(TestBench bench) {
        SEEN.add(bench.seed());
    }
}
