package dev.fenestra.tools.duties;

import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks what programs do, all on one fabric. A program is told of act by act, by {@link CheckedProgram}. Safe for
 * several threads: acts come one after the other.
 */
public final class DutyChecker {
    private final DutyFindings findings;
    private final SplittableRandom draw;
    private final List<CheckedProgram> programs = new ArrayList<>();
    private final List<DutyCheck> checks;
    private long sequence;

    /**
     * A checker without programs.
     *
     * @param settings what it reports
     * @param seed chooses which bytes of long buffers are compared
     */
    public DutyChecker(CheckSettings settings, long seed) {
        findings = new DutyFindings(settings);
        draw = new SplittableRandom(seed);
        checks = List.of(
                new BufferDuties(findings),
                new ReceiveDuties(findings),
                new RegionDuties(findings),
                new WindowDuties(findings),
                new OrderDuties(findings),
                new RaceDuties(findings),
                new QueueDuties(findings),
                new ConnectionDuties(findings),
                new EndDuties(findings));
    }

    /**
     * Begins to check a program.
     *
     * @param host of the program
     * @param name of its process
     * @param memory of the program
     * @param isOwn whether a GID is of the port that it uses
     * @param rnrNaks RNR NAKs that its card has sent so far
     * @return what is to be told what the program does
     */
    public CheckedProgram program(
            String host, String name, ProgramMemory memory, Predicate<Gid> isOwn, LongSupplier rnrNaks) {
        return program(host, name, memory, isOwn, rnrNaks, SourcePlace::ofCaller);
    }

    /**
     * The same, for a program whose lines the stack of this process does not show.
     *
     * @param host the name of its host
     * @param name of its process, for findings
     * @param memory of the program
     * @param isOwn whether a GID is of the port that it uses
     * @param rnrNaks RNR NAKs that its card has sent so far
     * @param places the line of the program that does the act that is told
     * @return what is to be told what the program does
     */
    public synchronized CheckedProgram program(
            String host,
            String name,
            ProgramMemory memory,
            Predicate<Gid> isOwn,
            LongSupplier rnrNaks,
            Supplier<String> places) {
        CheckedProgram program = new CheckedProgram(this, host, name, memory, isOwn, rnrNaks, places);
        programs.add(program);
        return program;
    }

    /** {@return what was found so far} */
    public DutyFindings findings() {
        return findings;
    }

    /** Ends the check of every program that has not ended. */
    public synchronized void end() {
        List.copyOf(programs).forEach(CheckedProgram::ended);
    }

    List<DutyCheck> checks() {
        return checks;
    }

    long nextSequence() {
        return ++sequence;
    }

    SplittableRandom draw() {
        return draw;
    }

    /** Objects of an ended program have no peers. */
    void forget(CheckedProgram ended) {
        programs.remove(ended);
    }

    /** The QP that a QP is connected to; null when it is not known. */
    @Nullable
    CheckedQp peerOf(CheckedQp qp) {
        Gid to = qp.destination();
        if (qp.peer == null && to != null) {
            int number = qp.attribute(QpAttribute.DEST_QPN).orElse(-1);
            for (CheckedProgram program : programs) {
                CheckedQp other = program.isOwn(to) ? program.qp(number) : null;
                if (other != null) {
                    qp.peer = other;
                }
            }
        }
        return qp.peer;
    }
}
