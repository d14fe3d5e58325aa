package dev.fenestra.tools.proof.oracle;

import dev.fenestra.hw.sim.hca.limits.OdpSupport;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.tools.bench.BenchFactory;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.proof.oracle.program.WindowForm;

/**
 * Hosts with the HCA of hw-sim. With every other seed small data travels inside completions: the predictions of the
 * model hold with and without that.
 *
 * @param form of their type-2 windows
 */
public record SimulatedBenches(WindowForm form) implements BenchFactory {
    private static final String OPTION = "MLX5_SCATTER_TO_CQE";

    @Override
    public TestBench build(long seed) {
        return TestBench.builder()
                .seed(seed)
                .driverOption(OPTION, scatter(seed))
                .hcaConfig(config -> config.withWindows(support()).withOdp(OdpSupport.NONE))
                .build();
    }

    @Override
    public String expression(long seed) {
        return String.format("""
                            TestBench.builder()
                                        .seed(%dL)
                                        .driverOption("%s", "%s")
                                        .hcaConfig(config -> config
                                                .withWindows(WindowSupport.%s)
                                                .withOdp(OdpSupport.NONE))
                                        .build()\
                            """, seed, OPTION, scatter(seed), support());
    }

    private WindowSupport support() {
        return form == WindowForm.TYPE_2A ? WindowSupport.TYPES_1_AND_2A : WindowSupport.TYPES_1_AND_2B;
    }

    private static String scatter(long seed) {
        return (seed & 1) == 0 ? "0" : "1";
    }
}
