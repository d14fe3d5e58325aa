package dev.fenestra.tools.proof.soak;

import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.tools.conformance.guard.Guard;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Two hosts for all programs, built when the first one runs, and again after a run that ended with an exception. */
final class SoakHosts implements AutoCloseable {
    private final Supplier<SoakBench> builder;
    private @Nullable SoakBench bench;

    SoakHosts(Supplier<SoakBench> builder) {
        this.builder = builder;
    }

    /** Builds them now, so that a missing provider is noticed before the first program. */
    SoakHosts built() {
        present();
        return this;
    }

    boolean offers(SoakService service) {
        return present().offers(service);
    }

    /** The program, with other steps where the devices lack what it asks for. */
    SoakProgram fit(SoakProgram program) {
        return program.within(present()::offers);
    }

    /** Runs a program from the start. An exception is its outcome. */
    SoakOutcome run(SoakProgram program, FaultPlan plan) {
        SoakBench present = present();
        return Guard.run(() -> present.run(program, plan), thrown -> {
            bench = null;
            Guard.end(present::abandon);
            return SoakOutcome.thrown(thrown, present.packets());
        });
    }

    private SoakBench present() {
        SoakBench present = bench == null ? builder.get() : bench;
        bench = present;
        return present;
    }

    @Override
    public void close() {
        if (bench != null) {
            bench.close();
            bench = null;
        }
    }
}
