package dev.fenestra.tools.proof.soak;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.FaultStage;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import java.util.function.Consumer;

/** Two hosts whose link fails as the plan of each run says. */
final class SoakBench implements AutoCloseable {
    private final Fabric fabric;
    private final FaultStage faults = new FaultStage(FaultPlan.NONE);
    private final BatchStage batches = new BatchStage();
    private final TestBench bench;
    private final PacketTrace trace;
    private final SoakSide requester;
    private final SoakSide responder;

    SoakBench(TestBenchBuilder hosts) {
        this(hosts, unwatched -> {});
    }

    /**
     * @param watching is shown the hosts before anything happens on them
     */
    SoakBench(TestBenchBuilder hosts, Consumer<TestBench> watching) {
        bench = hosts.build();
        watching.accept(bench);
        fabric = bench.fabric();
        fabric.through(faults);
        fabric.through(batches);
        trace = new PacketTrace(bench::contradiction);
        fabric.tap(trace);
        requester = new SoakSide(bench.host("alice"), SoakSide.REQUESTER);
        responder = new SoakSide(bench.host("bob"), SoakSide.RESPONDER);
    }

    boolean offers(SoakService service) {
        return requester.offers(service) && responder.offers(service);
    }

    boolean offers(SoakStep.Kind kind) {
        return requester.offers(kind) && responder.offers(kind);
    }

    /** Runs a program from the start; the same program and plan always do the same. */
    SoakOutcome run(SoakProgram program, FaultPlan plan) {
        boolean isConnectingWithFaults = program.path().isByCm();
        if (isConnectingWithFaults) {
            begin(program, plan);
        }
        try (SoakRun run = new SoakRun(bench, requester, responder, program)) {
            if (!isConnectingWithFaults) {
                begin(program, plan);
            }
            run.execute();
            SoakOutcome outcome = run.outcome(trace);
            faults.restart(FaultPlan.NONE);
            batches.restart(0);
            return outcome;
        }
    }

    private void begin(SoakProgram program, FaultPlan plan) {
        faults.restart(plan);
        batches.restart(program.path().batchNanos());
        trace.restart(fabric.now());
    }

    /** Packets of the last run. */
    int packets() {
        return trace.packets();
    }

    /** Ends hosts on which a run ended with an exception: their objects are in no state to be destroyed one by one. */
    void abandon() {
        bench.close();
    }

    @Override
    public void close() {
        requester.close();
        responder.close();
        bench.close();
    }
}
