package dev.fenestra.tools.duties;

import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The programs on one fabric, and who checks them. It is the lock of everything that is known of them. */
final class CheckedFabric {
    private final List<DutyCheck> checks;
    private final SplittableRandom draw;
    private final List<CheckedProgram> programs = new ArrayList<>();
    private long sequence;

    /**
     * A fabric without programs.
     *
     * @param checks are told of each act, in this order
     * @param seed chooses which bytes of long buffers are compared
     */
    CheckedFabric(List<DutyCheck> checks, long seed) {
        this.checks = List.copyOf(checks);
        draw = new SplittableRandom(seed);
    }

    void add(CheckedProgram program) {
        programs.add(program);
    }

    /** Objects of an ended program have no peers. */
    void forget(CheckedProgram ended) {
        programs.remove(ended);
    }

    /** {@return the programs that have not ended} */
    List<CheckedProgram> programs() {
        return List.copyOf(programs);
    }

    void tell(Consumer<DutyCheck> act) {
        checks.forEach(act);
    }

    long nextSequence() {
        return ++sequence;
    }

    SplittableRandom draw() {
        return draw;
    }

    /** The QP that a QP is connected to; null when it is not known. */
    @Nullable
    CheckedQp peerOf(CheckedQp qp) {
        Gid to = qp.destination();
        if (qp.peer == null && to != null) {
            int number = qp.attribute(QpAttribute.DEST_QPN).orElse(-1);
            for (CheckedProgram program : programs) {
                CheckedQp other = program.isOwn(to) ? program.qps.get(number) : null;
                if (other != null) {
                    qp.peer = other;
                }
            }
        }
        return qp.peer;
    }
}
