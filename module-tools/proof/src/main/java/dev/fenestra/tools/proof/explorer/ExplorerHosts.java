package dev.fenestra.tools.proof.explorer;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.tools.bench.BenchFactory;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.proof.oracle.Run;
import dev.fenestra.tools.proof.oracle.Stack;
import dev.fenestra.tools.proof.oracle.program.WindowForm;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.memory.Memory;

/** Two hosts with devices so small that numbers come again, and the objects on them that stay from path to path. */
final class ExplorerHosts implements AutoCloseable {
    private static final int LOG_KEYS = 5;
    private static final int LOG_QPS = 8;
    private static final int OWN_INDEXES = 16;

    private final Stack stack;
    private final WindowForm form;
    private final Reserve indexes;
    private final Reserve qpNumbers;

    ExplorerHosts(WindowSupport windows) {
        TestBench bench = benches(windows).build(0);
        stack = new Stack(bench);
        form = form(windows);
        Run run = run();
        ExplorerScope.OBJECTS.forEach(run::next);
        Context bob = bench.host("bob").open();
        ProtectionDomain pd = bob.allocPd();
        CompletionQueue cq = bob.createCq(1);
        Memory spare = bob.allocate(ExplorerScope.PAGE);
        indexes = new Reserve(() -> pd.regMr(spare, AccessFlag.LOCAL_WRITE), (1 << LOG_KEYS) - OWN_INDEXES);
        qpNumbers = new Reserve(() -> pd.createQp(QpSpec.rc(cq, cq)), ExplorerScope.QPS);
    }

    /** Makes such hosts. */
    static BenchFactory benches(WindowSupport windows) {
        return new BenchFactory() {
            @Override
            public TestBench build(long seed) {
                return TestBench.builder()
                        .seed(seed)
                        .hcaConfig(hca -> hca.withWindows(windows)
                                .withLimits(
                                        hca.limits().withLogMaxMkey(LOG_KEYS).withLogMaxQp(LOG_QPS))
                                .withFirstQpn((1 << LOG_QPS) - ExplorerScope.QPS))
                        .drivers(ExplorerHosts.class.getClassLoader())
                        .build();
            }

            @Override
            public String expression(long seed) {
                return String.format(
                        "TestBench.builder().seed(%dL).hcaConfig(hca -> hca.withWindows(WindowSupport.%s)).build()",
                        seed, windows);
            }
        };
    }

    static WindowForm form(WindowSupport windows) {
        return windows == WindowSupport.TYPES_1_AND_2A ? WindowForm.TYPE_2A : WindowForm.TYPE_2B;
    }

    /** Begins a program on these hosts. */
    Run run() {
        return new Run(stack, form);
    }

    Reserve indexes() {
        return indexes;
    }

    Reserve qpNumbers() {
        return qpNumbers;
    }

    @Override
    public void close() {
        stack.close();
    }
}
