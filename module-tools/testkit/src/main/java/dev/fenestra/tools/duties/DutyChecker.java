package dev.fenestra.tools.duties;

import dev.fenestra.ib.core.vocabulary.Gid;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Checks what programs do, all on one fabric. A program is told of act by act, by {@link ProgramActs}. Safe for
 * several threads: acts come one after the other.
 */
public final class DutyChecker {
    private final DutyFindings findings;
    private final CheckedFabric fabric;

    /**
     * A checker without programs.
     *
     * @param settings what it reports
     * @param seed chooses which bytes of long buffers are compared
     */
    public DutyChecker(CheckSettings settings, long seed) {
        findings = new DutyFindings(settings);
        List<DutyCheck> checks = List.of(
                new BufferDuties(findings),
                new ReceiveDuties(findings),
                new RegionDuties(findings),
                new WindowDuties(findings),
                new OrderDuties(findings),
                new RaceDuties(findings),
                new QueueDuties(findings),
                new ConnectionDuties(findings),
                new EndDuties(findings));
        fabric = new CheckedFabric(checks, seed);
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
    public ProgramActs program(
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
    public ProgramActs program(
            String host,
            String name,
            ProgramMemory memory,
            Predicate<Gid> isOwn,
            LongSupplier rnrNaks,
            Supplier<String> places) {
        synchronized (fabric) {
            CheckedProgram program = new CheckedProgram(fabric, host, name, isOwn, rnrNaks, places);
            fabric.add(program);
            return new ProgramActs(program, memory);
        }
    }

    /** {@return what was found so far} */
    public DutyFindings findings() {
        return findings;
    }

    /** Ends the check of every program that has not ended. */
    public void end() {
        synchronized (fabric) {
            fabric.programs().forEach(CheckedProgram::end);
        }
    }
}
