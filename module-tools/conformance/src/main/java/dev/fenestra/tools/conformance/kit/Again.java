package dev.fenestra.tools.conformance.kit;

/** What repeats a case: a command, and a test for JUnit. */
record Again(String provider, String caseId, long seed) {
    private static final String TEST = """
        // import static org.junit.jupiter.api.Assertions.assertTrue;
        // import dev.fenestra.tools.bench.BenchFactory;
        // import dev.fenestra.tools.bench.TestBench;
        // import dev.fenestra.tools.conformance.kit.Conformance;
        // import dev.fenestra.tools.conformance.kit.ConformanceOptions;
        @Test
        void shouldPass%1$s() {
            BenchFactory hosts = seed -> TestBench.builder().provider("%2$s").seed(seed).build();
            ConformanceOptions options = ConformanceOptions.DEFAULT.withSeed(%3$dL).withRule("%4$s");
            assertTrue(Conformance.run("%2$s", hosts, options).isPassed());
        }
        """;

    String command() {
        return String.format("./fenestra conformance --provider %s --rule %s --seed %d", provider, caseId, seed);
    }

    String test() {
        return String.format(TEST, caseId.replaceAll("\\W", "_"), provider, seed, caseId);
    }
}
