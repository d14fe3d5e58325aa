package dev.fenestra.tools.measure.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class BenchmarkNamesTest {
    @Test
    void shouldListEachBenchmarkByItsClassAndMethod() {
        List<String> lines = List.of(
                "JMH S 28 dev.fenestra.benchmarks.Bulk S 56 dev.fenestra.benchmarks.jmh_generated.Bulk_write_jmhTest S"
                        + " 5 write S 10 Throughput E A 1 1 1 E",
                "JMH S 28 dev.fenestra.benchmarks.Bulk S 55 dev.fenestra.benchmarks.jmh_generated.Bulk_read_jmhTest S 4"
                        + " read S 10 Throughput E A 1 1 1 E");
        assertEquals(List.of("Bulk.read", "Bulk.write"), BenchmarkRun.names(lines));
    }
}
