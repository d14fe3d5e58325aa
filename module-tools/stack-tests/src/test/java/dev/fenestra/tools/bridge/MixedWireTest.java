package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.FaultRates;
import dev.fenestra.hw.sim.fabric.fault.FaultStage;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.tools.testing.NoHang;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** One card of each vendor on one wire. Each card works under its vendor's own unmodified library. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
@ExtendWith(NoHang.class)
class MixedWireTest {
    private static final List<String> VENDORS = List.of("mlx5", "mlx4", "rxe", "irdma", "hns", "efa");

    /** A vendor whose library has no RC. */
    private static final String ONLY_DATAGRAMS = "efa";

    private static final FaultRates LOSES_ONE_IN_A_HUNDRED = new FaultRates(0.01, 0, 0, 0, 0, 0);
    private static final long SEED = 7;

    @TempDir
    private Path folder;

    /**
     * Two vendors, each the name of a host, too.
     *
     * @param listens starts first
     * @param joins starts when the other listens
     */
    private record Pair(String listens, String joins) {
        boolean isReliable() {
            return !listens.equals(ONLY_DATAGRAMS) && !joins.equals(ONLY_DATAGRAMS);
        }
    }

    private static List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        for (String listens : VENDORS) {
            for (String joins : VENDORS.subList(0, VENDORS.indexOf(listens))) {
                pairs.add(new Pair(listens, joins));
            }
        }
        return pairs;
    }

    private ServedPrograms serve() throws IOException {
        TestBenchBuilder hosts =
                TestBench.builder().hosts(VENDORS.toArray(String[]::new)).wire();
        for (String vendor : VENDORS) {
            Path library = Path.of("/usr/lib/x86_64-linux-gnu/libibverbs/lib" + vendor + "-rdmav34.so");
            assumeTrue(Files.exists(library), library + " is missing: ibverbs-providers of Debian 12");
            hosts = hosts.provider(vendor, vendor);
        }
        assumeTrue(Files.exists(Path.of("/usr/bin/ibv_rc_pingpong")), "ibv_rc_pingpong is missing: ibverbs-utils");
        return ServedPrograms.in(folder, hosts);
    }

    private void play(ServedPrograms programs, Pair pair, int rounds) throws IOException, InterruptedException {
        String program = pair.isReliable() ? "ibv_rc_pingpong" : "ibv_ud_pingpong";
        List<String> command = List.of(program, "-g", "0", "-c", "-n", Integer.toString(rounds));
        programs.meet(folder, pair.listens, pair.joins, command);
    }

    @Test
    void shouldCarryMessagesBetweenAllPairsOfVendors() throws IOException, InterruptedException {
        try (ServedPrograms programs = serve()) {
            for (Pair pair : pairs()) {
                play(programs, pair, 20);
            }
        }
    }

    /** Datagrams may be lost, so efa's card does not take part. */
    @Test
    void shouldLoseNoMessageOfRcWhenTheWireLosesPackets() throws IOException, InterruptedException {
        FaultStage losses = new FaultStage(FaultPlan.of(SEED, LOSES_ONE_IN_A_HUNDRED));
        try (ServedPrograms programs = serve()) {
            programs.bench().fabric().through(losses);
            for (Pair pair : pairs()) {
                if (pair.isReliable()) {
                    play(programs, pair, 100);
                }
            }
        }
        assertNotEquals(0, losses.hits(), "packets that the wire has lost");
    }
}
