package dev.fenestra.tools.proof.mutate;

import dev.fenestra.tools.proof.mutate.operator.Point;
import dev.fenestra.tools.proof.mutate.worker.Reached;
import java.util.List;

/** Comes to the verdict on a defect. Several threads may use it, each with a worker of its own. */
final class Judge {
    private static final int USUAL_TIMES = 20;

    private final MutateOptions options;
    private final Coverage coverage;

    Judge(MutateOptions options, Coverage coverage) {
        this.options = options;
        this.coverage = coverage;
    }

    /** Tries a defect. When it {@link #isLost}, the worker is not usable any more. */
    DefectVerdict of(Point point, WorkerJvm worker) {
        List<Reached> cases = coverage.reaching(point);
        if (cases.isEmpty()) {
            return DefectVerdict.unreached(point);
        }
        try {
            DefectVerdict verdict = worker.attempt(point, cases, this::limit);
            if (verdict.outcome() == DefectOutcome.CASE) {
                coverage.noticed(point, verdict.by());
            }
            return verdict;
        } catch (LostException lost) {
            DefectOutcome outcome = lost.isLate() ? DefectOutcome.HANG : DefectOutcome.CRASH;
            return new DefectVerdict(point, outcome, lost.during(), "", lost.begun());
        }
    }

    /** Whether the defect has ended the worker. */
    static boolean isLost(DefectVerdict verdict) {
        return verdict.outcome() == DefectOutcome.HANG || verdict.outcome() == DefectOutcome.CRASH;
    }

    private long limit(Reached usual) {
        return options.patience().toNanos() + USUAL_TIMES * usual.nanos();
    }
}
