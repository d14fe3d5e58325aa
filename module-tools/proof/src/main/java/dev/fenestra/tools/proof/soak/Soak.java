package dev.fenestra.tools.proof.soak;

import dev.fenestra.hw.sim.fabric.fault.Fault;
import dev.fenestra.hw.sim.fabric.fault.FaultAction;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.PacketMatch;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.uverbs.handles.Completion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** Runs programs with and without faults, and compares. */
public final class Soak implements AutoCloseable {
    /** Plans tried on one program before the next one. */
    private static final int PLANS_PER_PROGRAM = 20;
    /** The upper half of IPv6 addresses fd77::/64. */
    private static final long UNIQUE_LOCAL = 0xfd77000000000000L;

    private final SoakHosts hosts;
    private final SoakHosts ipv6Hosts;
    private long lastSeed;
    private volatile long plans;
    private long packets;

    public Soak() {
        this(unwatched -> {});
    }

    /**
     * @param watching is shown the hosts, before anything happens on them
     */
    public Soak(Consumer<TestBench> watching) {
        this(
                new SoakHosts(() -> new SoakBench(TestBench.builder(), watching)).built(),
                new SoakHosts(() -> new SoakBench(TestBench.builder().hcaConfig(Soak::ipv6), watching)));
    }

    /**
     * @param hosts two hosts, "alice" and "bob", whose wire is a fabric of hw-sim; they serve all programs
     */
    public Soak(TestBenchBuilder hosts) {
        this(hosts, unwatched -> {});
    }

    /**
     * @param hosts two hosts, "alice" and "bob", whose wire is a fabric of hw-sim; they serve all programs
     * @param watching is shown the hosts, before anything happens on them
     */
    public Soak(TestBenchBuilder hosts, Consumer<TestBench> watching) {
        this(new SoakHosts(() -> new SoakBench(hosts, watching)).built());
    }

    private Soak(SoakHosts hosts) {
        this(hosts, hosts);
    }

    private Soak(SoakHosts hosts, SoakHosts ipv6Hosts) {
        this.hosts = hosts;
        this.ipv6Hosts = ipv6Hosts;
    }

    private static HcaConfig ipv6(HcaConfig config) {
        return config.withGid(UNIQUE_LOCAL, config.gidLow() & 0xffffffffL);
    }

    private SoakOutcome outcome(SoakProgram program, FaultPlan plan) {
        return (program.path().isIpv6() ? ipv6Hosts : hosts).run(program, plan);
    }

    /** Plans run so far. Another thread may ask. */
    public long plans() {
        return plans;
    }

    /** Packets sent in them. */
    public long packets() {
        return packets;
    }

    /** Runs random plans, each decided by its seed: {@code firstSeed}, the next, and so on, until one fails. */
    public Optional<SoakFailure> random(long firstSeed, long count) {
        return random(SoakProgram::random, firstSeed, count);
    }

    /** The same with programs of one's own, each decided by a seed. */
    public Optional<SoakFailure> random(LongFunction<SoakProgram> programs, long firstSeed, long count) {
        Optional<SoakFailure> failure = Optional.empty();
        SoakProgram program = program(programs, firstSeed / PLANS_PER_PROGRAM);
        SoakOutcome expected = outcome(program, FaultPlan.NONE);
        for (long i = 0; i < count && failure.isEmpty(); i++) {
            long seed = firstSeed + i;
            lastSeed = seed;
            if (seed % PLANS_PER_PROGRAM == 0) {
                program = program(programs, seed / PLANS_PER_PROGRAM);
                expected = outcome(program, FaultPlan.NONE);
            }
            SoakProgram present = program;
            SoakOutcome healthy = expected;
            failure = failing(program, expected)
                    .or(() -> tried(present, RandomPlan.of(seed, healthy.packets()), healthy));
        }
        return failure;
    }

    /** Where the device lacks the service of a program, one over RC takes its place; likewise a plainer step. */
    private SoakProgram program(LongFunction<SoakProgram> programs, long seed) {
        SoakProgram wanted = programs.apply(seed);
        return hosts.fit(hosts.offers(wanted.service()) ? wanted : SoakProgram.random(SoakService.RC, seed));
    }

    /** The seed to go on with after what {@link #random} has just found: a program that fails by itself has no more. */
    long seedAfter(SoakFailure found) {
        long next = lastSeed + 1;
        while (found.plan().equals(FaultPlan.NONE) && next % PLANS_PER_PROGRAM != 0) {
            next++;
        }
        return next;
    }

    /** A program that fails on a good link would blame the faults: the answer to a refused request may be lost. */
    private static Optional<SoakFailure> failing(SoakProgram program, SoakOutcome expected) {
        return expected.defect()
                .or(() -> expected.sends().stream()
                        .filter(Completion.Failed.class::isInstance)
                        .findFirst()
                        .map(Completion::toString))
                .map(failed -> new SoakFailure(program, FaultPlan.NONE, "it fails without faults: " + failed));
    }

    /** Does to each packet of a program, one at a time, what can happen to one. */
    public Optional<SoakFailure> sweep(SoakProgram program) {
        SoakOutcome expected = outcome(program, FaultPlan.NONE);
        for (FaultAction action : FaultAction.values()) {
            for (int kth = 1; kth <= expected.packets(); kth++) {
                FaultPlan plan = FaultPlan.of(Fault.at(action, PacketMatch.ANY, kth));
                Optional<SoakFailure> failure = tried(program, plan, expected);
                if (failure.isPresent()) {
                    return failure;
                }
            }
        }
        return Optional.empty();
    }

    /** Runs one plan. With no fault in it the program itself is judged. */
    public Optional<SoakFailure> run(SoakProgram program, FaultPlan plan) {
        SoakOutcome expected = outcome(program, FaultPlan.NONE);
        return plan.equals(FaultPlan.NONE) ? failing(program, expected) : tried(program, plan, expected);
    }

    /** Runs a program once, to be watched: nothing is judged. */
    public void play(SoakProgram program, FaultPlan plan) {
        outcome(program, plan);
    }

    /** The smallest plan and program that still fail. */
    public SoakFailure shrink(SoakFailure failure) {
        SoakFailure smallest = failure;
        Optional<SoakFailure> smaller = smaller(smallest);
        while (smaller.isPresent()) {
            smallest = smaller.get();
            smaller = smaller(smallest);
        }
        return smallest;
    }

    private Optional<SoakFailure> smaller(SoakFailure failure) {
        for (int i = 0; i < failure.plan().faults().size(); i++) {
            List<Fault> fewer = new ArrayList<>(failure.plan().faults());
            fewer.remove(i);
            FaultPlan plan =
                    new FaultPlan(failure.plan().seed(), fewer, failure.plan().rates());
            Optional<SoakFailure> still = run(failure.program(), plan);
            if (still.isPresent()) {
                return still;
            }
        }
        for (int i = 0; i < failure.program().steps().size(); i++) {
            Optional<SoakFailure> still = run(failure.program().without(i), failure.plan());
            if (still.isPresent()) {
                return still;
            }
        }
        return Optional.empty();
    }

    private Optional<SoakFailure> tried(SoakProgram program, FaultPlan plan, SoakOutcome expected) {
        SoakOutcome outcome = outcome(program, plan);
        plans++;
        packets += outcome.packets();
        Optional<String> difference = program.service().isReliable()
                ? outcome.differenceFrom(expected)
                : Delivery.difference(program, outcome, expected);
        return difference.map(text -> new SoakFailure(program, plan, text));
    }

    @Override
    public void close() {
        hosts.close();
        ipv6Hosts.close();
    }
}
