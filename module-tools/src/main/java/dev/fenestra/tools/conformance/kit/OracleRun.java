package dev.fenestra.tools.conformance.kit;

import dev.fenestra.tools.bench.BenchFactory;
import dev.fenestra.tools.conformance.ConformanceSuite;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.tools.conformance.kit.OracleResult.Finding;
import dev.fenestra.tools.proof.oracle.Failure;
import dev.fenestra.tools.proof.oracle.Oracle;
import dev.fenestra.tools.proof.oracle.program.Scope;
import dev.fenestra.tools.proof.oracle.program.WindowForm;
import java.util.Optional;
import java.util.Set;

/** The oracle's part of the kit, as far as a device goes. */
final class OracleRun {
    private OracleRun() {}

    static OracleResult of(BenchFactory benches, long seed, long verbs) {
        Set<Requirement> offered = new ConformanceSuite(benches, seed).met();
        WindowForm form = offered.contains(Requirement.TYPE_2A) ? WindowForm.TYPE_2A : WindowForm.TYPE_2B;
        Scope scope = new Scope(
                offered.contains(Requirement.WINDOWS),
                offered.contains(Requirement.ATOMICS),
                offered.contains(Requirement.REREG),
                offered.contains(Requirement.EVENTS),
                offered.contains(Requirement.NO_ODP));
        Oracle oracle = new Oracle(form, benches, scope);
        Optional<Finding> finding = finding(oracle, seed, verbs);
        return new OracleResult(seed, oracle.tally().verbs(), finding);
    }

    /** What a provider throws out of a program is a difference too: the model has no such answer. */
    private static Optional<Finding> finding(Oracle oracle, long seed, long verbs) {
        try {
            return oracle.explore(seed, verbs).map(oracle::shrink).map(shortest -> finding(oracle, shortest));
        } catch (RuntimeException surprise) {
            return Optional.of(new Finding("exception", "an answer", surprise.toString(), ""));
        }
    }

    private static Finding finding(Oracle oracle, Failure shortest) {
        return new Finding(
                shortest.difference().topic(),
                shortest.difference().expected(),
                shortest.difference().seen(),
                oracle.toJava(shortest));
    }
}
